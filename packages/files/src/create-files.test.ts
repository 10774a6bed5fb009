import { type FileId, makeId } from '@stet/history'
import { createMemoryDatabase, FILES_SHELF, type Store } from '@stet/store'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createFiles } from './create-files.ts'
import { FileError } from './file-error.ts'
import type { FileChange, WorkspaceFiles } from './files.ts'
import { createModelFiles } from './testing/model-files.ts'

const WORKSPACE = makeId('ws', new Uint8Array(20))
const OTHER = makeId('ws', new Uint8Array(20).fill(1))
const by: FileChange['by'] = { kind: 'user' }

function open(): { files: WorkspaceFiles; other: WorkspaceFiles; store: Store } {
  const store = createMemoryDatabase().openStore('owner')
  let at = 0
  const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count))
  const all = createFiles({ store, clock: () => (at += 1), randomBytes })
  return { files: all.of(WORKSPACE), other: all.of(OTHER), store }
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

async function codeOf(act: Promise<unknown>): Promise<string> {
  try {
    await act
    return 'ok'
  } catch (error) {
    if (error instanceof FileError) return error.code
    throw error
  }
}

it('[T4] keeps every change as a version, and identity through renames', async () => {
  const { files } = open()
  const first = await files.write('/notes/a.md', bytes('one'), { expect: 'new', by })
  await files.write('/notes/a.md', bytes('two'), { expect: 1, by })
  await files.move('/notes', '/papers')
  const moved = await files.read('/papers/a.md')
  expect([moved.entry.id, moved.entry.version, moved.text]).toEqual([first.id, 2, 'two'])
  expect((await files.versions(first.id)).map(({ number, size }) => [number, size])).toEqual([
    [2, 3],
    [1, 3],
  ])
  expect((await files.readVersion(first.id, 1)).text).toBe('one')
})

it('[T4] renames a folder with one row, however much is in it', async () => {
  const { files, store } = open()
  for (const name of ['a', 'b', 'c']) await files.write(`/deep/er/${name}`, bytes(name), { expect: 'new', by })
  const { sequence } = await store.usage()
  await files.move('/deep', '/high')
  const changed = await store.changes(sequence, 10)
  expect(changed.map(({ shelf }) => shelf)).toEqual([FILES_SHELF])
  expect((await files.list('/high/er')).map(({ path }) => path)).toEqual(['/high/er/a', '/high/er/b', '/high/er/c'])
})

it('[T4] deletes a folder with everything in it, and restores it where it was', async () => {
  const { files } = open()
  await files.write('/a/b/c.md', bytes('text'), { expect: 'new', by })
  await files.remove('/a/b')
  await files.remove('/a')
  expect(await files.find('/a/b/c.md')).toBeNull()
  const [, folder] = await files.listDeleted()
  expect(folder?.path).toBe('/a/b')
  await files.restore(folder?.id as FileId)
  expect((await files.read('/a/b/c.md')).text).toBe('text')
})

it('[T4] does not restore over something that is there now', async () => {
  const { files } = open()
  const { id } = await files.write('/a.md', bytes('old'), { expect: 'new', by })
  await files.remove('/a.md')
  await files.write('/a.md', bytes('new'), { expect: 'new', by })
  expect(await codeOf(files.restore(id))).toBe('exists')
  await files.restore(id, '/a (restored).md')
  expect([(await files.read('/a.md')).text, (await files.read('/a (restored).md')).text]).toEqual(['new', 'old'])
})

it('[T4] [FT-3] gives the second of two writers a conflict, and loses nothing', async () => {
  const { files } = open()
  const { id } = await files.write('/a.md', bytes('one'), { expect: 'new', by })
  const codes = await Promise.all([
    codeOf(files.write('/a.md', bytes('two'), { expect: 1, by })),
    codeOf(files.write('/a.md', bytes('three'), { expect: 1, by })),
  ])
  expect(codes.sort()).toEqual(['changed', 'ok'])
  expect(await files.versions(id)).toHaveLength(2)
})

it('[T4] makes one file of many that are created at once under one name', async () => {
  const { files } = open()
  const codes = await Promise.all(
    Array.from({ length: 10 }, (_, index) => codeOf(files.write('/x/a', bytes(`${index}`), { expect: 'new', by }))),
  )
  expect(codes.filter(code => code === 'ok')).toHaveLength(1)
  expect(await files.list('/x')).toHaveLength(1)
})

