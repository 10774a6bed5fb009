import { createFiles } from '@stet/files'
import { makeId } from '@stet/history'
import { createMemoryDatabase } from '@stet/store'
import { beforeEach, describe, expect, it } from 'vitest'
import { filesystem } from '../filesystem/filesystem.ts'
import type { ToolFiles } from '../ports.ts'
import { runTool } from '../testing/index.ts'
import type { FileCommand } from '../text-files/file-command.ts'
import type { Tool } from '../tool.ts'
import { memory } from './memory.ts'

let files: ToolFiles

beforeEach(() => {
  const store = createMemoryDatabase().openStore('owner')
  const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count))
  const own = createFiles({ store, clock: () => 0, randomBytes }).of(makeId('ws', new Uint8Array(20)))
  files = {
    ...own,
    write: (path, bytes, expected) => own.write(path, bytes, { expect: expected, by: { kind: 'user' } }),
  }
})

type Input = Parameters<typeof memory.parse>[0]

async function said(input: Input, tool: Tool<FileCommand> = memory): Promise<string> {
  const { result } = await runTool(tool, input, { files })
  const [part] = result.content
  return `${result.outcome}: ${part?.kind === 'text' ? part.text : ''}`
}

const create = (path: string, file_text: string) => said({ command: 'create', path, file_text })

describe('the published wording of the memory tool', () => {
  it('[T2] lists a folder two levels deep, without hidden items and node_modules, with sizes', async () => {
    await create('/memories/a.md', 'x'.repeat(1536))
    await create('/memories/deep/b.md', 'b')
    await create('/memories/deep/er/c.md', 'c')
    await create('/memories/.hidden', 'h')
    await create('/memories/node_modules/d.js', 'd')
    expect(await said({ command: 'view', path: '/memories' })).toBe(
      "done: Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:\n" +
        [
          '1.5K\t/memories',
          '2B\t/memories/deep/',
          '1B\t/memories/deep/er/',
          '1B\t/memories/deep/b.md',
          '1.5K\t/memories/a.md',
        ].join('\n'),
    )
  })

  it('[T2] lists /memories before anything is in it', async () => {
    expect(await said({ command: 'view', path: '/memories' })).toBe(
      "done: Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:\n0B\t/memories",
    )
  })

  it('[T2] shows a file with line numbers, and a range of it', async () => {
    await create('/memories/a.md', 'one\ntwo\nthree\n')
    expect([
      await said({ command: 'view', path: '/memories/a.md' }),
      await said({ command: 'view', path: '/memories/a.md', view_range: [2, -1] }),
      await said({ command: 'view', path: '/memories/none.md' }),
    ]).toEqual([
      "done: Here's the content of /memories/a.md with line numbers:\n     1\tone\n     2\ttwo\n     3\tthree",
      "done: Here's the content of /memories/a.md with line numbers:\n     2\ttwo\n     3\tthree",
      'failed: The path /memories/none.md does not exist. Please provide a valid path.',
    ])
  })

  it('[T2] says when a file has too many lines to be shown or to be kept', async () => {
    await create('/memories/a.md', 'one')
    const kept = files
    files = { ...kept, read: async path => ({ ...(await kept.read(path)), text: '\n'.repeat(1_000_000) }) }
    expect(await said({ command: 'view', path: '/memories/a.md' })).toBe(
      'failed: File /memories/a.md exceeds maximum line limit of 999,999 lines.',
    )
    files = kept
    expect(await create('/memories/b.md', '\n'.repeat(1_000_000))).toBe(
      'failed: Error: A text file can hold 999,999 lines at most',
    )
  })

  it('[T2] creates, and never overwrites', async () => {
    expect([
      await create('/memories/a.md', 'one'),
      await create('/memories/a.md', 'two'),
      (await files.read('/memories/a.md')).text,
      await create('/memories', 'x'),
    ]).toEqual([
      'done: File created successfully at: /memories/a.md',
      'failed: Error: File /memories/a.md already exists',
      'one',
      'failed: Error: File /memories already exists',
    ])
  })

  it('[T2] replaces a text that occurs once, and says why otherwise', async () => {
    await create('/memories/a.md', 'one\ntwo\none more\nfour\nfive\nsix')
    const replace = (old_str: string, new_str = 'X', path = '/memories/a.md') =>
      said({ command: 'str_replace', path, old_str, new_str })
    expect([
      await replace('four', 'FOUR'),
      await replace('none'),
      await replace('one'),
      await replace('x', 'y', '/memories/none.md'),
      await replace('x', 'y', '/memories'),
    ]).toEqual([
      'done: The memory file has been edited. Here is the snippet showing the change (with line numbers):\n     2\ttwo\n     3\tone more\n     4\tFOUR\n     5\tfive\n     6\tsix',
      'failed: No replacement was performed, old_str `none` did not appear verbatim in /memories/a.md.',
      'failed: No replacement was performed. Multiple occurrences of old_str `one` in lines: 1, 3. Please ensure it is unique',
      'failed: Error: The path /memories/none.md does not exist. Please provide a valid path.',
      'failed: Error: The path /memories does not exist. Please provide a valid path.',
    ])
  })

  it('[T2] replaces signs that mean something in a replacement as they are, and texts of several lines', async () => {
    await create('/memories/a.md', 'a $b c\nd')
    await said({ command: 'str_replace', path: '/memories/a.md', old_str: 'c\nd', new_str: '$& $1' })
    expect((await files.read('/memories/a.md')).text).toBe('a $b $& $1')
  })

  it('[T2] inserts after a line, and says which lines there are', async () => {
    await create('/memories/a.md', 'one\ntwo\n')
    const insert = (insert_line: number, path = '/memories/a.md') =>
      said({ command: 'insert', path, insert_line, insert_text: 'new\n' })
    expect([await insert(2), (await files.read('/memories/a.md')).text, await insert(0)]).toEqual([
      'done: The file /memories/a.md has been edited.',
      'one\ntwo\nnew\n',
      'done: The file /memories/a.md has been edited.',
    ])
    expect([await insert(5), await insert(-1), await insert(0, '/memories/none.md')]).toEqual([
      'failed: Error: Invalid `insert_line` parameter: 5. It should be within the range of lines of the file: [0, 4]',
      'failed: Error: Invalid `insert_line` parameter: -1. It should be within the range of lines of the file: [0, 4]',
      'failed: Error: The path /memories/none.md does not exist',
    ])
  })

  it('[T2] deletes files and folders', async () => {
    await create('/memories/deep/a.md', 'one')
    const remove = (path: string) => said({ command: 'delete', path })
    expect([await remove('/memories/deep'), await remove('/memories/deep/a.md'), await remove('/memories')]).toEqual([
      'done: Successfully deleted /memories/deep',
      'failed: Error: The path /memories/deep/a.md does not exist',
      'failed: Error: The folder /memories itself cannot be deleted',
    ])
  })

  it('[T2] renames, and never over something', async () => {
    await create('/memories/a.md', 'a')
    await create('/memories/b.md', 'b')
    const rename = (old_path: string, new_path: string) => said({ command: 'rename', old_path, new_path })
    expect([
      await rename('/memories/a.md', '/memories/deep/c.md'),
      await rename('/memories/b.md', '/memories/deep/c.md'),
      await rename('/memories/none', '/memories/d'),
      await rename('/memories', '/memories/d'),
    ]).toEqual([
      'done: Successfully renamed /memories/a.md to /memories/deep/c.md',
      'failed: Error: The destination /memories/deep/c.md already exists',
      'failed: Error: The path /memories/none does not exist',
      'failed: Error: The folder /memories itself cannot be renamed',
    ])
  })
})

