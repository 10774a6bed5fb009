import type { ChatId, WorkspaceId } from '@stet/history'
import * as z from 'zod/mini'
import type { Put, ReadRow } from '../contract/store.ts'
import { createCodec, exactly, id, type UnreadableRecord } from './codec.ts'

export const DELETIONS_SHELF = 'deletions'

/** The parent of all of them. */
export const DELETIONS_LIST = ''

/** Something that is deleted a slice at a time. Its row exists until nothing of it is left, so that a crash in between only delays it. */
export type Deletion =
  | {
      readonly kind: 'chat'
      readonly id: ChatId
      /** The process that is still writing this chat, by the id it took at its start. Once it is dead, what it left is deleted. */
      readonly madeBy: string | null
    }
  /** All chats of a workspace. */
  | { readonly kind: 'workspace'; readonly id: WorkspaceId }

const codec = createCodec(
  1,
  exactly<Deletion>()(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('chat'), id: id('chat'), madeBy: z.nullable(z.string()) }),
      z.object({ kind: z.literal('workspace'), id: id('ws') }),
    ]),
  ),
)

export function toDeletionPut(deletion: Deletion): Put {
  const { id } = deletion
  const body = codec.encode(deletion)
  return { kind: 'put', shelf: DELETIONS_SHELF, id, parent: DELETIONS_LIST, order: 'next', expect: 0, refs: [], body }
}

export function fromDeletionRow(row: ReadRow): Deletion | UnreadableRecord {
  const decoded = codec.decode(row)
  return 'record' in decoded ? decoded.record : { id: row.id, ...decoded }
}