it('[T3] [T4] starts a new file when text becomes binary, and keeps the old one as deleted', async () => {
  const { files } = open()
  const text = await files.write('/a', bytes('text'), { expect: 'new', by })
  const png = Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1])
  const binary = await files.write('/a', png, { expect: 'any', by })
  expect([binary.kind, binary.mediaType, binary.version, binary.id === text.id]).toEqual([
    'binary',
    'image/png',
    1,
    false,
  ])
  expect((await files.listDeleted()).map(({ id }) => id)).toEqual([text.id])
})

it('[T4] drops old versions and keeps the newest ten: v15 (10 stored)', async () => {
  const { files, store } = open()
  const { id } = await files.write('/a', bytes('0'), { expect: 'new', by })
  for (let n = 1; n < 15; n += 1) await files.write('/a', bytes(`${n}`), { expect: n, by })
  const { blobs } = await store.usage()
  expect(await files.dropVersions(id)).toBe(5)
  expect((await files.versions(id)).map(({ number }) => number)).toEqual([15, 14, 13, 12, 11, 10, 9, 8, 7, 6])
  expect((await store.usage()).blobs).toBe(blobs - 5)
  expect((await files.read('/a')).text).toBe('14')
})

it('[T4] holds 999,999 lines at most', async () => {
  const { files } = open()
  expect((await files.write('/a', bytes('\n'.repeat(999_999)), { expect: 'new', by })).size).toBe(999_999)
  expect(await codeOf(files.write('/b', bytes('\n'.repeat(1_000_000)), { expect: 'new', by }))).toBe('too-large')
})

it('[T4] keeps the files of one workspace from another', async () => {
  const { files, other } = open()
  const { id } = await files.write('/a', bytes('a'), { expect: 'new', by })
  expect([await other.find('/a'), await other.get(id), await codeOf(other.versions(id))]).toEqual([
    null,
    null,
    'not-found',
  ])
})

it('[T4] finds files by words of their path, never deleted ones', async () => {
  const { files } = open()
  for (const path of ['/work/Plan 2026.md', '/work/old/plan.md', '/other.md']) {
    await files.write(path, bytes(path), { expect: 'new', by })
  }
  await files.remove('/work/old')
  expect((await files.search('plan WORK', 10)).map(({ path }) => path)).toEqual(['/work/Plan 2026.md'])
})

const name = fc.constantFrom('a', 'b', 'c')
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map(names => `/${names.join('/')}`)
const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('write' as const), path, text: fc.string({ maxLength: 3 }) }) },
  fc.record({ do: fc.constant('folder' as const), path }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), path, to: path }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), path }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restore' as const), which: fc.nat(5) }) },
  fc.record({ do: fc.constant('roll-back' as const), path, number: fc.integer({ min: 1, max: 3 }) }),
)

async function state(files: WorkspaceFiles) {
  const live: unknown[] = []
  for await (const { id, path, kind, version } of files.walk('/')) {
    const texts: (string | null)[] = []
    if (kind !== 'folder') {
      for (const { number } of await files.versions(id)) texts.unshift((await files.readVersion(id, number)).text)
    }
    live.push({ path, kind, version, texts })
  }
  return { live, deleted: (await files.listDeleted()).map(({ path, kind }) => ({ path, kind })) }
}

it('[T4] any sequence of commands gives what a model file system gives, versions and restores included', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 25 }), async commands => {
      const { files } = open()
      const model = createModelFiles()
      for (const each of commands) {
        expect(await codeOf(run(files, each))).toBe(model.run(each))
        expect(await state(files)).toEqual(model.state())
      }
    }),
    { numRuns: 60 },
  )
})

async function run(files: WorkspaceFiles, each: typeof command extends fc.Arbitrary<infer Command> ? Command : never) {
  switch (each.do) {
    case 'write':
      return files.write(each.path, bytes(each.text), { expect: 'any', by })
    case 'folder':
      return files.makeFolder(each.path)
    case 'move':
      return files.move(each.path, each.to)
    case 'remove':
      return files.remove(each.path)
    case 'restore': {
      const deleted = await files.listDeleted()
      const chosen = deleted[each.which]
      return chosen === undefined ? null : files.restore(chosen.id)
    }
    case 'roll-back': {
      const { entry } = await files.read(each.path)
      const { bytes: old } = await files.readVersion(entry.id, each.number)
      return files.write(each.path, old, { expect: entry.version, by })
    }
  }
}
