import { execFileSync } from 'node:child_process'
import { link, mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Json } from '@stet/history'
import type { ToolContext } from '@stet/tools'
import { runTool } from '@stet/tools/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDirectories } from './directories.ts'
import { createDirectoryTools } from './directory-tools.ts'
import { openInside } from './inside.ts'
import { createSeenFiles } from './seen-files.ts'

let base = ''
let root = ''
let data = ''
let tools = createDirectoryTools({ dataFolder: '', seen: createSeenFiles() })

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'stet-directories-')))
  root = join(base, 'app')
  data = join(base, 'data')
  await mkdir(join(root, 'src'), { recursive: true })
  await mkdir(data)
  await mkdir(join(base, 'app-evil'))
  await writeFile(join(root, 'src', 'tide.ts'), 'export const tide = 1\nexport const ebb = 2\n')
  await writeFile(join(base, 'secret.txt'), 'the secret\n')
  await writeFile(join(base, 'app-evil', 'secret.txt'), 'the secret\n')
  tools = createDirectoryTools({ dataFolder: data, seen: createSeenFiles() })
})

afterEach(() => rm(base, { recursive: true, force: true }))

async function use(name: string, input: Json, context: Partial<ToolContext> = {}) {
  const tool = tools.find(each => each.name === name)
  if (tool === undefined) throw new Error(name)
  const { result } = await runTool(tool, input, { roots: [root], ...context })
  const text = result.content.map(part => (part.kind === 'text' ? part.text : part.mediaType)).join('\n')
  return { outcome: result.outcome, text, drawings: result.drawings ?? [] }
}

it('[T7] lists, reads with ranges and searches an exposed directory', async () => {
  await writeFile(join(root, '.gitignore'), 'ignored.ts\n')
  await writeFile(join(root, 'ignored.ts'), 'tide\n')
  expect((await use('list_directory', { path: root })).text).toBe('src/\n.gitignore (11 bytes)\nignored.ts (5 bytes)')
  const path = join(root, 'src', 'tide.ts')
  expect((await use('read_file', { path: 'src/tide.ts', first_line: 2 })).text).toBe('     2\texport const ebb = 2')
  expect((await use('read_file', { path, line_count: 1 })).text).toContain(
    '[Lines 1 to 1 of 2. Continue with first_line 2.]',
  )
  execFileSync('git', ['init', '-q'], { cwd: root })
  expect((await use('search_files', { pattern: 'const (tide|sea)' })).text).toBe(`${path}:1:export const tide = 1`)
  expect((await use('search_files', { glob: '**/*.ts' })).text).toBe(path)
  expect((await use('search_files', { pattern: '(' })).text).toContain('The search failed: ')
  expect(
    (await use('search_files', { pattern: 'EXPORT', literal: true, ignore_case: true })).text.split('\n'),
  ).toHaveLength(2)
})

it('[T7] [FT-2] a listing names links and what is not a file, instead of their sizes', async () => {
  await symlink('src/tide.ts', join(root, 'link'))
  execFileSync('mkfifo', [join(root, 'pipe')])
  expect((await use('list_directory', { path: root })).text).toBe(
    'src/\nlink (link to src/tide.ts)\npipe (not a regular file)',
  )
})

