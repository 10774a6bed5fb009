import * as z from 'zod/mini'
import { blobId } from './ids.ts'
import { LONGEST_FILE_NAME, LONGEST_PATH, MOST_ATTACHMENTS, MOST_DOCUMENTS } from './limits.ts'

const text = (longest: number) => z.string().check(z.minLength(1), z.maxLength(longest))

/** Files that were uploaded before, or that a message has. */
export const attachments = z.readonly(
  z
    .array(z.strictObject({ blob: blobId, name: text(LONGEST_FILE_NAME) }))
    .check(z.maxLength(MOST_ATTACHMENTS, `can be at most ${MOST_ATTACHMENTS} files`)),
)

/** A file of a message, as answers have it. */
export const filePart = z.object({
  kind: z.literal('file'),
  blob: z.string(),
  name: z.string(),
  mediaType: z.string(),
  size: z.number(),
  extracted: z.exactOptional(z.object({ blob: z.string(), characters: z.number() })),
})

/** All context documents of a chat. */
export const documentList = z.readonly(
  z
    .array(z.strictObject({ blob: blobId, name: text(LONGEST_FILE_NAME), path: z.nullable(text(LONGEST_PATH)) }))
    .check(z.maxLength(MOST_DOCUMENTS, `can be at most ${MOST_DOCUMENTS} documents`)),
)
