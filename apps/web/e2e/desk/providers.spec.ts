import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Locator, Page } from '@playwright/test'
import { choose } from '../setup/choose.ts'
import { clientOf } from '../setup/inspector-page.ts'
import { answerEnded, answers, ask, composer, expect, send, startChat } from '../setup/stet.ts'
import { addProvider, json, RIGHT_KEY, wireTest as test, WRONG_KEY } from '../setup/upstream.ts'

const HEADER_VALUE = 'team-0123456789abcdef'

test.use({ viewport: { width: 1440, height: 900 } })

function field(page: Page, name: string): Locator {
  return page.getByRole('textbox', { name, exact: true })
}

function keyField(page: Page): Locator {
  return page.getByLabel('Key', { exact: true })
}

function picker(page: Page): Locator {
  return page.getByRole('button', { name: /^Model: / })
}

test('[P1] [P7] [Z-4] a provider is added from a preset: a wrong key says so, the right one works, its models are listed', async ({
  page,
  upstream,
}) => {
  await page.goto('/providers')
  await expect(page.getByText('Stet contacts only the providers you add.')).toBeVisible()
  const presets = page.getByRole('list', { name: 'Presets' }).getByRole('listitem')
  await expect(presets.last()).toContainText('Custom')
  // Every one has a drawing but the last, which is a letter.
  await expect(presets.locator('[data-provider-mark] svg')).toHaveCount((await presets.count()) - 1)
  await page.getByRole('link', { name: /^OpenAI-compatible/ }).click()
  await expect(field(page, 'Name')).toHaveValue('OpenAI-compatible')
  await page.getByText('Advanced').click()
  await page.getByTitle('Waves').click()
  await expect(page.getByRole('radio', { name: 'Waves' })).toBeChecked()
  await field(page, 'Name').fill('Quill & Co')
  await field(page, 'Base URL').fill(`${upstream.url}/v1`)
  await keyField(page).fill(WRONG_KEY)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByText('127.0.0.1 is this computer; if a server of yours runs there')).toBeVisible()
  await page.getByRole('switch', { name: 'Server on this computer' }).check()
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  const result = page.getByRole('region', { name: 'Test' })
  await expect(result).toContainText('Connection failed')
  await expect(result.getByRole('listitem').nth(1)).toContainText('The key was rejected')

  await keyField(page).fill(RIGHT_KEY)
  await expect(result).toContainText('Changed since. Test again.')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(result).toContainText('Connection works')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  // The keys are for the question that comes first, not for the new chat.
  await page.keyboard.press('ControlOrMeta+Shift+O')
  await page.getByRole('button', { name: 'Stay' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page).toHaveURL(/\/providers\/def_/)
  await expect(page.getByText('Key saved')).toBeVisible()
  const row = page.getByRole('row', { name: /Quill Large/ })
  await expect(row).toContainText('131k')
  await expect(row).toContainText('$0.25')
  await expect(row).toContainText('$1.25')
  await expect(page.getByRole('row', { name: /Quill Small/ })).toContainText('unknown price (unreliable)')
  await row.getByRole('button', { name: 'Use Quill Large for new chats' }).click()
  await page.getByRole('status').getByText('New chats now use Quill Large.').waitFor()

  await page.getByRole('link', { name: 'Providers', exact: true }).click()
  const listed = page.getByRole('list', { name: 'Providers' }).getByRole('listitem')
  await expect(listed).toContainText('Chat Completions')
  await expect(listed.locator('[data-provider-mark="deepseek"] svg')).toBeVisible()
  await expect(listed).toContainText(/2 models, as of \d\d:\d\d.* · key saved/)
  await startChat(page, 'Good morning')
  await expect(picker(page)).toHaveText('Quill Large')
  await answerEnded(page)
  await expect(answers(page)).toContainText('Good morning from the wire.')
  await picker(page).click()
  const group = page.getByRole('group', { name: 'Quill & Co' })
  await expect(group.locator('[data-provider-mark="deepseek"] svg')).toBeVisible()
})

