import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFiles } from '@stet/files'
import { makeId } from '@stet/history'
import { createMemoryDatabase, FILE_VERSIONS_SHELF, FILES_SHELF, type Store } from '@stet/store'
import type { ToolContext } from '@stet/tools'
import { exampleFile, runTool } from '@stet/tools/testing'
import { describeTools } from '@stet/tools/testing/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { serverTools } from './server-tools.ts'
import { createShellJobs } from './shell/jobs.ts'

const openStore = () => createMemoryDatabase().openStore('owner')

/** An empty workspace, whose chats hold nothing. */
async function emptyWorkspace(store: Store = openStore()): Promise<Partial<ToolContext>> {
  const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count))
  const own = createFiles({ store, clock: () => 0, randomBytes }).of(makeId('ws', new Uint8Array(20)))
  return {
    files: {
      ...own,
      write: (path, bytes, expected) => own.write(path, bytes, { expect: expected, by: { kind: 'user' } }),
    },
    children: {
      async *run() {
        yield { text: 'Thinking' }
        return { kind: 'ended', chatId: 'chat_called', text: 'Hello.', returned: null, end: 'complete' }
      },
    },
    images: {
      make: async () => ({
        kind: 'made',
        images: [{ kind: 'file', blob: 'a'.repeat(64), name: 'wall.png', mediaType: 'image/png', size: 3 }],
      }),
      attached: async () => [],
    },
    search: { find: async () => ({ found: [], next: null, isPartial: false }) },
  }
}

describe('the tools of a server', () => {
  const tools = serverTools('/nowhere', createShellJobs())
  const exposed: string[] = []
  afterAll(() => Promise.all(exposed.map(root => rm(root, { recursive: true }))))

  /** A directory of its own for each use, with a file that the model has read. */
  async function expose(): Promise<Partial<ToolContext>> {
    const root = await realpath(await mkdtemp(join(tmpdir(), 'stet-tools-')))
    exposed.push(root)
    await writeFile(join(root, exampleFile.name), exampleFile.text)
    const read = tools.find(({ name }) => name === 'read_file')
    if (read !== undefined) await runTool(read, { path: exampleFile.name }, { roots: [root] })
    return { roots: [root] }
  }

  describeTools(tools, async ({ needs }) => ({
    ...(await emptyWorkspace()),
    ...(needs.includes('directories') && (await expose())),
  }))

  it('[Z-7] asks before each shell command, whatever the chat allows', () => {
    expect(tools.find(({ name }) => name === 'run_shell_command')?.alwaysConfirm).toBe(true)
  })

  it('[Z-9] [FT-1] change nothing but the files of their workspace, whatever path they are given', async () => {
    const store = openStore()
    const context = { ...(await emptyWorkspace(store)), options: { loadLibraries: false, inPrompt: false } }
    const paths = [
      '/a.md',
      '/memories/a.md',
      '/../stet.db',
      '/stet.db',
      '/../../etc/passwd',
      '/settings',
      'stet.db',
      '/mcp',
    ]
    for (const tool of tools) {
      for (const path of paths) {
        const quoted = JSON.stringify(path)
        const input =
          tool.name === 'javascript'
            ? { code: `await fs.writeFile(${quoted}, 'x'); await fs.rename(${quoted}, '/b.md')` }
            : { command: 'create', path, file_text: 'x' }
        if (['memory', 'filesystem', 'javascript'].includes(tool.name)) await runTool(tool, input, context)
      }
    }
    const shelves = new Set((await store.changes(0, 10_000)).map(({ shelf }) => shelf))
    expect(shelves).toEqual(new Set([FILES_SHELF, FILE_VERSIONS_SHELF]))
  })
})
