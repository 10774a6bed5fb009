import { margin } from '../setup/inspector-page.ts'
import { answerEnded, answers, ask, composer, expect, startChat, test } from '../setup/stet.ts'
import { addProvider, wireTest } from '../setup/upstream.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('[V1] everything can be reached without a mouse', async ({ page }) => {
  await startChat(page, 'What is Stet?')
  await answerEnded(page)
  await expect(composer(page)).toBeFocused()
  // The address changes before the page does: until then the field of the chat that is left has the focus. Keys in the same moment are
  // the quickest that anyone can type.
  await page.evaluate(() => {
    const press = (key: string, more = {}) =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
      )
    press('O', { ctrlKey: true, shiftKey: true })
    for (const key of ['l', 'i', 'x', 'Backspace', 's']) press(key)
  })
  await expect(answers(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/$/)
  await expect(composer(page)).toBeFocused()
  await expect(composer(page)).toHaveValue('lis')
  await page.keyboard.type('ts')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('please')
  await expect(composer(page)).toHaveValue('lists\nplease')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/chats\//)
  await answerEnded(page)
})

test('[V1] the first stop is a link past the sidebar', async ({ page }) => {
  await page.goto('/')
  const skip = page.getByRole('link', { name: 'Skip to conversation' })
  await page.getByRole('link', { name: 'Stet, new chat' }).focus()
  await page.keyboard.press('Shift+Tab')
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('[V1] the shortcuts are listed on ?, and / goes to the message field', async ({ page }) => {
  await page.goto('/')
  await composer(page).press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await composer(page).fill('')
  await page.getByRole('radio', { name: 'Light' }).focus()
  await page.getByRole('link', { name: 'New chat', exact: true }).focus()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog).toContainText('New chat')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'New chat', exact: true })).toBeFocused()
  await page.keyboard.press('/')
  await expect(composer(page)).toBeFocused()
  await expect(composer(page)).toHaveValue('')
})

