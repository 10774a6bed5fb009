import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { exampleFile, toolExamples } from '@stet/tools/testing'
import { clientOf } from '../setup/inspector-page.ts'
import { says } from '../setup/priced-upstream.ts'
import { answerEnded, answers, DEVICES, expect, send } from '../setup/stet.ts'
import { callsInTurn, callsTools, closedGate, offers, openToolChat, todo } from '../setup/tool-upstream.ts'
import { addProvider, json, wireTest } from '../setup/upstream.ts'

/** One with a file in it. */
const test = wireTest.extend<{ directory: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this what the fixture needs
  directory: async ({}, use) => {
    const directory = await realpath(await mkdtemp(join(tmpdir(), 'stet-exposed-')))
    await writeFile(join(directory, exampleFile.name), exampleFile.text)
    await use(directory)
    await rm(directory, { recursive: true, force: true })
  },
})

test.use({ viewport: { width: 1440, height: 900 } })

/** One pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

test('[T1] a model uses every tool once: approved where it must be, each step in one block, each result in the record', async ({
  page,
  server,
  upstream,
  directory,
}) => {
  const definition = await addProvider(server.address, upstream)
  const client = clientOf(server.address)
  const chat = await client.createChat()
  const listed = await client.tools(chat.workspaceId)
  const tools = listed.tools.filter(({ notOfferedBecause }) => notOfferedBecause === null)
  const calls = tools.map(({ name }) => {
    const example = toolExamples[name]
    if (example === undefined) throw new Error(`${name} has no example in tool-examples.ts`)
    return { tool: name, input: JSON.stringify(example.input) }
  })
  const answer = callsInTurn(calls)
  upstream.reply(request =>
    request.path.endsWith('/images/generations') ? json({ created: 1, data: [{ b64_json: PNG }] }) : answer(request),
  )
  await client.expose(chat.id, { path: directory })
  const choices = tools.map(({ name }) => ({
    ...offers('auto', name),
    options: name === 'generate_image' ? { model: { definition, model: 'gpt-image-1' } } : {},
  }))
  await client.changeTools(chat.id, { tools: choices })
  await page.goto(`/chats/${chat.id}`)
  await send(page, 'Try every tool')
  const approve = page.getByRole('button', { name: 'Approve', exact: true })
  for (const _ of tools.filter(({ alwaysConfirm }) => alwaysConfirm)) {
    await expect(approve).toBeVisible()
    await approve.click()
    await expect(approve).toHaveCount(0)
  }
  await expect(answers(page).last()).toContainText('Everything was tried.')

  const { path } = await client.chat(chat.id)
  const results = path.flatMap(message => (message.role === 'tool-results' ? message.parts : []))
  expect(results.map(({ tool, outcome }) => [tool, outcome])).toEqual(
    tools.map(({ name }) => [name, toolExamples[name]?.ends]),
  )

  const block = page.getByRole('article', { name: 'Steps' }).getByRole('button')
  await expect(block).toHaveText(new RegExp(`^${calls.length} steps`))
  const shown = page.getByRole('article', { name: 'Tool results' })
  const failures = tools.filter(({ name }) => toolExamples[name]?.ends === 'failed').length
  await expect(shown.filter({ hasText: 'failed' })).toHaveCount(failures)
  await expect(shown.filter({ hasText: 'done' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Answer again' })).toHaveCount(1)
  await block.click()
  await expect(shown.filter({ hasText: 'done' }).first()).toBeVisible()
  await block.click()
  await expect(shown.filter({ hasText: 'done' })).toHaveCount(0)
})

test('[V2] [T1] steps that are over are one line while the run continues, and a link to one of them opens it', async ({
  page,
  server,
  upstream,
}) => {
  const gate = closedGate()
  upstream.reply(callsInTurn([todo, todo, todo], { gate }))
  const chatId = await openToolChat(page, { address: server.address, upstream, tools: [offers('auto')] })
  await send(page, 'Plan the wall')
  await expect(page.getByRole('article', { name: 'Steps' })).toContainText('3 steps')
  await expect(page.getByRole('article', { name: 'Steps' })).toContainText('To-do list')
  gate.open()
  await expect(answers(page).last()).toContainText('Everything was tried.')

  const { path } = await clientOf(server.address).chat(chatId)
  const second = path.filter(({ role }) => role === 'tool-results')[1]
  await page.goto(`/chats/${chatId}?message=${second?.id}`)
  await expect(page.getByRole('article', { name: 'Tool results' })).toHaveCount(3)
  await expect(page.getByRole('article', { name: 'Steps' }).getByRole('button')).toHaveAttribute(
    'aria-expanded',
    'true',
  )
})

test('[T5] of 20 scripts at once all but those that run are seen to wait, and all are answered', async ({
  page,
  server,
  upstream,
}) => {
  const code = (place: number) => `while (!(await fs.exists('/go'))) {}\nreturn ${place}`
  const calls = Array.from({ length: 20 }, (_, place) => ({
    tool: 'javascript',
    input: JSON.stringify({ code: code(place) }),
  }))
  upstream.reply(callsTools({ calls }))
  const tools = [offers('auto', 'javascript')]
  const chatId = await openToolChat(page, { address: server.address, upstream, tools })
  await send(page, 'Count')
  const most = Math.max(1, availableParallelism() - 1)
  await expect(page.getByText(/Waiting for \d+ other scripts?/)).toHaveCount(20 - most)
  await expect(page.getByText('Waiting for 19 other scripts')).toHaveCount(1)
  const client = clientOf(server.address)
  const { workspaceId } = (await client.chat(chatId)).chat
  await client.writeFile(workspaceId, { path: '/go', content: { text: 'now' }, expect: 'new' })
  await expect(answers(page).last()).toContainText('The tool said')
  const { path } = await client.chat(chatId)
  const results = path.flatMap(message => (message.role === 'tool-results' ? message.parts : []))
  expect(results.map(({ content }) => content)).toEqual(
    calls.map((_, place) => [{ kind: 'text', text: `=== Result ===\n${place}` }]),
  )
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('[T5] [V1] a script that waits for others says so in whole words, and the line keeps its height', async ({
    page,
    server,
    upstream,
  }) => {
    const most = Math.max(1, availableParallelism() - 1)
    const input = JSON.stringify({ code: "while (!(await fs.exists('/go'))) {}" })
    upstream.reply(callsTools({ calls: Array(most + 1).fill({ tool: 'javascript', input }) }))
    await openToolChat(page, { address: server.address, upstream, tools: [offers('auto', 'javascript')] })
    await send(page, 'Count')
    const lines = answers(page).getByRole('button', { name: /^JavaScript/ })
    const waits = lines.filter({ hasText: /Waiting for \d+ other scripts?/ })
    await expect(waits).toHaveCount(1)
    const status = waits.locator('span', { hasText: 'Waiting' }).first()
    const cut = await status.evaluate(line => [
      line.scrollWidth - line.clientWidth,
      line.scrollHeight - line.clientHeight,
    ])
    expect(cut).toEqual([0, 0])
    const heights = await lines.evaluateAll(all => all.map(line => line.getBoundingClientRect().height))
    expect(new Set(heights).size).toBe(1)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(waits).toHaveCount(0)
  })
})

for (const [device, viewport] of DEVICES) {
  test(`[T9] on ${device}, the to-do list stays above the composer while something on it is open`, async ({
    page,
    server,
    upstream,
  }) => {
    await page.setViewportSize(viewport)
    const done = { ...todo, input: todo.input.replaceAll(/"(in_progress|pending)"/g, '"completed"') }
    upstream.reply(callsInTurn([todo]))
    await openToolChat(page, { address: server.address, upstream, tools: [offers('auto')] })
    await send(page, 'Plan the wall')
    await expect(answers(page).last()).toContainText('Everything was tried.')
    const pinned = page.getByRole('region', { name: 'To-dos of this chat' })
    await expect(pinned).toContainText('To-dos: 1 of 3 done')
    await expect(pinned).toContainText('Measure the harbour wall')
    await expect(pinned.getByRole('listitem')).toHaveCount(0)
    await pinned.getByRole('button').click()
    await expect(pinned.getByRole('listitem')).toHaveText([
      'Read the tide table',
      'Measure the harbour wall',
      'Order granite',
    ])
    await expect(pinned.getByRole('img', { name: 'in progress' })).toHaveCount(1)
    upstream.reply(callsInTurn([done]))
    await send(page, 'Finish it')
    await expect(pinned).toHaveCount(0)
  })
}

test('[T9] [V3] a to-do list with open items stays after a reload of a chat that has grown far below it', async ({
  page,
  server,
  upstream,
}) => {
  upstream.reply(callsInTurn([todo]))
  const chatId = await openToolChat(page, { address: server.address, upstream, tools: [offers('auto')] })
  await send(page, 'Plan the wall')
  await expect(answers(page).last()).toContainText('Everything was tried.')
  await answerEnded(page)
  const client = clientOf(server.address)
  const { path } = await client.chat(chatId)
  upstream.reply(says(() => ({ text: 'That is long.' })))
  // As long as all that one view has of a path.
  await client.send(chatId, {
    text: 'granite '.repeat(30_000),
    parentId: path.findLast(({ role }) => role === 'assistant')?.id ?? null,
  })
  await expect(answers(page).last()).toContainText('That is long.')
  await page.reload()
  await expect(answers(page).last()).toContainText('That is long.')
  await expect
    .poll(async () => (await client.chat(chatId)).path.some(({ role }) => role === 'tool-results'))
    .toBe(false)
  await expect(page.getByRole('region', { name: 'To-dos of this chat' })).toContainText('To-dos: 1 of 3 done')
})

function writes(path: string, text: string) {
  return { tool: 'filesystem', input: JSON.stringify({ command: 'create', path, file_text: text }) }
}

test('[Z-7] [T3] what would be written is drawn, several are approved at once, and a link in the answer opens the file', async ({
  page,
  server,
  upstream,
}) => {
  const command = { tool: 'run_shell_command', input: '{"command":"true"}' }
  const calls = [writes('/wall.md', 'Granite\n'), writes('/tide.md', 'High at noon\n'), command]
  upstream.reply(callsTools({ calls }))
  const chatId = await openToolChat(page, {
    address: server.address,
    upstream,
    tools: [offers('confirm', 'filesystem'), offers('confirm', 'run_shell_command')],
  })
  await send(page, 'Note it')
  const cards = page.getByRole('region', { name: /needs approval/ })
  await expect(cards).toHaveCount(3)
  await expect(cards.first()).toContainText('Write 1 line to /wall.md')
  await expect(cards.first()).toContainText('Granite')
  // A command of the shell is never among those that are approved at once.
  await cards.first().getByRole('button', { name: 'Approve all 2' }).click()
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText('run_shell_command')
  await cards.getByRole('button', { name: 'Deny' }).click()
  await cards.getByRole('textbox').press('Enter')
  await expect(cards).toHaveCount(0)
  await expect(answers(page).last()).toContainText('The tool said')
  await answerEnded(page)

  // What is written below while the button is down does not take the link away from under it.
  const gate = closedGate()
  const steps = Array.from({ length: 40 }, (_, step) => `${step}. Stone by stone`).join('\n')
  upstream.reply(says(() => ({ text: `[note](file:/wall.md) \n\n${steps}\n\nDone.`, gate })))
  await send(page, 'Where?')
  await page.getByRole('link', { name: 'note', exact: true }).hover()
  await page.mouse.down()
  gate.open()
  await expect(answers(page).last()).toContainText('Done.')
  await page.mouse.up()
  await expect(page.getByRole('textbox', { name: 'Text of /wall.md' })).toContainText('Granite')
  const { workspaceId } = (await clientOf(server.address).chat(chatId)).chat
  expect(new URL(page.url()).pathname).toBe(`/workspaces/${workspaceId}/files`)
})

test('[R6] A approves and D denies only while the card has the focus, and not as soon as it appears', async ({
  page,
  server,
  upstream,
}) => {
  upstream.reply(callsTools({ calls: [writes('/wall.md', 'Granite\n')] }))
  await openToolChat(page, { address: server.address, upstream, tools: [offers('confirm', 'filesystem')] })
  await send(page, 'Note it')
  const card = page.getByRole('region', { name: /needs approval/ })
  await expect(card).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('a')
  await card.focus()
  await pressUntilTaken(page, 'd')
  await expect(card.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(card.getByRole('button', { name: 'Deny' })).toBeFocused()
  await card.focus()
  await pressUntilTaken(page, 'a')
  await expect(card).toHaveCount(0)
})

/** A card takes no key in its first half second: the key is pressed until one takes it, and not again, however long its answer takes. */
async function pressUntilTaken(page: Page, key: 'a' | 'd'): Promise<void> {
  await page.evaluate(() => {
    document.body.dataset.taken = 'none'
    const onKeyDown = ({ key: pressed, defaultPrevented }: KeyboardEvent) => {
      if (!defaultPrevented) return
      document.body.dataset.taken = pressed
      removeEventListener('keydown', onKeyDown)
    }
    addEventListener('keydown', onKeyDown)
  })
  await expect(async () => {
    await page.keyboard.press(key)
    expect(await page.locator('body').getAttribute('data-taken')).toBe(key)
  }).toPass()
}