const outside = [
  '/etc/passwd',
  '/memories-evil/a',
  '/memoriesx',
  'memories/a',
  '/',
  '',
  '/Memories/a',
  '/memories/../etc/passwd',
  '/memories/./../a',
  '/memories/a/../../b',
  '/memories/%2e%2e/a',
  '/memories/%2e%2e%2fa',
  '/memories/%252e%252e/a',
  '/memories/..\\a',
  '/memories\\..\\a',
  '/memories/\uff0e\uff0e/a',
  '/memories/\u2025/a',
  '/memories/a\uff0fb',
  '/memories/a\u2215..',
  '/memories/a\0',
  '/memories//a',
  '//memories/a',
  'file:///memories/a',
  '~/memories/a',
  `/memories/${'a'.repeat(5000)}`,
]

it.each(outside)('[T2] [FT-1] refuses %j, and changes nothing', async path => {
  await create('/memories/a.md', 'one')
  const commands: readonly Input[] = [
    { command: 'view', path },
    { command: 'create', path, file_text: 'x' },
    { command: 'str_replace', path, old_str: 'one', new_str: 'x' },
    { command: 'insert', path, insert_line: 0, insert_text: 'x' },
    { command: 'delete', path },
    { command: 'rename', old_path: path, new_path: '/memories/b.md' },
    { command: 'rename', old_path: '/memories/a.md', new_path: path },
  ]
  for (const input of commands) expect(await said(input)).toMatch(/^failed: /)
  const paths: string[] = []
  for await (const { path: each } of files.walk('/')) paths.push(each)
  expect([paths, (await files.read('/memories/a.md')).text]).toEqual([['/memories', '/memories/a.md'], 'one'])
})

it('[T2] [FT-3] two edits of one file at once are both made', async () => {
  await create('/memories/a.md', 'one two')
  await Promise.all([
    said({ command: 'str_replace', path: '/memories/a.md', old_str: 'one', new_str: '1' }),
    said({ command: 'str_replace', path: '/memories/a.md', old_str: 'two', new_str: '2' }),
  ])
  expect((await files.read('/memories/a.md')).text).toBe('1 2')
})

