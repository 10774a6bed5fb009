import type { FilePart, MessageId } from '@stet/history'
import * as z from 'zod/mini'
import type { Put, ReadRow, Store } from '../contract/store.ts'
import { createCodec, exactly, id, type UnreadableRecord } from './schemas/codec.ts'
import { blobRefs, FileParts } from './schemas/part-schemas.ts'

export const DRAFTS_SHELF = 'drafts'
const PARENT = 'drafts'
const DRAFT_LIFE_MS = 24 * 60 * 60 * 1000

/** What the user typed at one place of the page and has not sent or saved (W5). */
export interface StoredDraft {
  /** The place: a chat, a new chat, a system prompt, a long option. */
  readonly id: string
  readonly editedAt: number
  /** Null once it was sent or given up: an older edit that arrives late must not bring it back. */
  readonly content: DraftContent | null
}

export interface DraftContent {
  readonly text: string
  /** The files that go with it. The row keeps their bytes. */
  readonly files: readonly FilePart[]
  /** A send that did not go through: sent again with the same key it cannot arrive twice. It does not expire. */
  readonly unsent: UnsentMessage | null
}

export interface UnsentMessage {
  readonly key: string
  readonly parentId: MessageId | null
  /** Whether it stops the answer that is being written, in place of waiting for it. */
  readonly stopFirst: boolean
}

const codec = createCodec(
  1,
  exactly<StoredDraft>()(
    z.object({
      id: z.string(),
      editedAt: z.number(),
      content: z.nullable(
        z.object({
          text: z.string(),
          files: FileParts,
          unsent: z.nullable(z.object({ key: z.string(), parentId: z.nullable(id('msg')), stopFirst: z.boolean() })),
        }),
      ),
    }),
  ),
)

export function toDraftPut(draft: StoredDraft, expect: number): Put {
  const [owner] = /\b(?:chat|ws)_\w+/.exec(draft.id) ?? []
  return {
    kind: 'put',
    shelf: DRAFTS_SHELF,
    id: draft.id,
    parent: PARENT,
    order: draft.editedAt,
    expect,
    refs: [...(owner === undefined ? [] : [draftRef(owner)]), ...blobRefs(draft.content?.files ?? [])],
    body: codec.encode(draft),
  }
}

/** Finds the drafts in a chat or a workspace, which go with it. */
export function draftRef(owner: string): string {
  return `of:${owner}`
}

export function fromDraftRow(row: ReadRow): StoredDraft | UnreadableRecord {
  const decoded = codec.decode(row)
  return 'record' in decoded ? decoded.record : { id: row.id, ...decoded }
}

export function isExpiredDraft({ editedAt, content }: StoredDraft, now: number): boolean {
  return (content === null || content.unsent === null) && now - editedAt >= DRAFT_LIFE_MS
}

const SLICE = 100

/** Removes drafts a day after their last edit, failed sends excepted. Returns how many. */
export async function expireDrafts(store: Store, now: number): Promise<number> {
  let expired = 0
  for (let after = { order: -1, id: '' }; ; ) {
    const { rows, next } = await store.list(DRAFTS_SHELF, { by: { parent: PARENT }, after, limit: SLICE })
    const old = rows.filter(row => {
      const draft = fromDraftRow(row)
      return !('unreadable' in draft) && isExpiredDraft(draft, now)
    })
    await store.write(old.map(({ id, version }) => ({ kind: 'remove', shelf: DRAFTS_SHELF, id, expect: version })))
    expired += old.length
    // They are in the order of their edits: those that follow are younger.
    if (next === null || next.order > now - DRAFT_LIFE_MS) return expired
    after = next
  }
}
