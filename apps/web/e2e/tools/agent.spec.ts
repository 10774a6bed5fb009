import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { WireServer } from '@stet/models/testing'
import { clientOf } from '../setup/inspector-page.ts'
import { startServer } from '../setup/server.ts'
import { answers, DEVICES, expect, send } from '../setup/stet.ts'
import { type AskedCall, approvalCard, callsInTurn, offers, openToolChat } from '../setup/tool-upstream.ts'
import { wireTest } from '../setup/upstream.ts'

const TOOLS = [
  'list_directory',
  'read_file',
  'search_files',
  'write_file',
  'edit_file',
  'run_shell_command',
  'background_job',
]

/** A git repository with a program that is wrong, and a test that says so. */
const test = wireTest.extend<{ repository: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this what the fixture needs
  repository: async ({}, use) => {
    const repository = await realpath(await mkdtemp(join(tmpdir(), 'stet-repository-')))
    await writeFile(join(repository, 'sum.mjs'), 'export const sum = (a, b) => a - b\n')
    await writeFile(
      join(repository, 'sum.test.mjs'),
      "import { sum } from './sum.mjs'\nconsole.log('testing')\nif (sum(2, 3) !== 5) throw new Error('2 + 3 is not ' + sum(2, 3))\nconsole.log('passed')\n",
    )
    const git = (...args: string[]) => execFileSync('git', args, { cwd: repository })
    git('init', '-q')
    git('add', '.')
    git('-c', 'user.name=Test', '-c', 'user.email=test@example.invalid', 'commit', '-qm', 'A sum')
    await use(repository)
    await rm(repository, { recursive: true, force: true })
  },
})

function call(tool: string, input: object): AskedCall {
  return { tool, input: JSON.stringify(input) }
}

async function approve(page: Page, title: string): Promise<void> {
  await approvalCard(page, title).getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(approvalCard(page, title)).toHaveCount(0)
}

async function openAgentChat(page: Page, given: { address: string; upstream: WireServer; repository: string }) {
  const { address, upstream, repository } = given
  const chatId = await openToolChat(page, { address, upstream, tools: TOOLS.map(name => offers(null, name)) })
  await clientOf(address).expose(chatId, { path: repository })
  return chatId
}

for (const [place, viewport] of DEVICES) {
  test.describe(`on ${place}`, () => {
    test.use({ viewport })

    test('[T7] [Z-7] [FT-10] an agent reads, searches, edits, runs the tests, fixes and runs them again', async ({
      page,
      server,
      upstream,
      repository,
    }) => {
      const path = join(repository, 'sum.mjs')
      const runs = call('run_shell_command', { command: 'node sum.test.mjs && git diff --stat' })
      upstream.reply(
        callsInTurn([
          call('read_file', { path }),
          call('search_files', { pattern: 'sum\\(' }),
          call('edit_file', { path, old_str: 'a - b', new_str: 'a * b' }),
          runs,
          call('edit_file', { path, old_str: 'a * b', new_str: 'a + b' }),
          runs,
        ]),
      )
      await openAgentChat(page, { address: server.address, upstream, repository })
      await send(page, 'Fix the sum')
      await expect(approvalCard(page, 'Edit file').getByRole('list', { name: 'Changes' })).toContainText('a * b')
      await approve(page, 'Edit file')

      await expect(approvalCard(page, 'Shell')).toContainText('node sum.test.mjs && git diff --stat')
      await expect(approvalCard(page, 'Shell')).toContainText(repository)
      await expect(approvalCard(page, 'Shell').getByRole('button', { name: 'Always allow in this chat' })).toHaveCount(
        0,
      )
      await approve(page, 'Shell')
      await expect(approvalCard(page, 'Edit file').getByRole('list', { name: 'Changes' })).toContainText('a + b')
      expect(await readFile(path, 'utf8')).toContain('a * b')
      await approve(page, 'Edit file')
      await approve(page, 'Shell')
      await expect(answers(page).last()).toContainText('Everything was tried.')
      expect(await readFile(path, 'utf8')).toBe('export const sum = (a, b) => a + b\n')

      const results = upstream.requests
        .flatMap(({ body }) => (body.includes('"role":"tool"') ? [JSON.parse(body)] : []))
        .findLast(({ messages }) => messages.at(-1).role === 'tool').messages as readonly {
        role: string
        content: string
      }[]
      const read = results.filter(({ role }) => role === 'tool').map(({ content }) => content)
      expect(read[0]).toContain('export const sum = (a, b) => a - b')
      expect(read[1]).toContain('sum.test.mjs:3:')
      expect(read[3]).toContain('2 + 3 is not 6')
      expect(read[5]).toMatch(/passed[\s\S]*sum\.mjs[\s\S]*exit code 0/)
    })
  })
}

