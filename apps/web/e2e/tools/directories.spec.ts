import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { clientOf } from '../setup/inspector-page.ts'
import { answers, composer, DEVICES, expect, send } from '../setup/stet.ts'
import { approvalCard, callsInTurn, closedGate, offers, openToolChat } from '../setup/tool-upstream.ts'
import { addProvider, wireTest } from '../setup/upstream.ts'

/** A directory with a file and directives, outside the data folder. */
const test = wireTest.extend<{ directory: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this what the fixture needs
  directory: async ({}, use) => {
    const directory = await realpath(await mkdtemp(join(tmpdir(), 'stet-exposed-')))
    await mkdir(join(directory, 'src'))
    await writeFile(join(directory, 'AGENTS.md'), 'Measure twice.\n')
    await writeFile(join(directory, 'src', 'wall.txt'), 'granite\n')
    await use(directory)
    await rm(directory, { recursive: true, force: true })
  },
})

function pending(page: Page) {
  return page.getByRole('region', { name: 'Changed directories' })
}

async function type(page: Page, command: string): Promise<void> {
  await composer(page).fill(command)
  await composer(page).press('Enter')
}

test.describe('on a desk', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('[T7] [H8] [Z-9] a directory is exposed by command, noted at once, sent with its directives, and hidden again', async ({
    page,
    server,
    data,
    upstream,
    directory,
  }) => {
    await openToolChat(page, { address: server.address, upstream, tools: [offers(null, 'list_directory')] })
    await type(page, `/expose ${data}`)
    await expect(page.getByRole('alert')).toContainText('belongs to Stet itself')
    await type(page, `/expose ${directory}`)
    await expect(pending(page)).toContainText(`Directory added: ${directory}`)
    await send(page, 'What is here?')
    await expect(page.getByRole('article', { name: 'Directories changed' })).toContainText(directory)
    await expect(pending(page)).toHaveCount(0)
    await expect(answers(page).last()).toContainText('Good morning')
    const body = upstream.requests.find(request => request.body.includes('What is here?'))?.body ?? ''
    expect(body).toContain('<exposed-directories>')
    expect(body).toContain('wall.txt')
    expect(body.split('Measure twice.')).toHaveLength(2)

    await type(page, '/unexpose ')
    await expect(pending(page)).toContainText(`Directory removed: ${directory}`)
  })

  test('[T7] [T11] a directory is exposed before there is a chat: it is made, and one that cannot be exposed leaves none', async ({
    page,
    server,
    directory,
  }) => {
    await page.goto('/')
    await type(page, '/expose /nowhere/at/all')
    await expect(page.getByRole('alert')).toContainText('Could not expose the directory')
    await expect(composer(page)).toHaveValue('/expose /nowhere/at/all')
    await type(page, '/clear')
    await expect(page.getByRole('alert')).toContainText('/clear needs a chat')
    await type(page, `/expose ${directory}`)
    await expect(page).toHaveURL(/\/chats\/chat_/)
    await expect(pending(page)).toContainText(`Directory added: ${directory}`)
    const { chats } = await clientOf(server.address).listChats({})
    expect(chats).toHaveLength(1)
  })

  test('[T7] [FT-3] [Z-7] an edit is shown as a diff, approved, and written', async ({
    page,
    server,
    upstream,
    directory,
  }) => {
    const path = join(directory, 'src', 'wall.txt')
    upstream.reply(
      callsInTurn([
        { tool: 'read_file', input: JSON.stringify({ path }) },
        { tool: 'edit_file', input: JSON.stringify({ path, old_str: 'granite', new_str: 'slate' }) },
      ]),
    )
    const chatId = await openToolChat(page, {
      address: server.address,
      upstream,
      tools: [offers(null, 'read_file'), offers(null, 'edit_file')],
    })
    await clientOf(server.address).expose(chatId, { path: directory })
    await send(page, 'Change the stone')
    const card = approvalCard(page, 'Edit file')
    await expect(card.getByRole('list', { name: 'Changes' })).toContainText('slate')
    expect(await readFile(path, 'utf8')).toBe('granite\n')
    await card.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(answers(page).last()).toContainText('Everything was tried.')
    expect(await readFile(path, 'utf8')).toBe('slate\n')
  })
})