wireTest(
  '[V1] Ctrl+K finds everything by name, runs it, and gives the focus back',
  async ({ page, server, upstream }) => {
    const url = await startChat(page, 'lists')
    await answerEnded(page)
    const title = 'Lists'
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    // The chat keeps the demo, new chats get the first model of the provider.
    await addProvider(server.address, upstream)
    const palette = page.getByRole('dialog', { name: 'Go to' })
    // What is typed while the palette is being fetched is not lost, and does not land in the message.
    const fetched = Promise.withResolvers<void>()
    await page.route('**/command-palette*.js', async route => {
      await fetched.promise
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('aboutt')
    await page.keyboard.press('Backspace')
    await expect(palette).toHaveCount(0)
    fetched.resolve()
    await expect(palette.getByRole('combobox')).toBeFocused()
    await expect(palette.getByRole('combobox')).toHaveValue('about')
    await expect(palette.getByRole('option').first()).toContainText('About')
    await expect(page.getByRole('textbox', { name: 'Message', exact: true, includeHidden: true })).toHaveValue('')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/settings\/about$/)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('theme dark')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('chat')
    await page.keyboard.press('ArrowDown')
    await expect(palette.getByRole('option', { selected: true })).toContainText(title)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(url)
    await expect(composer(page)).toBeFocused()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('no such thing')
    await expect(palette.getByRole('option')).toHaveText([/^Search all chats for “no such thing”/])
    await page.keyboard.press('Escape')
    await expect(palette).toHaveCount(0)
    await expect(composer(page)).toBeFocused()

    const model = page.getByRole('button', { name: /^Model: / })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('quill small')
    await expect(palette.getByRole('option', { selected: true })).toContainText('Quill Small')
    await page.keyboard.press('Enter')
    await expect(palette).toHaveCount(0)
    await expect(model).toHaveText('Quill Small')
    await expect(composer(page)).toBeFocused()
    // Enter waits for models that are still being loaded.
    const loaded = Promise.withResolvers<void>()
    await page.route('**/api/models', async route => {
      await loaded.promise
      await route.continue()
    })
    await page.goto('/')
    await expect(model).toHaveText('Quill Large')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('quill small')
    await expect(palette.getByRole('option')).toHaveText([/^Search all chats for “quill small”/])
    await page.keyboard.press('Enter')
    loaded.resolve()
    await expect(model).toHaveText('Quill Small')
    await expect(palette).toHaveCount(0)

    // On the page of a workspace, for its new chats.
    const workspace =
      (await page.getByRole('navigation', { name: 'Workspaces' }).getByRole('link').first().getAttribute('href')) ?? ''
    await page.goto(workspace)
    await expect(model).toHaveText('Quill Small')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('quill large')
    await expect(palette.getByRole('option', { selected: true })).toContainText('Quill Large')
    await page.keyboard.press('Enter')
    await expect(model).toHaveText('Quill Large')
    await expect(palette).toHaveCount(0)

    await page.keyboard.press('Control+k')
    await page.keyboard.type('text size')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/settings\/general#text$/)
    await expect(page.getByRole('combobox', { name: 'Text size' })).toBeFocused()

    const found = Promise.withResolvers<void>()
    await page.route(/\/api\/search\?text=lists(?:&|$)/, async route => {
      await found.promise
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('lists')
    // A setting whose help has the word is between them.
    await expect(palette.getByRole('option')).toHaveText([title, /^Facts to keep/, /^Search all chats for “lists”/])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    found.resolve()
    const message = palette.getByRole('group', { name: 'Messages' }).getByRole('option').filter({ hasText: 'You ·' })
    await expect(message).toHaveCount(1)
    await expect(palette.getByRole('option', { selected: true })).toHaveText(/^Search all chats for “lists”/)
    await message.click()
    await expect(page).toHaveURL(new RegExp(`^${url}\\?message=msg_`))
    await expect(page.getByRole('article', { name: 'You' })).toBeInViewport()
  },
)

test('[W3] a chat is found with the arrows and renamed with F2', async ({ page }) => {
  await startChat(page, 'lists')
  await answerEnded(page)
  await startChat(page, 'table')
  await answerEnded(page)
  const links = page.getByRole('navigation', { name: 'Chats' }).getByRole('link')
  await expect(links).toHaveCount(2)
  await links.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(1)).toBeFocused()
  // A list item draws nothing outside of itself: a ring around the link would be cut off.
  expect(await links.nth(1).evaluate(link => getComputedStyle(link).outlineOffset)).toBe('-2px')
  await page.keyboard.press('F2')
  const field = page.getByRole('textbox', { name: 'Chat name' })
  await expect(field).toBeFocused()
  await field.fill('Tables & lists <b>')
  await page.keyboard.press('Enter')
  await expect(links.nth(1)).toHaveText('Tables & lists <b>')
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('F2')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(links.nth(1)).toBeFocused()
  await page.reload()
  await expect(links.nth(1)).toHaveText('Tables & lists <b>')
})

test('[W3] [C19] a chat is renamed above its messages, and a message pinned, without losing the focus', async ({
  page,
}) => {
  await startChat(page, 'table')
  await answerEnded(page)
  const menu = page.getByRole('button', { name: 'Chat', exact: true })
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Rename' }).press('Enter')
  const field = page.getByRole('textbox', { name: 'Chat name' })
  await expect(field).toBeFocused()
  await field.fill('Granite')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Granite')
  await expect(menu).toBeFocused()
  await margin(page, 'You').press('Enter')
  await page.getByRole('button', { name: 'Pin', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Unpin' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Leave out' })).toBeFocused()
})

test('[V1] the palette leads to the pages that the sidebar has by their names', async ({ page }) => {
  await page.goto('/')
  await expect(composer(page)).toBeFocused()
  const palette = page.getByRole('dialog', { name: 'Go to' })
  for (const [name, address] of [
    ['settings', /\/settings\/general$/],
    ['search', /\/search/],
    ['providers', /\/providers$/],
    ['usage', /\/usage$/],
  ] as const) {
    await page.keyboard.press('Control+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(address)
    await expect(palette).toHaveCount(0)
  }
})

test('[V1] a page that arrives late leaves the focus in the palette that was opened meanwhile', async ({ page }) => {
  const [asked, arrives] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/assets/search-page*.js', async route => {
    asked.resolve()
    await arrives.promise
    await route.continue()
  })
  await page.goto('/')
  await expect(composer(page)).toBeFocused()
  const field = page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox')
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('search')
  await page.keyboard.press('Enter')
  await asked.promise
  await expect(field).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  arrives.resolve()
  await expect(page).toHaveTitle('Search')
  await page.keyboard.type('usage')
  await expect(field).toHaveValue('usage')
})

test('[V1] [V3] Home and End lead to the ends of a chat wherever nobody types', async ({ page }) => {
  await startChat(page, 'lists')
  await answerEnded(page)
  await ask(page, 'Write a long answer')
  const toEnd = page.getByRole('button', { name: 'Jump to end' })
  await expect(toEnd).toHaveCount(0)
  await composer(page).press('Home')
  await expect(toEnd).toHaveCount(0)
  await page.locator('#main').focus()
  await page.keyboard.press('Home')
  await expect(toEnd).toBeVisible()
  await page.keyboard.press('End')
  await expect(toEnd).toHaveCount(0)
})

test('[V1] Enter does not send while a word is being composed', async ({ page }) => {
  await page.goto('/')
  await composer(page).fill('にほ')
  await composer(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true })
  await expect(composer(page)).toHaveValue('にほ')
  await expect(page).toHaveURL(/\/$/)
})

test.describe('while it is written', () => {
  test.use({ pace: 1 })

  test('[V1] a screen reader gets whole sentences and the end', async ({ page }) => {
    await startChat(page, 'What is Stet?')
    await answerEnded(page)
    const log = page.locator('[aria-live="polite"][role="log"]')
    await expect(log).toContainText('The history is kept.')
    await expect(log).toContainText('Answer complete.')
  })

  test('[R4] Escape closes what floats before it stops an answer', async ({ page }) => {
    await startChat(page, 'long answer')
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
    await page.getByRole('link', { name: 'New chat', exact: true }).focus()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(answers(page)).toContainText('You stopped this answer')
  })
})
