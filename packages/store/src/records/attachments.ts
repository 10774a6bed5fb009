import type { ExtractedText } from '@stet/history'
import * as z from 'zod/mini'
import type { Put, ReadRow, Store } from '../contract/store.ts'
import { createCodec, exactly, type UnreadableRecord } from './schemas/codec.ts'

export const ATTACHMENTS_SHELF = 'attachments'
const PARENT = 'attachments'

/** What is known about an uploaded file, one row for equal bytes. The row does not keep the file alive: messages do. */
export interface AttachmentRecord {
  /** The blob. */
  readonly id: string
  /** The name under which it was first uploaded. */
  readonly name: string
  readonly mediaType: string
  readonly size: number
  readonly at: number
  /** Null where there is none to extract, or it could not be. */
  readonly extracted: ExtractedText | null
}

const codec = createCodec(
  1,
  exactly<AttachmentRecord>()(
    z.object({
      id: z.string(),
      name: z.string(),
      mediaType: z.string(),
      size: z.number(),
      at: z.number(),
      extracted: z.nullable(z.object({ blob: z.string(), characters: z.number() })),
    }),
  ),
)

/** The text stays as long as this row. */
export function toAttachmentPut(attachment: AttachmentRecord, expect: number): Put {
  const { id, extracted } = attachment
  const refs = extracted === null ? [] : [`blob:${extracted.blob}`]
  return {
    kind: 'put',
    shelf: ATTACHMENTS_SHELF,
    id,
    parent: PARENT,
    order: 'next',
    expect,
    refs,
    body: codec.encode(attachment),
  }
}

export function fromAttachmentRow(row: ReadRow): AttachmentRecord | UnreadableRecord {
  const decoded = codec.decode(row)
  return 'record' in decoded ? decoded.record : { id: row.id, ...decoded }
}

export const FILE_INDEX_SHELF = 'file-index'
/** There is one. */
export const FILE_INDEX_ID = 'messages'

/** How much of the data of earlier versions was searched for messages with files: of the changes up to `until`, those up to `after`. */
export interface FileIndexNote {
  readonly after: number
  readonly until: number
}

const noteCodec = createCodec(1, exactly<FileIndexNote>()(z.object({ after: z.number(), until: z.number() })))

export function toFileIndexPut(note: FileIndexNote, expect: number): Put {
  const place = { shelf: FILE_INDEX_SHELF, id: FILE_INDEX_ID, parent: '', order: 'next' } as const
  return { kind: 'put', ...place, expect, refs: [], body: noteCodec.encode(note) }
}

export function fromFileIndexRow(row: ReadRow): FileIndexNote | UnreadableRecord {
  const decoded = noteCodec.decode(row)
  return 'record' in decoded ? decoded.record : { id: row.id, ...decoded }
}

const SLICE = 100

/** Removes what is known of files that are gone. Returns how many. */
export async function forgetGoneAttachments(store: Store): Promise<number> {
  let forgotten = 0
  for (let after: { readonly order: number; readonly id: string } | null = { order: 0, id: '' }; after !== null; ) {
    const [page] = await store.listHeads(ATTACHMENTS_SHELF, [{ by: { parent: PARENT }, after, limit: SLICE }])
    const heads = page?.heads ?? []
    const found = await Promise.all(heads.map(({ id }) => store.blobs.open(id)))
    const gone = heads.filter((_, at) => found[at] === null)
    await store.write(
      gone.map(({ id, version }) => ({ kind: 'remove', shelf: ATTACHMENTS_SHELF, id, expect: version })),
    )
    forgotten += gone.length
    after = page?.next ?? null
  }
  return forgotten
}