it('[T7] [FT-3] writes and edits with a diff, and refuses to overwrite what the model has not seen', async () => {
  const path = join(root, 'src', 'tide.ts')
  const made = await use('write_file', { path: join(root, 'new', 'deep', 'a.md'), content: 'One\n' })
  expect([made.outcome, made.text]).toEqual(['done', expect.stringContaining('+One')])
  expect(made.drawings).toEqual([expect.objectContaining({ kind: 'diff', onDisk: true })])
  expect((await use('write_file', { path, content: 'x' })).text).toContain('was not read in this chat')

  await use('read_file', { path })
  const edit = { path, old_str: 'tide = 1', new_str: 'tide = 3' }
  const edited = await use('edit_file', edit)
  expect([edited.outcome, edited.text]).toEqual([
    'done',
    expect.stringContaining('-export const tide = 1\n+export const tide = 3'),
  ])
  expect((await use('edit_file', edit)).text).toContain('did not appear verbatim')
  expect((await use('edit_file', { path, old_str: 'export', new_str: 'x' })).text).toContain('Multiple occurrences')

  await writeFile(path, 'somebody else\n')
  const conflict = await use('write_file', { path, content: 'mine\n' })
  expect([conflict.outcome, conflict.text]).toEqual(['failed', expect.stringContaining('+somebody else')])
  expect(await readFile(path, 'utf8')).toBe('somebody else\n')
  expect((await use('write_file', { path, content: 'mine\n' }, { chatId: 'chat_other' })).outcome).toBe('failed')
})

it('[T7] a passage of a file with Windows line ends is found as the model saw it, and the line ends stay', async () => {
  const path = join(root, 'dos.txt')
  await writeFile(path, 'one\r\ntwo\r\nthree\r\n')
  expect((await use('read_file', { path })).text).toBe('     1\tone\n     2\ttwo\n     3\tthree')
  const edited = await use('edit_file', { path, old_str: 'one\ntwo', new_str: 'one\n1.5\ntwo' })
  expect(edited.outcome).toBe('done')
  expect(await readFile(path, 'utf8')).toBe('one\r\n1.5\r\ntwo\r\nthree\r\n')

  await writeFile(path, 'one\r\ntwo\n')
  await use('read_file', { path })
  expect((await use('edit_file', { path, old_str: 'one\ntwo', new_str: '' })).text).toContain('did not appear verbatim')
})

it('[FT-3] after a restart a file is changed only once it was read again', async () => {
  const path = join(root, 'src', 'tide.ts')
  const edit = { path, old_str: 'tide = 1', new_str: 'tide = 3' }
  await use('read_file', { path })
  tools = createDirectoryTools({ dataFolder: join(base, 'data'), seen: createSeenFiles() })
  const before = await readFile(path, 'utf8')
  for (const [name, input] of [
    ['edit_file', edit],
    ['write_file', { path, content: 'x' }],
  ] as const) {
    const refused = await use(name, input)
    expect([refused.outcome, refused.text]).toEqual([
      'failed',
      `${JSON.stringify(path)} exists and was not read in this chat since Stet started. Read it first, then change it.`,
    ])
  }
  expect(await readFile(path, 'utf8')).toBe(before)
  await use('read_file', { path })
  expect((await use('edit_file', edit)).outcome).toBe('done')
})

it('[Z-7] [FT-3] an approval is bound to the file as it is', async () => {
  const path = join(root, 'src', 'tide.ts')
  const tool = tools.find(({ name }) => name === 'edit_file')
  const parsed = tool?.parse({ path, old_str: 'tide = 1', new_str: 'tide = 3' })
  if (parsed?.kind !== 'parsed') throw new Error('it was not parsed')
  const place = {
    chatId: 'chat_a',
    workspaceId: 'ws_a',
    model: { definition: 'demo', model: 'demo' },
    options: {},
    roots: [root],
    now: () => 0,
  } as unknown as ToolContext
  const before = await tool?.binding?.(parsed.input, place)
  expect(await tool?.preview?.(parsed.input, place)).toEqual([expect.objectContaining({ kind: 'diff' })])
  await writeFile(path, 'export const tide = 1 // changed\n')
  expect(await tool?.binding?.(parsed.input, place)).not.toEqual(before)
})

