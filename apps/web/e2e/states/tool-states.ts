import { mkdir, mkdtemp, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clientOf } from '../setup/inspector-page.ts'
import { answers, send } from '../setup/stet.ts'
import {
  type AskedCall,
  callsInTurn,
  callsTools,
  closedGate,
  delegates,
  offers,
  openToolChat,
  todo,
} from '../setup/tool-upstream.ts'
import { addEverything } from './page-states.ts'
import type { Show, Stage } from './stage.ts'

const FAULTY = fileURLToPath(new URL('../../../server/src/mcp/testing/misbehave.ts', import.meta.url))

/** What tools reach and leave behind: files and their versions, directories, jobs, sub-agents, servers. */
export const toolStates: Readonly<Record<string, Show>> = {
  'compared-versions': async ({ page, address }) => {
    const client = clientOf(address)
    const { id } = await client.workspace()
    const path = '/notes/plan.md'
    const lines = Array.from({ length: 20 }, (_, line) => `Stone ${line + 1} goes beside the other.`)
    for (let version = 1; version <= 12; version += 1) {
      const text = ['# Plan', ...lines.slice(version), `Buy **granite** for wall ${version}.`].join('\n')
      await client.writeFile(id, { path, content: { text }, expect: 'any' })
    }
    await page.goto(`/workspaces/${id}/files?path=${path}`)
    await page.getByRole('button', { name: 'Versions' }).click()
    await page.getByRole('list', { name: 'Versions' }).getByRole('button').nth(3).click()
    await page.getByText('wall 12').first().waitFor()
  },
  'exposed-directory': async stage => {
    const directory = await makeDirectory()
    const chatId = await openToolChat(stage.page, { ...stage, tools: [offers(null, 'list_directory')] })
    await clientOf(stage.address).expose(chatId, { path: directory })
    await stage.page.getByRole('region', { name: 'Changed directories' }).waitFor()
  },
  'directory-picker': async stage => {
    await openToolChat(stage.page, { ...stage, tools: [] })
    await send(stage.page, '/expose ')
    const dialog = stage.page.getByRole('dialog', { name: 'Expose a directory' })
    await dialog.getByRole('list', { name: 'Directories' }).getByRole('button').first().waitFor()
  },
  'background-jobs': async stage => {
    const command = 'echo ready; sleep 300'
    const start = call('run_shell_command', { command, background: true })
    await inDirectory(stage, callsInTurn([start]), ['run_shell_command'])
    await approve(stage)
    await answers(stage.page).getByText('Everything was tried.').waitFor()
    const jobs = stage.page.getByRole('region', { name: 'Background jobs' })
    await jobs.getByRole('button', { name: /^Job 1/ }).click()
    await jobs.getByText('ready').last().waitFor()
  },
  'live-output': async stage => {
    const start = call('run_shell_command', { command: 'for n in 1 2 3; do echo "test $n passed"; done; sleep 300' })
    await inDirectory(stage, callsInTurn([start]), ['run_shell_command'])
    await approve(stage)
    await stage.page.getByRole('figure', { name: 'Output so far' }).getByText('test 3 passed').waitFor()
  },
  'sub-agent': async stage => {
    stage.upstream.reply(delegates({ message: 'Count the stones', enabledTools: ['write_todo'] }, [todo]))
    await openToolChat(stage.page, { ...stage, tools: [offers(null, 'minion'), offers('confirm')] })
    await send(stage.page, 'How many stones?')
    await stage.page.getByRole('region', { name: /needs approval/ }).waitFor()
  },
  'sampling-of-a-server': async stage => {
    const input = '{"prompt":"When is the tide?","maxTokens":50}'
    stage.upstream.reply(callsTools({ calls: [{ tool: 'trigger-sampling-request', input }] }))
    await addEverything(stage.address)
    await openToolChat(stage.page, { ...stage, tools: [offers('auto', 'trigger-sampling-request')] })
    await send(stage.page, 'Have it ask')
    await stage.page.getByRole('region', { name: 'Everything asks to use the model' }).waitFor()
  },
  'changed-mcp-tools': async ({ page, address }) => {
    const client = clientOf(address)
    const { id } = await client.workspace()
    const later = join(await mkdtemp(join(tmpdir(), 'stet-later-')), 'later')
    const reach = { kind: 'stdio', command: process.execPath, args: [FAULTY, 'changes', later], cwd: null } as const
    const added = await client.addMcpServer(id, { form: { name: 'Faulty', enabled: true, reach, secrets: {} } })
    await client.testMcpServer(added.id)
    await writeFile(later, '')
    await client.stopMcpServer(added.id)
    await client.testMcpServer(added.id)
    await page.goto(`/workspaces/${id}/mcp/${added.id}`)
    await page.getByRole('list', { name: 'Changes' }).first().waitFor()
  },
  'mcp-insert': async stage => {
    await addEverything(stage.address)
    await openToolChat(stage.page, { ...stage, tools: [] })
    await stage.page.getByRole('button', { name: 'Insert from an MCP server' }).click()
    await stage.page
      .getByRole('dialog')
      .getByRole('button', { name: /^Arguments Prompt/ })
      .waitFor()
  },
  'many-scripts': async stage => {
    const gate = closedGate()
    const calls = Array.from({ length: 5 }, (_, place) => call('javascript', { code: `for (;;) ${place}` }))
    stage.upstream.reply(callsTools({ calls, gate }))
    await openToolChat(stage.page, { ...stage, tools: [offers('auto', 'javascript')] })
    gate.open()
    await send(stage.page, 'Count')
    await stage.page
      .getByText(/Waiting for \d other/)
      .last()
      .waitFor()
  },
}

async function makeDirectory(): Promise<string> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'stet-exposed-')))
  await mkdir(join(directory, 'src'))
  await writeFile(join(directory, 'AGENTS.md'), 'Measure twice.\n')
  return directory
}

function call(tool: string, input: object): AskedCall {
  return { tool, input: JSON.stringify(input) }
}

async function inDirectory(
  stage: Stage,
  reply: ReturnType<typeof callsInTurn>,
  tools: readonly string[],
): Promise<void> {
  stage.upstream.reply(reply)
  const chatId = await openToolChat(stage.page, { ...stage, tools: tools.map(name => offers(null, name)) })
  await clientOf(stage.address).expose(chatId, { path: await makeDirectory() })
  await send(stage.page, 'Start it')
}

async function approve({ page }: Stage): Promise<void> {
  const card = page.getByRole('region', { name: /needs approval/ })
  await card.getByRole('button', { name: 'Approve', exact: true }).click()
}
