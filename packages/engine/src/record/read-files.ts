import { type FilePart, toFileName } from '@stet/history'
import {
  ATTACHMENTS_SHELF,
  BlobMissing,
  fromAttachmentRow,
  fromMessageRow,
  MESSAGES_SHELF,
  type Store,
} from '@stet/store'
import { EngineError } from '../runtime/engine-error.ts'

/** A file that was uploaded, or is in a message, under the name that it is sent with. */
export interface SentAttachment {
  readonly blob: string
  readonly name: string
}

/** The files of a message that is about to be sent, in their order. One named twice is sent once. */
export async function readFiles(store: Store, given: readonly SentAttachment[] = []): Promise<readonly FilePart[]> {
  const unique = [...new Map(given.map(attachment => [attachment.blob, attachment])).values()]
  return Promise.all(unique.map(({ blob, name }) => readFile(store, blob, toFileName(name))))
}

async function readFile(store: Store, blob: string, name: string): Promise<FilePart> {
  const known = await findFile(store, blob)
  if (known === null)
    throw new EngineError('attachment-gone', `${name} is no longer here; attach it again`, 'attachments')
  return { ...known, name }
}

/** A file under the name it had first; null when its bytes are gone. */
export async function findFile(store: Store, blob: string): Promise<FilePart | null> {
  if ((await store.blobs.open(blob)) === null) return null
  return (await uploaded(store, blob)) ?? (await inMessage(store, blob))
}

async function uploaded(store: Store, blob: string): Promise<FilePart | null> {
  const row = await store.get(ATTACHMENTS_SHELF, blob)
  const record = row === null ? null : fromAttachmentRow(row)
  if (record === null || 'unreadable' in record) return null
  const { name, mediaType, size, extracted } = record
  return { kind: 'file', blob, name, mediaType, size, ...(extracted && { extracted }) }
}

/** A file was deleted after it was read: a sweep removed it, because nothing had referred to it for a day. */
export function toAttachmentGone(error: unknown): unknown {
  if (!(error instanceof BlobMissing)) return error
  return new EngineError('attachment-gone', 'an attachment is no longer here; attach it again', 'attachments')
}

/** A file that a model made, or that came with imported messages, was never uploaded. */
async function inMessage(store: Store, blob: string): Promise<FilePart | null> {
  const { rows } = await store.list(MESSAGES_SHELF, { by: { ref: `blob:${blob}` }, limit: 1 })
  const [row] = rows
  const message = row === undefined ? null : fromMessageRow(row)
  if (message?.role !== 'user' && message?.role !== 'assistant') return null
  for (const part of message.parts) if (part.kind === 'file' && part.blob === blob) return part
  return null
}
