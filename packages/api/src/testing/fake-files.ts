import { type AnyCommand, FILE_COMMANDS } from '@stet/commands'
import type { FileDesk, FileEntry, PackedFile } from '@stet/desk'

export const FILE_ID = `file_${'a'.repeat(32)}` as const

export const BLOB_ID = 'a'.repeat(64)

export const FILE: FileEntry = {
  id: FILE_ID,
  path: '/notes.md',
  name: 'notes.md',
  kind: 'text',
  mediaType: 'text/markdown',
  size: 5,
  blob: BLOB_ID,
  version: 2,
  createdAt: 1,
  changedAt: 2,
}

/** Files with one in them. */
export function fakeFiles(given: Partial<FileDesk> = {}): FileDesk {
  const runs = Object.entries<AnyCommand>(FILE_COMMANDS).map(([name, { example }]) => [
    name,
    async () => example.answer,
  ])
  return {
    ...Object.fromEntries(runs),
    list: async () => [FILE],
    find: async () => FILE,
    search: async () => [FILE],
    deleted: async () => [],
    versions: async () => [],
    text: async () => ({ kind: 'none' }),
    contents: async () => noFiles(),
    ...given,
  }
}

async function* noFiles(): AsyncGenerator<PackedFile> {
  yield* []
}