it.each([
  ['..', () => join(root, '..', 'secret.txt')],
  ['a directory whose name begins the same', () => join(base, 'app-evil', 'secret.txt')],
  ['relative', () => '../secret.txt'],
  ['a home', () => '~/secret.txt'],
  ['an address', () => `file://${root}/src/tide.ts`],
  ['NUL', () => `${root}/src/tide.ts\0.png`],
  ['long', () => `${root}/${'a'.repeat(5000)}`],
  ['a link to a file', () => join(root, 'link')],
  ['a link to a directory', () => join(root, 'links', 'secret.txt')],
  ['a chain of links', () => join(root, 'chain')],
  ['a hard link', () => join(root, 'hard')],
  ['the data of Stet', () => join(root, 'moved', 'secrets.key')],
])('[Z-8] [Z-9] [FT-1] [FT-2] nothing outside is read or written: %s', async (_, pathOf) => {
  await symlink(join(base, 'secret.txt'), join(root, 'link'))
  await symlink(base, join(root, 'links'))
  await symlink(join(root, 'link'), join(root, 'chain'))
  await link(join(base, 'secret.txt'), join(root, 'hard'))
  await mkdir(join(root, 'moved'))
  await writeFile(join(root, 'moved', 'secrets.key'), 'the secret\n')
  tools = createDirectoryTools({ dataFolder: join(root, 'moved'), seen: createSeenFiles() })
  const path = pathOf()
  const read = await use('read_file', { path })
  expect([read.outcome, read.text.includes('the secret')]).toEqual(['failed', false])
  expect((await use('edit_file', { path, old_str: 'secret', new_str: 'joke' })).outcome).toBe('failed')
  expect((await use('write_file', { path, content: 'joke' })).outcome).toBe('failed')
  expect((await use('search_files', { pattern: 'secret' })).text).not.toContain('the secret')
  expect(await readFile(join(base, 'secret.txt'), 'utf8')).toBe('the secret\n')
})

it('[T7] follows a link that stays inside, and writes to what it leads to', async () => {
  await symlink(join(root, 'src', 'tide.ts'), join(root, 'alias.ts'))
  await use('read_file', { path: join(root, 'alias.ts') })
  expect((await use('edit_file', { path: join(root, 'alias.ts'), old_str: 'ebb', new_str: 'flow' })).outcome).toBe(
    'done',
  )
  expect(await readFile(join(root, 'src', 'tide.ts'), 'utf8')).toContain('flow')
})