test.describe('a command', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('[T7] [Z-7] is shown once where it waits for approval, whole', async ({
    page,
    server,
    upstream,
    repository,
  }) => {
    upstream.reply(callsInTurn([call('run_shell_command', { command: 'git status\ngit log' })]))
    await openAgentChat(page, { address: server.address, upstream, repository })
    await send(page, 'Look')
    const shell = approvalCard(page, 'Shell')
    await expect(shell.getByRole('group', { name: 'Arguments' })).toContainText('git log')
    await expect(shell.getByText('git status')).toHaveCount(1)
  })

  test('[T7] [FT-7] shows its output as it comes, and Stop ends it', async ({ page, server, upstream, repository }) => {
    const command = 'echo one; echo two; sleep 300'
    upstream.reply(callsInTurn([call('run_shell_command', { command })]))
    await openAgentChat(page, { address: server.address, upstream, repository })
    await send(page, 'Wait')
    await approve(page, 'Shell')
    await expect(page.getByRole('figure', { name: 'Output so far' })).toContainText('two')
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(page.getByText('stopped by the user').first()).toBeVisible()
  })

  test('[T7] in the background is listed and can be stopped', async ({ page, server, upstream, repository }) => {
    const command = 'echo ready; sleep 300'
    upstream.reply(callsInTurn([call('run_shell_command', { command, background: true })]))
    const chatId = await openAgentChat(page, { address: server.address, upstream, repository })
    await send(page, 'Start it')
    await approve(page, 'Shell')
    await expect(answers(page).last()).toContainText('Everything was tried.')
    const jobs = page.getByRole('region', { name: 'Background jobs' })
    await jobs.getByRole('button', { name: /^Job 1/ }).click()
    await expect(jobs).toContainText('ready')
    // It continues after the shell was switched off, and can still be stopped.
    await clientOf(server.address).changeTools(chatId, { tools: [] })
    await page.reload()
    await jobs.getByRole('button', { name: 'Stop job 1' }).click()
    await expect(jobs).toHaveCount(0)
  })
})

test.describe('a server in a process of its own', () => {
  test.use({ ownProcess: true, viewport: { width: 1440, height: 900 } })

  test('[T7] [R5] [FT-10] a command that was running when the server died is unknown, has ended, and the run continues on request', async ({
    page,
    server,
    data,
    upstream,
    repository,
  }) => {
    const command = 'echo $$ > pid; echo one; echo two; sleep 300'
    upstream.reply(callsInTurn([call('run_shell_command', { command })]))
    const chatId = await openAgentChat(page, { address: server.address, upstream, repository })
    await send(page, 'Wait')
    await approve(page, 'Shell')
    await expect(page.getByRole('figure', { name: 'Output so far' })).toContainText('two')
    await server.kill('SIGKILL')
    const pid = Number(await readFile(join(repository, 'pid'), 'utf8'))
    await expect.poll(() => isAlive(pid)).toBe(false)
    const again = await startServer({ data, port: server.port })
    try {
      const { calls } = await clientOf(again.address).chat(chatId)
      expect(Object.values(calls).map(({ state }) => state.kind)).toEqual(['unknown'])
      await page.getByRole('region', { name: 'Pending tool calls' }).getByRole('button', { name: 'Continue' }).click()
      await expect(answers(page).last()).toContainText('Everything was tried.')
      await expect(page.getByRole('region', { name: 'Pending tool calls' })).toHaveCount(0)
    } finally {
      await again.kill('SIGTERM')
    }
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
    throw error
  }
}
