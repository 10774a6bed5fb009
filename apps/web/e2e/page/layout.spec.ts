import type { Page } from '@playwright/test'
import { sentence } from '../setup/inspector-page.ts'
import { answerEnded, answers, ask, composer, expect, send, startChat, test } from '../setup/stet.ts'
import { approvalCard, callsTools, offers, openToolChat, todo } from '../setup/tool-upstream.ts'
import { wireTest } from '../setup/upstream.ts'

const sizes = [
  { name: 'desk', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
] as const

for (const { name, viewport } of sizes) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${name}, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme })

      test('[V1] nothing is wider than the screen, and the theme is the system’s', async ({ page }) => {
        await startChat(page, 'table')
        await answerEnded(page)
        await ask(page, 'mathematics')
        await expect(page.locator('.katex').first()).toBeVisible()
        await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
        const overflow = await page.evaluate(() => ({
          page: document.documentElement.scrollWidth - innerWidth,
          conversation: [...document.querySelectorAll('main section')].map(part => part.scrollWidth - part.clientWidth),
        }))
        expect(overflow).toEqual({ page: 0, conversation: [0] })
        await expect(composer(page)).toBeInViewport()
      })
    })
  }
}

test.describe('on a desk', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('[V1] the sidebar is beside the conversation', async ({ page }) => {
    await page.goto('/')
    const sidebar = await page.getByRole('complementary', { name: 'Sidebar' }).boundingBox()
    expect(sidebar).toEqual({ x: 0, y: 0, width: 280, height: 900 })
    await expect(page.getByRole('navigation', { name: 'Chats' })).toContainText('No chats yet')
  })

  test('[V1] the theme can be chosen, and is there before anything is drawn', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('radio', { name: 'Dark' }).check()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        document.documentElement.dataset.early = document.documentElement.dataset.theme ?? 'none'
      })
    })
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-early', 'dark')
    await page.getByRole('radio', { name: 'System' }).check()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  })
})

test.describe('on a narrow phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  for (const [address, name] of [
    ['settings/general', 'Settings sections'],
    ['help/getting-started', 'Chapters'],
  ] as const) {
    test(`[V1] tabs that take two rows have a line below each: ${name}`, async ({ page }) => {
      await page.goto(`/${address}`)
      const row = page.getByRole('navigation', { name })
      const tabs = row.getByRole('link')
      await expect(tabs.last()).toBeInViewport({ ratio: 1 })
      const lines = await row.evaluate(nav => {
        const top = nav.getBoundingClientRect().top
        return [...new Set([...nav.children].map(tab => tab.getBoundingClientRect().bottom - top))]
      })
      expect(lines).toEqual([44, 88])
      await expect(row).toHaveCSS('background-image', /^repeating-linear-gradient\(.+ 44px\)$/)
    })
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('[V1] the sidebar is a drawer that holds the focus and gives it back', async ({ page }) => {
    await startChat(page, 'What is Stet?')
    await answerEnded(page)
    await expect(page.getByRole('navigation', { name: 'Chats' })).toHaveCount(0)
    const opener = page.getByRole('button', { name: 'Chats' })
    await opener.click()
    const drawer = page.getByRole('dialog', { name: 'Chats' })
    const holdsFocus = () => drawer.evaluate(element => element.contains(document.activeElement))
    // A Tab before that would be lost.
    await expect.poll(holdsFocus).toBe(true)
    for (let step = 0; step < 12; step += 1) await page.keyboard.press('Tab')
    expect(await holdsFocus()).toBe(true)
    await drawer.getByRole('link', { name: 'New chat', exact: true }).focus()
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
    await expect(opener).toBeFocused()
    await opener.click()
    await drawer.getByRole('link', { name: 'New chat', exact: true }).click()
    await expect(drawer).toHaveCount(0)
    await expect(page).toHaveURL(/\/$/)
  })

  test('[V1] what can be touched is at least 40 px high and wide, beside a long title too', async ({ page }) => {
    await startChat(page, 'code in typescript')
    await answerEnded(page)
    await page.getByRole('button', { name: 'Chat', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Chat name' }).fill('w'.repeat(300))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'w'.repeat(200) })).toBeVisible()
    await expect.poll(() => smallTargets(page)).toEqual([])
    await page.getByRole('button', { name: 'Chats' }).click()
    await expect(page.getByRole('dialog', { name: 'Chats' })).toBeVisible()
    await expect.poll(() => smallTargets(page)).toEqual([])
    await page.goto('/no/such/page')
    await expect(page.getByText('Nothing exists at this address.')).toBeVisible()
    await expect.poll(() => smallTargets(page)).toEqual([])
    await page.getByRole('button', { name: 'Chats' }).click()
    await expect(page.getByRole('dialog', { name: 'Chats' })).toBeVisible()
  })

  test('[V4] the meter of a narrow composer says how full the window is', async ({ page }) => {
    await startChat(page, 'What is Stet?')
    await answerEnded(page)
    const meter = page.getByRole('button', { name: /^Context: / })
    await expect(meter.getByText(/^<?\d+%$/)).toBeVisible()
    await expect(meter.getByText('/', { exact: false }).last()).toBeHidden()
  })

  test('[V1] the message field has letters that a phone does not zoom into', async ({ page }) => {
    await page.goto('/')
    expect(await composer(page).evaluate(field => getComputedStyle(field).fontSize)).toBe('16px')
  })
})

function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a:not(.sr-only), input, textarea, summary')]
      .filter(element => element.getClientRects().length > 0)
      .filter(element => element.getBoundingClientRect().width < 40 || element.getBoundingClientRect().height < 40)
      .map(element => element.getAttribute('aria-label') ?? element.textContent),
  )
}