it('[FT-2] a pipe, a device, /proc, a huge and a binary file are refused or named, at once', async () => {
  execFileSync('mkfifo', [join(root, 'pipe')])
  await writeFile(join(root, 'image.png'), Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
  await writeFile(join(root, 'noise.bin'), Buffer.from([0, 1, 2, 3, 255]))
  execFileSync('truncate', ['-s', '10G', join(root, 'huge.txt')])
  expect((await use('read_file', { path: join(root, 'pipe') })).text).toContain('not a regular file')
  expect((await use('read_file', { path: '/dev/zero' }, { roots: ['/dev'] })).text).toContain('not a regular file')
  expect((await use('read_file', { path: join(root, 'huge.txt') })).text).toContain('files of up to')
  expect((await use('read_file', { path: join(root, 'noise.bin') })).text).toBe(
    `Binary file ${join(root, 'noise.bin')} (application/octet-stream): 5 bytes. It cannot be read as text.`,
  )
  const blobs: ToolContext['blobs'] = {
    put: async (bytes, facts) => ({ kind: 'file', blob: 'b', size: bytes.length, ...facts }),
    get: async () => null,
  }
  expect((await use('read_file', { path: join(root, 'image.png') }, { blobs })).text).toContain('\nimage/png')
})

/** Whatever was made at the place meanwhile goes. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code !== 'ENOENT')) throw error
    await rm(to, { recursive: true, force: true })
    await move(from, to)
  }
}

it('[Z-8] a directory that is swapped for a link while it is read never gives what is outside', async () => {
  const inside = join(root, 'swapped')
  await mkdir(inside)
  await writeFile(join(inside, 'secret.txt'), 'harmless\n')
  await symlink(base, join(root, 'way-out'))
  const folder = root
  let swapping = true
  let swaps = 0
  async function swap(): Promise<void> {
    while (swapping) {
      await move(inside, join(folder, 'aside'))
      await move(join(folder, 'way-out'), inside)
      await move(inside, join(folder, 'way-out'))
      await move(join(folder, 'aside'), inside)
      swaps += 1
      for (let turn = swaps % 23; turn > 0; turn -= 1) await new Promise(setImmediate)
    }
  }
  const read: string[] = []
  const listed: string[] = []
  async function readOften(): Promise<void> {
    for (let attempt = 0; attempt < 1000; attempt += 1) {
      read.push((await use('read_file', { path: join(inside, 'secret.txt') })).text)
      if (attempt % 50 === 0) read.push((await use('search_files', { pattern: 'the secret' })).text)
      if (attempt % 5 === 0) listed.push((await use('list_directory', { path: inside })).text)
      if (attempt > 800) await use('write_file', { path: join(inside, `made-${attempt}.txt`), content: 'made\n' })
    }
  }
  const swapped = swap()
  await readOften().finally(() => {
    swapping = false
  })
  await swapped
  expect(read.filter(text => text.includes('the secret'))).toEqual([])
  expect(read).toContain('     1\tharmless')
  expect(listed.filter(text => text.includes('app-evil'))).toEqual([])
  expect(listed).toContain('secret.txt (9 bytes)')
  expect(execFileSync('ls', [base]).toString().split('\n')).not.toContainEqual(expect.stringContaining('made-'))
})

it('[Z-8] [FT-2] a file that is swapped for a hard link while it is read and changed never gives or loses what is outside', async () => {
  const path = join(root, 'swapped.txt')
  const secret = join(base, 'secret.txt')
  let swapping = true
  async function swap(): Promise<void> {
    for (let swaps = 0; swapping; swaps += 1) {
      await link(secret, join(root, 'linked'))
      await rename(join(root, 'linked'), path)
      for (let turn = swaps % 7; turn > 0; turn -= 1) await new Promise(setImmediate)
      await writeFile(join(root, 'plain'), 'harmless\n')
      await rename(join(root, 'plain'), path)
      for (let turn = swaps % 23; turn > 0; turn -= 1) await new Promise(setImmediate)
    }
  }
  await writeFile(path, 'harmless\n')
  const texts: string[] = []
  async function work(): Promise<void> {
    for (let attempt = 0; attempt < 500; attempt += 1) {
      texts.push((await use('read_file', { path })).text)
      if (attempt % 5 === 0) texts.push((await use('write_file', { path, content: 'overwritten\n' })).text)
      if (attempt % 50 === 0) texts.push((await use('search_files', { pattern: 'the secret' })).text)
    }
  }
  const swapped = swap()
  await work().finally(() => {
    swapping = false
  })
  await swapped
  expect(texts.filter(text => text.includes('the secret'))).toEqual([])
  expect(texts).toContain('     1\tharmless')
  expect(texts).toContainEqual(expect.stringContaining('a hard link'))
  expect(await readFile(secret, 'utf8')).toBe('the secret\n')
})

it.each([
  ['another case', () => join(base, 'APP', 'secret.txt')],
  ['another case, relative', () => join('..', 'App', 'secret.txt')],
  ['a link of another case', () => join(root, 'SRC', 'secret.txt')],
  ['the data of Stet in another case', () => join(root, 'MOVED', 'secrets.key')],
  ['letters that look the same', () => join(base, 'app\u0065\u0301', 'secret.txt')],
  ['slashes and dots', () => `${root}//src/.././..//secret.txt`],
  ['slashes the other way round', () => `${root}\\..\\secret.txt`],
  ['the root by another way', () => `/proc/self/root${join(base, 'secret.txt')}`],
  ['its own descriptors', () => join(root, 'fd', 'secret.txt')],
])('[Z-8] [FT-1] nothing outside is reached by %s', async (_, pathOf) => {
  for (const name of ['APP', 'App', 'app\u00e9']) {
    await mkdir(join(base, name), { recursive: true })
    await writeFile(join(base, name, 'secret.txt'), 'the secret\n')
  }
  await symlink(base, join(root, 'SRC'))
  await symlink('/proc/self/cwd', join(root, 'fd'))
  await mkdir(join(root, 'moved'))
  await writeFile(join(root, 'moved', 'secrets.key'), 'the secret\n')
  tools = createDirectoryTools({ dataFolder: join(root, 'moved'), seen: createSeenFiles() })
  const path = pathOf()
  const read = await use('read_file', { path })
  expect([read.outcome, read.text.includes('the secret')]).toEqual(['failed', false])
  expect((await use('list_directory', { path: dirname(path) })).text).not.toContain('secrets.key')
  await use('write_file', { path, content: 'overwritten\n' })
  for (const name of ['APP', 'App', 'app\u00e9', '.']) {
    expect(await readFile(join(base, name, 'secret.txt'), 'utf8')).toBe('the secret\n')
  }
  expect(await readFile(join(root, 'moved', 'secrets.key'), 'utf8')).toBe('the secret\n')
})

it('[Z-9] [T7] what contains the data of Stet is not exposed, nor what the server does not allow', async () => {
  const directories = createDirectories({ dataFolder: data, allowed: [], home: base })
  for (const path of [data, base, '/', join(base, 'data', '.')]) {
    expect(await directories.find(path)).toEqual({ kind: 'refused', because: expect.stringMatching(/Stet/) })
  }
  expect(await directories.find('app')).toEqual({ kind: 'refused', because: 'the path app is not absolute' })
  expect(await directories.find(join(base, 'none'))).toMatchObject({ kind: 'refused' })
  expect(await directories.find('~/app')).toMatchObject({ kind: 'found', root })
  const strict = createDirectories({ dataFolder: data, allowed: [join(root, 'src')], home: base })
  expect(await strict.find(root)).toEqual({ kind: 'refused', because: expect.stringContaining('STET_ROOTS') })
  expect(await strict.browse(null)).toMatchObject({ entries: [{ path: join(root, 'src'), refused: null }] })
  expect(await strict.browse(root)).toMatchObject({ kind: 'refused' })
  const browsed = await directories.browse(base)
  expect(browsed).toMatchObject({
    refused: expect.stringContaining('contains the data'),
    entries: [{ name: 'app', refused: null }, { name: 'app-evil' }, { name: 'data', refused: expect.any(String) }],
  })
})

it('[T7] directive files and a listing are for the system prompt; two names of one file are read once', async () => {
  await writeFile(join(root, 'AGENTS.md'), 'Be brief.\n')
  await symlink('AGENTS.md', join(root, 'CLAUDE.md'))
  await symlink(join(base, 'secret.txt'), join(root, 'GEMINI.md'))
  const found = await createDirectories({ dataFolder: data, allowed: [], home: base }).find(root)
  expect(found).toMatchObject({ directives: [{ path: join(root, 'AGENTS.md'), text: 'Be brief.\n' }] })
  const place = { roots: [root], options: {} } as unknown as ToolContext
  const texts = await Promise.all(tools.map(tool => tool.instructions(place)))
  expect(texts.filter(text => text !== null)).toEqual([
    `<exposed-directories>\n${JSON.stringify(root)}:\n  src/\n    tide.ts\n  AGENTS.md\n  CLAUDE.md\n  GEMINI.md\n</exposed-directories>`,
    `Directives of ${JSON.stringify(join(root, 'AGENTS.md'))}:\nBe brief.\n`,
  ])
})

it('[Z-8] an opened file is closed when it is refused', async () => {
  const count = () =>
    execFileSync('ls', [`/proc/${process.pid}/fd`])
      .toString()
      .split('\n').length
  await symlink(join(base, 'secret.txt'), join(root, 'link'))
  const before = count()
  for (let attempt = 0; attempt < 50; attempt += 1) {
    await expect(openInside({ roots: [root], dataFolder: data }, join(root, 'link'), 'file')).rejects.toThrow(
      'not inside',
    )
  }
  expect(count()).toBeLessThan(before + 20)
})
