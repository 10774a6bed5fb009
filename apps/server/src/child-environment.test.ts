import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTool } from '@stet/tools/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { desktopEnvironment } from './child-processes.ts'
import { createSearchFiles } from './directories/search-files.ts'
import { createSeenFiles } from './directories/seen-files.ts'
import { StdioTransport } from './mcp/stdio-transport.ts'
import { startCommand } from './shell/start-command.ts'
import { findPortHolder } from './start/port-holder.ts'

const PLANTED = [
  'ANTHROPIC_API_KEY',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'GEMINI_API_KEY',
  'OPENAI_API_KEY',
  'STET_PASSPHRASE',
]
const KEY = 'sk-planted-in-the-environment'
const STARTED = 'tracing:child_process.spawn:start'

let root = ''
/** The whole environment of each program that was started, by the file name of the program. */
const started: { readonly file: string; readonly environment: readonly string[] }[] = []

function note(message: unknown): void {
  const { options } = message as { options: { file: string; envPairs: readonly string[] } }
  started.push({ file: options.file, environment: options.envPairs })
}

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'stet-children-')))
  for (const name of PLANTED) process.env[name] = KEY
  started.length = 0
  subscribe(STARTED, note)
})

afterEach(async () => {
  unsubscribe(STARTED, note)
  for (const name of PLANTED) delete process.env[name]
  await rm(root, { recursive: true, force: true })
})

function leaks(): readonly string[] {
  return started.flatMap(({ file, environment }) =>
    environment.filter(pair => pair.includes(KEY) || PLANTED.some(name => pair.startsWith(`${name}=`))).map(() => file),
  )
}

it('[Z-7] [Z-10] no variable that holds a key reaches a command, a search, an MCP server or a look at the ports', async () => {
  const command = startCommand({ command: 'env', at: root, directory: root })
  await command.ended
  expect(command.output.text()).not.toContain(KEY)

  await writeFile(join(root, 'wall.txt'), 'a granite wall\n')
  const search = createSearchFiles({ dataFolder: '/nowhere', seen: createSeenFiles() })
  const { result } = await runTool(search, { pattern: 'granite' }, { roots: [root] })
  expect(result.outcome).toBe('done')

  const program = { command: process.execPath, args: ['-e', ''], cwd: root, env: { GIVEN: 'yes' } }
  const transport = new StdioTransport(program, { onError: () => undefined })
  const ended = Promise.withResolvers<void>()
  transport.onclose = ended.resolve
  await transport.start()
  await ended.promise

  await findPortHolder(1, 'darwin')

  expect(started.map(({ environment }) => environment.length > 0)).toEqual([true, false, true, true])
  expect(leaks()).toEqual([])
})

it('[Z-7] a program of the desktop gets what the desktop needs, and no key', () => {
  process.env.WAYLAND_DISPLAY = 'wayland-test'
  const given = desktopEnvironment()
  delete process.env.WAYLAND_DISPLAY
  expect(given).toMatchObject({ WAYLAND_DISPLAY: 'wayland-test', PATH: process.env.PATH })
  expect(Object.values(given)).not.toContain(KEY)
})