test('[V5] what is offered to be tried uses the demo, whatever model is chosen', async ({ page, server, upstream }) => {
  await addProvider(server.address, upstream)
  await page.goto('/')
  await expect(picker(page)).toHaveText('Quill Large')
  await page.getByRole('button', { name: 'What is Stet?' }).click()
  await answerEnded(page)
  await expect(picker(page)).toHaveText('Demo')
  expect(upstream.requests.some(({ body }) => body.includes('What is Stet?'))).toBe(false)
})

test('[P1] what is typed while the models load chooses among them', async ({ page, server, upstream }) => {
  await addProvider(server.address, upstream)
  let release: () => void = () => undefined
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/api/models', async route => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await picker(page).press('Enter')
  await expect(page.getByRole('combobox', { name: 'Search models' })).toBeFocused()
  await page.keyboard.type('quill small')
  await page.keyboard.press('Enter')
  release()
  await expect(picker(page)).toHaveText('Quill Small')
  await expect(page).toHaveURL('/')
})

test('[P1] a model is picked by keyboard, for this chat alone, and its answer streams in', async ({
  page,
  server,
  upstream,
}) => {
  await addProvider(server.address, upstream)
  await startChat(page, 'Good morning')
  await answerEnded(page)
  await picker(page).press('Enter')
  const search = page.getByRole('combobox', { name: 'Search models' })
  await expect(search).toBeFocused()
  await expect(page.getByRole('option', { selected: true })).toHaveText(
    /Quill Large.*images · tools.*\$0\.25 in · \$1\.25 out.*cache \$0\.025.*131k window/,
  )
  await page.keyboard.type('demo')
  await expect(page.getByRole('option')).toHaveText([/^Demo/])
  await page.keyboard.press('Escape')
  await expect(search).toHaveCount(0)
  await expect(picker(page)).toBeFocused()
  await expect(picker(page)).toHaveText('Quill Large')

  await picker(page).press('Enter')
  await search.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(picker(page)).toHaveText('Quill Small')
  await expect(picker(page)).toBeFocused()
  await ask(page, 'And to you')
  await expect(answers(page).last()).toContainText('Quill Small')
  const asked = upstream.requests.findLast(({ body }) => body.includes('And to you'))
  expect(JSON.parse(asked?.body ?? '{}')).toMatchObject({ model: 'quill-small', stream: true })
  await page.goto('/')
  await expect(picker(page)).toHaveText('Quill Large')
})

test('[S6] a key is in no answer of the server and nowhere in the page', async ({ page, upstream }) => {
  const seen: string[] = []
  await page.route('**/api/**', async route => {
    // The stream of events has no end to wait for.
    if (route.request().url().includes('/api/events')) return route.continue()
    const response = await route.fetch()
    seen.push(await response.text())
    return route.fulfill({ response })
  })
  await page.goto('/providers/new?preset=openai-compatible')
  await field(page, 'Base URL').fill(`${upstream.url}/v1`)
  await keyField(page).fill(WRONG_KEY)
  await page.getByText('Advanced').click()
  await page.getByRole('switch', { name: 'Server on this computer' }).check()
  await page.getByRole('button', { name: 'Add header' }).click()
  await page.keyboard.type('X-Team')
  await page.keyboard.press('Tab')
  await page.keyboard.type(HEADER_VALUE)
  seen.push(await page.content())
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'did not list its models' })).toBeVisible()
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByText('Connection failed')).toBeVisible()
  await page.getByRole('button', { name: 'Replace' }).click()
  await keyField(page).fill(RIGHT_KEY)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Key saved')).toBeVisible()
  await expect(page.getByRole('row', { name: /Quill Large/ })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Key saved')).toBeVisible()

  seen.push(await page.content())
  expect(upstream.requests.at(-1)?.headers).toMatchObject({
    authorization: `Bearer ${RIGHT_KEY}`,
    'x-team': HEADER_VALUE,
  })
  expect(seen.length).toBeGreaterThan(10)
  const secrets = [RIGHT_KEY, WRONG_KEY, HEADER_VALUE]
  expect(secrets.filter(secret => seen.some(text => text.includes(secret)))).toEqual([])
})