it('[T2] is declared to Anthropic as the tool its models were trained with', () => {
  expect(memory.native).toEqual({ anthropic: { type: 'memory_20250818', name: 'memory' } })
})

describe('the filesystem tool', () => {
  const fs = (input: Input) => said(input, filesystem)

  it('[T3] changes any file but those of the memory tool', async () => {
    await create('/memories/a.md', 'one')
    const managed =
      'failed: Error: /memories is managed by the memory tool and cannot be changed with this one. Use the memory tool.'
    expect([
      await fs({ command: 'create', path: '/notes/a.md', file_text: 'hello' }),
      await fs({ command: 'str_replace', path: '/notes/a.md', old_str: 'hello', new_str: 'bye' }),
      await fs({ command: 'view', path: '/memories/a.md' }),
      await fs({ command: 'create', path: '/memories/b.md', file_text: 'x' }),
      await fs({ command: 'delete', path: '/memories' }),
      await fs({ command: 'rename', old_path: '/notes/a.md', new_path: '/memories/c.md' }),
      await fs({ command: 'rename', old_path: '/memories/a.md', new_path: '/c.md' }),
    ]).toEqual([
      'done: File created successfully at: /notes/a.md',
      'done: The file /notes/a.md has been edited. Here is the snippet showing the change (with line numbers):\n     1\tbye',
      "done: Here's the content of /memories/a.md with line numbers:\n     1\tone",
      managed,
      managed,
      managed,
      managed,
    ])
  })

  it('[T3] creates a binary file from a data URL, shows it as one, and edits no text in it', async () => {
    const url = `data:image/png;base64,${btoa('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0')}`
    expect([
      await fs({ command: 'create', path: '/a.png', file_text: url }),
      await fs({ command: 'view', path: '/a.png' }),
      await fs({ command: 'str_replace', path: '/a.png', old_str: 'IHDR', new_str: 'x' }),
      await fs({ command: 'create', path: '/b.png', file_text: 'data:image/png;base64,%%%' }),
    ]).toEqual([
      'done: File created successfully at: /a.png',
      `done: Binary file /a.png (image/png):\n${url}`,
      'failed: Error: /a.png is a binary file (image/png); its text cannot be edited',
      'failed: Error: The data URL in `file_text` is no valid base64.',
    ])
  })

  it('[T3] draws a change as a diff, before and after it is made', async () => {
    await fs({ command: 'create', path: '/a.md', file_text: 'one\ntwo\n' })
    const input = { command: 'str_replace', path: '/a.md', old_str: 'two', new_str: '2' }
    const parsed = filesystem.parse(input)
    if (parsed.kind === 'invalid') throw new Error(parsed.because)
    const place = {
      chatId: 'chat_a',
      workspaceId: 'ws_a',
      model: { definition: 'test', model: 'test' },
      options: {},
      roots: [],
      files,
      now: () => 0,
    } as const
    const before = await filesystem.preview?.(parsed.input, place)
    const { result } = await runTool(filesystem, input, { files })
    expect(before).toEqual(result.drawings)
    expect(before).toEqual([{ kind: 'diff', path: '/a.md', patch: expect.stringContaining('-two\n+2\n') }])
    expect(filesystem.summary(parsed.input)).toBe('Edit /a.md')
  })
})

it.each<readonly [Input, string]>([
  [{}, '`command` must be one of view, create, str_replace, insert, delete, rename.'],
  [{ command: 'view' }, 'The command view needs `path`, a text.'],
  [{ command: 'create', path: '/memories/a' }, 'The command create needs `file_text`, a text.'],
  [
    { command: 'insert', path: '/memories/a', insert_line: 1.5, insert_text: '' },
    'The command insert needs `insert_line`, a whole number.',
  ],
  [
    { command: 'str_replace', path: '/memories/a', old_str: '' },
    'The command str_replace needs `old_str`, a text that is not empty.',
  ],
  [
    { command: 'view', path: '/memories/a', view_range: [3, 2] },
    '`view_range` must be two whole numbers: the first line, from 1, and the last one, or -1 for the end.',
  ],
])('[T2] [FP-10] says what is missing in %j', (input, because) => {
  expect(memory.parse(input)).toEqual({ kind: 'invalid', because })
})

it('[T2] puts its listing and README.md into the system prompt, where that is set', async () => {
  await create('/memories/README.md', 'Be kind.')
  const place = {
    chatId: 'chat_a',
    workspaceId: 'ws_a',
    model: { definition: 'test', model: 'test' },
    roots: [],
    files,
    now: () => 0,
  } as const
  expect(await memory.instructions({ ...place, options: { inPrompt: false } })).toBeNull()
  expect(await memory.instructions({ ...place, options: { inPrompt: true } })).toBe(
    "# Memory\n\nHere're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:\n" +
      '8B\t/memories\n8B\t/memories/README.md\n\nContent of /memories/README.md:\nBe kind.',
  )
})