test('[V2] thinking, a call, an error and an early end each say what they are', async ({ page }) => {
  await startChat(page, 'tool call')
  await expect(answers(page)).toHaveCount(2)
  await answerEnded(page)
  await expect(page.getByRole('button', { name: 'demo_clock failed', exact: true })).toBeVisible()
  await expect(answers(page).first().getByRole('group', { name: 'Arguments' })).toContainText(/zone.*UTC/)
  await expect(answers(page).last()).toContainText('There is no tool demo_clock')
  await send(page, 'error overloaded')
  await expect(answers(page).last()).toContainText('The provider is overloaded')
  await answerEnded(page)
  await send(page, 'length')
  await expect(answers(page).last()).toContainText('Cut off at the answer’s length limit.')
  await answerEnded(page)
  await send(page, 'refuse')
  await expect(answers(page).last()).toContainText('declined to continue')
})

test('[V2] code is highlighted and can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await startChat(page, 'code in typescript')
  await answerEnded(page)
  await expect(page.locator('.ink-keyword').first()).toHaveText('function')
  await page.getByRole('button', { name: 'Copy code' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^function pathTo\(tip: string/)
  await page.getByRole('button', { name: 'Copy as Markdown' }).last().click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('```ts\nfunction pathTo')
})

for (const width of [1024, 1280]) {
  test.describe(`beside the inspector at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('[V1] the composer keeps its model and its Send button', async ({ page }) => {
      await startChat(page, 'What is Stet?')
      await answerEnded(page)
      await page.getByRole('button', { name: 'Inspector', exact: true }).click()
      await expect(page.getByRole('complementary', { name: 'Inspector' })).toBeVisible()
      await composer(page).fill('lists')
      const form = await page
        .locator('form')
        .filter({ has: composer(page) })
        .boundingBox()
      const button = await page.getByRole('button', { name: 'Send' }).boundingBox()
      if (form === null || button === null) throw new Error('the composer is not on the page')
      expect(button.x + button.width).toBeLessThanOrEqual(form.x + form.width)
      await expect(page.getByRole('button', { name: /^Model: / })).toHaveText('Demo')
      expect((await page.getByRole('button', { name: /^Model: / }).boundingBox())?.width).toBeGreaterThan(50)
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(answers(page)).toHaveCount(2)
    })
  })
}

wireTest.describe('calls on a phone', () => {
  wireTest.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  wireTest(
    '[R6] [V1] the way to a decision is offered while it is out of sight, and never lies over it',
    async ({ page, server, upstream }) => {
      upstream.reply(callsTools({ calls: [todo, todo, todo], says: sentence.repeat(30) }))
      await openToolChat(page, { address: server.address, upstream, tools: [offers('confirm')] })
      await send(page, 'Plan the wall')
      const cards = approvalCard(page, 'To-do list')
      await expect(cards).toHaveCount(3)
      const way = page.getByRole('button', { name: 'Approval needed' })
      const conversation = page.getByRole('region', { name: 'Conversation' })
      await conversation.evaluate(list => list.scrollTo(0, 0))
      await expect(way).toBeVisible()
      await cards.first().getByRole('button', { name: 'Approve', exact: true }).scrollIntoViewIfNeeded()
      await expect(way).toHaveCount(0)
      await conversation.evaluate(list => list.scrollTo(0, 0))
      await expect(way).toBeVisible()
      await way.click()
      await expect(cards.last().getByRole('button', { name: 'Approve', exact: true })).toBeInViewport()
      await expect(way).toHaveCount(0)
    },
  )
})