test('[P6] [V5] a server on this computer is found when it is asked for, and offered', async ({ page }) => {
  const ollama = await listenAsOllama()
  try {
    await page.goto('/')
    await page.getByRole('heading', { name: 'Connect a model' }).waitFor()
    expect(ollama.asked()).toEqual([])
    await page.getByRole('button', { name: 'Look for local servers' }).click()
    const found = page.getByRole('list', { name: 'Local servers' }).getByRole('listitem')
    await expect(found.filter({ hasText: 'Ollama is running here' })).toContainText('http://127.0.0.1:11434/v1')
    await found.filter({ hasText: 'Ollama' }).getByRole('link', { name: 'Add' }).click()
    await expect(field(page, 'Base URL')).toHaveValue('http://127.0.0.1:11434/v1')
    await page.goto('/providers')
    await expect(page.getByRole('list', { name: 'Providers' })).toHaveCount(0)
    expect(ollama.asked().every(path => path === '/api/tags')).toBe(true)
  } finally {
    await ollama.close()
  }
})

/** Ollama's port is fixed. Where it is taken, a real one is found there and these answers are not needed. */
async function listenAsOllama(): Promise<{ asked(): readonly string[]; close(): Promise<void> }> {
  const paths: string[] = []
  const server: Server = createServer((request, response) => {
    paths.push(request.url ?? '')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ models: [{ name: 'qwen3:8b', model: 'qwen3:8b', digest: 'sha256:1' }] }))
  })
  server.listen(11_434, '127.0.0.1')
  const [trouble] = await Promise.race([once(server, 'listening').then(() => []), once(server, 'error')])
  if (trouble !== undefined && !/EADDRINUSE/.test(String(trouble))) throw trouble
  return {
    asked: () => paths,
    async close() {
      if (!server.listening) return
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

test('[P5] of the reasoning settings the group that the model knows is said to be applied', async ({ page }) => {
  await startChat(page, 'What is Stet?')
  await answerEnded(page)
  await picker(page).click()
  await page.getByRole('button', { name: 'Answer settings' }).click()
  const panel = page.getByRole('complementary', { name: 'Inspector' })
  for (const name of ['Effort', 'Summary', 'Thinking level']) {
    await expect(panel.getByRole('combobox', { name })).toHaveText('Model default')
  }
  await expect(panel.getByRole('textbox', { name: 'Budget' })).toHaveValue('1024')
  await expect(panel.getByText('Applied by this model')).toHaveCount(0)
  await panel.getByRole('switch', { name: 'Reasoning' }).check()
  await expect(panel.getByText('Applied by this model')).toHaveCount(1)
  await choose(panel.getByRole('combobox', { name: 'Effort' }), 'High')
  await panel.getByRole('button', { name: 'Save' }).click()
  await page.reload()
  await picker(page).click()
  await page.getByRole('button', { name: 'Answer settings' }).click()
  await expect(panel.getByRole('combobox', { name: 'Effort' })).toHaveText('High')
})

test('[FP-7] another attempt is announced with a count-down, and Stop ends the waiting', async ({
  page,
  server,
  upstream,
}) => {
  await addProvider(server.address, upstream)
  upstream.reply(json({ error: { message: 'The server is busy.' } }, 503, { 'retry-after': '20' }))
  await startChat(page, 'Good morning')
  const plan = page.getByText(/^Retrying in \d+ s \(attempt 2\)\.$/)
  const first = (await plan.textContent()) ?? ''
  await expect(page.getByText('Overloaded (503).')).toBeVisible()
  await expect(plan).not.toHaveText(first)
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(answers(page)).toContainText('You stopped this answer')
})

test('[FP-8] [R8] a key that is no longer accepted leads to the provider, and its refusal can be read whole', async ({
  page,
  server,
  upstream,
}) => {
  await addProvider(server.address, upstream)
  upstream.reply(
    json({ error: { message: 'This key was revoked.', since: 'Tuesday' } }, 401, { 'x-request-id': 'req_42' }),
  )
  await startChat(page, 'Good morning')
  await expect(answers(page)).toContainText('The key was rejected')
  await answers(page).getByRole('button', { name: 'What the provider answered' }).click()
  await expect(answers(page)).toContainText('req_42')
  await expect(answers(page)).toContainText('"since": "Tuesday"')
  await answers(page).getByRole('link', { name: 'Open provider' }).click()
  await expect(page.getByRole('heading', { name: 'Quill & Co', level: 1 })).toBeVisible()
})

test('[FP-8] a model that is gone leads to another one', async ({ page, server, upstream }) => {
  await addProvider(server.address, upstream)
  upstream.reply(json({ error: { message: 'The model quill-large does not exist.', code: 'model_not_found' } }, 404))
  await startChat(page, 'Good morning')
  await answers(page).getByRole('button', { name: 'Choose a model' }).click()
  await page.getByRole('option', { name: /^Demo/ }).click()
  await expect(picker(page)).toHaveText('Demo')
})

test('[P1] deleting a provider says what goes, and a chat that used it says what to do', async ({
  page,
  server,
  upstream,
}) => {
  await addProvider(server.address, upstream)
  const chat = await startChat(page, 'Good morning')
  await answerEnded(page)
  await page.getByRole('link', { name: 'Providers', exact: true }).click()
  await page.getByRole('link', { name: 'Quill & Co' }).click()
  await page.getByRole('button', { name: 'Provider', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Quill & Co?' })
  await expect(dialog).toContainText('Chats that use it stay readable')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/providers$/)
  await expect(page.getByRole('list', { name: 'Providers' })).toHaveCount(0)

  await page.goto(chat)
  await expect(answers(page)).toContainText('Good morning from the wire.')
  await expect(page.getByText('This chat’s model is unavailable')).toBeVisible()
  await page.getByRole('button', { name: 'Choose a model' }).click()
  await page.getByRole('option', { name: /^Demo/ }).click()
  await expect(page.getByText('This chat’s model is unavailable')).toHaveCount(0)
  await send(page, 'What is Stet?')
  await expect(answers(page).last()).toContainText('private AI workspace')
})

test('[P1] a message for a model that was removed elsewhere stays in the field, and the page says what to do', async ({
  page,
  server,
  upstream,
}) => {
  const id = await addProvider(server.address, upstream)
  await startChat(page, 'Good morning')
  await answerEnded(page)
  await clientOf(server.address).deleteProvider(id)
  await send(page, 'Still there?')
  await expect(page.getByText('This chat’s model is unavailable')).toBeVisible()
  await expect(composer(page)).toHaveValue('Still there?')
  await page.getByRole('button', { name: 'Choose a model' }).click()
  await page.getByRole('option', { name: /^Demo/ }).click()
  await expect(page.getByText('This chat’s model is unavailable')).toHaveCount(0)
  await composer(page).press('Enter')
  await expect(composer(page)).toHaveValue('')
  await expect(page.getByRole('article', { name: 'You' }).last()).toContainText('Still there?')
})

test('[P1] an error in the form is shown beside its field, and leaving it unsaved asks first', async ({
  page,
  server,
  upstream,
}) => {
  const id = await addProvider(server.address, upstream)
  await page.goto(`/providers/${id}`)
  await field(page, 'Base URL').fill('ftp://example.org')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(field(page, 'Base URL')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'Base URL')).toBeFocused()
  await field(page, 'Base URL').fill('http://127.0.0.1:9/v1')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('The key was given for another address')
  await page.getByRole('link', { name: 'New chat', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(field(page, 'Base URL')).toHaveValue('http://127.0.0.1:9/v1')
  await page.getByRole('button', { name: 'Revert' }).click()
  await expect(field(page, 'Base URL')).toHaveValue(`${upstream.url}/v1`)
  await page.getByRole('link', { name: 'New chat', exact: true }).click()
  await expect(composer(page)).toBeVisible()
})

test('[P1] [U3] a window and a price are set by hand, and taken back', async ({ page, server, upstream }) => {
  const id = await addProvider(server.address, upstream)
  await page.goto(`/providers/${id}`)
  const row = page.getByRole('row', { name: /Quill Small/ })
  await row.getByRole('button', { name: 'Quill Small', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Quill Small' })
  await expect(dialog).toContainText('No known price: costs are marked (unreliable).')
  await dialog.getByRole('textbox', { name: 'Context window (tokens)' }).fill('8192')
  await dialog.getByRole('textbox', { name: 'Input', exact: true }).fill('0.5')
  await dialog.getByRole('textbox', { name: 'Output', exact: true }).fill('2')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('customised')
  await expect(row).toContainText('8k')
  await expect(row).toContainText('$0.50')
  await row.getByRole('button', { name: 'Quill Small', exact: true }).click()
  await dialog.getByRole('button', { name: 'Reset to defaults' }).click()
  await expect(row).toContainText('unknown price (unreliable)')
  await expect(row).not.toContainText('customised')
})

test('[P3] a window that Ollama has not decided yet is shown as uncertain, and set from here', async ({
  page,
  server,
  upstream,
}) => {
  let window: number | null = null
  upstream.reply(({ path, body }) => {
    if (path === '/v1/models') return json({ data: [{ id: 'llama3.2' }] })
    if (path === '/api/ps') return json({ models: [] })
    if (path === '/api/show') {
      const parameters = window === null ? '' : `num_ctx ${window}`
      return json({ model_info: { 'llama.context_length': 131_072 }, parameters, capabilities: ['completion'] })
    }
    if (path !== '/api/create') return json({}, 404)
    const asked = JSON.parse(body).parameters.num_ctx
    if (asked > 100_000) return json({ error: 'not enough memory' }, 500)
    window = asked
    return json({ status: 'success' })
  })
  const id = await addProvider(server.address, upstream, 'none', 'ollama')
  await page.goto(`/providers/${id}`)
  const row = page.getByRole('row', { name: /llama3\.2/ })
  await expect(row).toContainText('~4k')
  await expect(row).toContainText('uncertain window')
  await row.getByRole('button', { name: 'llama3.2', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'llama3.2' })
  await expect(dialog).toContainText('probably 4k tokens')
  const field = dialog.getByRole('textbox', { name: 'Window in Ollama (tokens)' })
  await field.fill('200000')
  await dialog.getByRole('button', { name: 'Set window' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Not enough memory')
  await field.fill('32768')
  await field.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(row).toContainText('33k')
  await expect(row).not.toContainText('uncertain window')
})

test('[P1] a provider that is switched off is kept, and its models cannot be chosen', async ({
  page,
  server,
  upstream,
}) => {
  await addProvider(server.address, upstream)
  await page.goto('/providers')
  const enabled = page.getByRole('switch', { name: 'Enable Quill & Co' })
  const saved = page.waitForResponse(response => response.request().method() === 'PUT')
  await enabled.click()
  await saved
  await expect(enabled).not.toBeChecked()
  await expect(enabled).toBeEnabled()
  await page.goto('/')
  await expect(picker(page)).toHaveAccessibleName('Model: Demo (your choice is unavailable)')
  await expect(page.getByText('New chats use the demo model for now')).toBeVisible()
  await picker(page).click()
  await expect(page.getByRole('option')).toHaveText([/^Demo/])
})

const sizes = [
  { name: 'desk', viewport: { width: 1440, height: 900 }, hasTouch: false },
  { name: 'phone', viewport: { width: 390, height: 844 }, hasTouch: true },
] as const

for (const { name, viewport, hasTouch } of sizes) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${name}, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme, hasTouch })

      test('[V1] the pages of providers and the list of models are no wider than the screen', async ({
        page,
        server,
        upstream,
      }) => {
        const id = await addProvider(server.address, upstream)
        await page.goto('/providers')
        await expect(page.getByRole('list', { name: 'Presets' })).toBeVisible()
        await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
        expect(await overflow(page)).toEqual([])
        await page.goto(`/providers/${id}`)
        await expect(page.getByRole('table')).toBeVisible()
        await page.getByText('Advanced').click()
        expect(await overflow(page)).toEqual([])
        await page.goto('/')
        await picker(page).click()
        await expect(page.getByRole('option').first()).toBeVisible()
        await expect(page.getByRole('combobox', { name: 'Search models' })).toBeInViewport()
        expect(await overflow(page)).toEqual([])
        await page.getByRole('option', { name: /^Quill Small/ }).click()
        await expect(picker(page)).toHaveText('Quill Small')
      })
    })
  }
}

/** What could be scrolled sideways, or the page itself. */
function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll<HTMLElement>('main, main *')]
      .filter(
        element => element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX),
      )
      .filter(element => element.scrollWidth > element.clientWidth)
      .map(element => `${element.tagName} ${element.className}`),
  )
}