test('[R6] [Z-7] A pressed twice approves one card: the next one takes no key in the first half second of its focus', async ({
  page,
  server,
  upstream,
}) => {
  upstream.reply(callsTools({ calls: [writes('/wall.md', 'Granite\n'), writes('/tide.md', 'High at noon\n')] }))
  const tools = [offers('confirm', 'filesystem')]
  await openToolChat(page, { address: server.address, upstream, tools })
  await send(page, 'Note it')
  const cards = page.getByRole('region', { name: /needs approval/ })
  await expect(cards).toHaveCount(2)
  // Pressed in the same moment in which the focus arrives at the second card, which has been on the page for long.
  await page.evaluate(() => {
    addEventListener('focusin', ({ target }) => {
      const [, second] = document.querySelectorAll('[data-call-waits]')
      if (!(target instanceof HTMLElement) || target !== second) return
      target.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
      target.dataset.pressed = 'a'
    })
  })
  await cards.first().focus()
  await pressUntilTaken(page, 'a')
  await expect(cards).toHaveCount(1)
  await expect(cards).toHaveAttribute('data-pressed', 'a')
  await expect(cards).toContainText('/tide.md')
  await pressUntilTaken(page, 'a')
  await expect(cards).toHaveCount(0)
  await expect(answers(page).last()).toContainText('The tool said')
})