test.describe('an edit that failed', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('[T7] [V2] is open below the steps that are over, until the same edit succeeds', async ({
    page,
    server,
    upstream,
    directory,
  }) => {
    const path = join(directory, 'src', 'wall.txt')
    const edit = (old_str: string) => ({
      tool: 'edit_file',
      input: JSON.stringify({ path, old_str, new_str: 'slate' }),
    })
    const read = { tool: 'read_file', input: JSON.stringify({ path }) }
    const gate = closedGate()
    upstream.reply(callsInTurn([read, edit('marble')], { gate }))
    const chatId = await openToolChat(page, {
      address: server.address,
      upstream,
      tools: [offers(null, 'read_file'), offers('auto', 'edit_file')],
    })
    await clientOf(server.address).expose(chatId, { path: directory })
    await send(page, 'Change the stone')
    const results = page.getByRole('article', { name: 'Tool results' })
    const steps = page.getByRole('article', { name: 'Steps' }).getByRole('button')
    await expect(steps).toContainText('1 failed')
    await expect(results).toContainText('did not appear verbatim')
    await expect(results).toHaveCount(1)
    gate.open()
    await expect(answers(page).last()).toContainText('Everything was tried.')
    await expect(results).toContainText('did not appear verbatim')

    upstream.reply(callsInTurn([read, edit('marble'), edit('granite')], { says: 'It is slate now.' }))
    await send(page, 'Once more')
    await expect(answers(page).last()).toContainText('It is slate now.')
    expect(await readFile(path, 'utf8')).toBe('slate\n')
    await expect(steps.last()).toContainText('3 steps')
    await expect(results).toHaveCount(1)
    await steps.last().click()
    await expect(results.filter({ hasText: 'Result of Read file' })).toHaveCount(1)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('[T7] a directory is picked from a list, and the tools that reach it are turned on', async ({
    page,
    server,
    upstream,
    directory,
  }) => {
    const chatId = await openToolChat(page, { address: server.address, upstream, tools: [] })
    await type(page, '/expose ')
    const dialog = page.getByRole('dialog', { name: 'Expose a directory' })
    await dialog.getByRole('list', { name: 'Directories' }).getByRole('button', { name: '/', exact: true }).click()
    await expect(dialog.getByRole('button', { name: 'Expose this' })).toBeDisabled()
    for (const name of directory.slice(1).split('/')) {
      await dialog.getByRole('list', { name: 'Directories' }).getByRole('button', { name, exact: true }).click()
    }
    await expect(dialog).toContainText(directory)
    await dialog.getByRole('button', { name: 'Expose this' }).click()
    await expect(dialog).toHaveCount(0)
    await pending(page).getByRole('button', { name: 'Tools' }).click()
    await page.getByRole('button', { name: /^Turn on \d tools$/ }).click()
    await expect
      .poll(async () => (await clientOf(server.address).chat(chatId)).chat.settings.tools.map(({ name }) => name))
      .toEqual(['list_directory', 'read_file', 'search_files', 'write_file', 'edit_file'])
    await page.getByRole('button', { name: `Hide ${directory}` }).click()
    await expect(page.getByText('Tools reach no directory of this computer.')).toBeVisible()
  })
})

const AGENT = /^You are a careful software engineer/

for (const [place, viewport] of DEVICES) {
  test.describe(`a coding agent, on ${place}`, () => {
    test.use({ viewport })

    test('[T7] [W2] [V5] is set up from the first page with two clicks and a path', async ({
      page,
      server,
      upstream,
      directory,
    }) => {
      await addProvider(server.address, upstream)
      await page.goto('/')
      await page.getByRole('button', { name: 'Work in a directory' }).click()
      const picker = page.getByRole('dialog', { name: 'Expose a directory' })
      await expect(picker.getByRole('switch', { name: 'Set up a coding agent' })).toBeChecked()
      await picker.getByRole('textbox', { name: 'Path' }).fill(directory)
      await picker.getByRole('button', { name: 'Expose', exact: true }).click()
      await expect(pending(page)).toContainText('The model learns of this with your next message.')
      await send(page, 'What is here?')
      await expect(answers(page).last()).toContainText('Good morning')
      const { messages, tools } = JSON.parse(
        upstream.requests.find(request => request.body.includes('What is here?'))?.body ?? '{}',
      ) as { messages: { content: string }[]; tools: { function: { name: string } }[] }
      expect(messages[0]?.content).toMatch(AGENT)
      expect(messages[0]?.content).toContain(directory)
      const names = tools.map(tool => tool.function.name)
      expect(names).toEqual(expect.arrayContaining(['read_file', 'edit_file', 'run_shell_command', 'write_todo']))
    })
  })
}

test('[T7] [W2] a directory that no tool reaches says so, and one click sets up an agent', async ({
  page,
  server,
  upstream,
  directory,
}) => {
  const chatId = await openToolChat(page, { address: server.address, upstream, tools: [] })
  await type(page, `/expose ${directory}`)
  await expect(pending(page)).toContainText('No tool of this chat reaches it yet.')
  await pending(page).getByRole('button', { name: 'Set up a coding agent' }).click()
  await expect(pending(page)).toContainText('The model learns of this with your next message.')
  await expect.poll(async () => (await clientOf(server.address).chat(chatId)).chat.settings.systemPrompt).toMatch(AGENT)
})
