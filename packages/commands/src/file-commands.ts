import * as z from 'zod/mini'
import { defineCommand, nothing } from './definition.ts'
import { blobId, fileId } from './ids.ts'
import { LONGEST_PATH, LONGEST_TEXT } from './limits.ts'

const FILE_ID = `file_${'a'.repeat(32)}` as const

const path = z.string().check(z.minLength(1), z.maxLength(LONGEST_PATH))
const version = z.number().check(z.int(), z.minimum(1))

/** A file or folder as a command left it. */
const changed = z.object({ id: fileId, path: z.string(), version: z.number() })
const example = { id: FILE_ID, path: '/notes.md', version: 2 }

/** Commands on the files of a workspace (T4). */
export const FILE_COMMANDS = {
  writeFile: defineCommand({
    name: 'write-file',
    method: 'PUT',
    path: '/api/workspaces/:workspaceId/files',
    help: 'Writes a file: a text, or bytes that were uploaded as a blob. `expect` is `new`, `any`, or the version that was opened: a newer one is `file-changed`.',
    input: z.strictObject({
      path,
      content: z.union([
        z.strictObject({ text: z.string().check(z.maxLength(LONGEST_TEXT)) }),
        z.strictObject({ blob: blobId }),
      ]),
      expect: z.union([z.literal('new'), z.literal('any'), version]),
    }),
    status: 200,
    answer: changed,
    example: { input: { path: '/notes.md', content: { text: 'Hello' }, expect: 1 }, answer: example },
  }),
  makeFolder: defineCommand({
    name: 'make-folder',
    method: 'POST',
    path: '/api/workspaces/:workspaceId/folders',
    help: 'Makes a folder, and those above it that are missing.',
    input: z.strictObject({ path }),
    status: 201,
    answer: changed,
    example: { input: { path: '/notes' }, answer: { ...example, path: '/notes', version: 0 } },
  }),
  moveFile: defineCommand({
    name: 'move-file',
    method: 'POST',
    path: '/api/workspaces/:workspaceId/files/:fileId/move',
    help: 'Renames or moves a file, or a folder with everything in it. Its versions stay with it.',
    input: z.strictObject({ to: path }),
    status: 200,
    answer: changed,
    example: { input: { to: '/notes.md' }, answer: example },
  }),
  deleteFile: defineCommand({
    name: 'delete-file',
    method: 'DELETE',
    path: '/api/workspaces/:workspaceId/files/:fileId',
    help: 'Deletes a file, or a folder with everything in it. It can be restored.',
    input: nothing,
    status: 200,
    answer: changed,
    example: { input: {}, answer: example },
  }),
  restoreFile: defineCommand({
    name: 'restore-file',
    method: 'POST',
    path: '/api/workspaces/:workspaceId/files/:fileId/restore',
    help: 'Puts back what was deleted: to where it was, or with `to` elsewhere.',
    input: z.strictObject({ to: z.optional(path) }),
    status: 200,
    answer: changed,
    example: { input: {}, answer: example },
  }),
  rollBackFile: defineCommand({
    name: 'roll-back-file',
    method: 'POST',
    path: '/api/workspaces/:workspaceId/files/:fileId/roll-back',
    help: 'Writes an earlier version again, as a new one.',
    input: z.strictObject({ version, expect: version }),
    status: 200,
    answer: changed,
    example: { input: { version: 1, expect: 1 }, answer: example },
  }),
  dropFileVersions: defineCommand({
    name: 'drop-file-versions',
    method: 'POST',
    path: '/api/workspaces/:workspaceId/files/:fileId/drop-versions',
    help: 'Deletes all but the newest ten versions of a file, for good.',
    input: nothing,
    status: 200,
    answer: changed,
    example: { input: {}, answer: example },
  }),
}
