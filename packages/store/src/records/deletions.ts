import type { ChatId, MessageId, NewMessage, WorkspaceId } from '@stet/history'
import * as z from 'zod/mini'
import type { Put, ReadRow, Remove } from '../contract/store.ts'
import { accountingFields } from './messages.ts'
import { createCodec, exactly, id, type UnreadableRecord } from './schemas/codec.ts'

export const DELETIONS_SHELF = 'deletions'

/** The parent of all of them. */
export const DELETIONS_LIST = ''

/** Something that is deleted a slice at a time. Its row exists until nothing of it is left, so that a crash in between only delays it. */
export type Deletion =
  /** What a chat without a row left: one that was deleted, or one that was not written to its end. */
  | { readonly kind: 'chat'; readonly id: ChatId }
  /** All chats of a workspace. */
  | { readonly kind: 'workspace'; readonly id: WorkspaceId }
  /** A message and everything below it. */
  | {
      readonly kind: 'messages'
      readonly id: MessageId
      readonly chatId: ChatId
      /** Written in their place (H7). */
      readonly accounting: Extract<NewMessage, { readonly role: 'accounting' }>
    }

const codec = createCodec(
  1,
  exactly<Deletion>()(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('chat'), id: id('chat') }),
      z.object({ kind: z.literal('workspace'), id: id('ws') }),
      z.object({
        kind: z.literal('messages'),
        id: id('msg'),
        chatId: id('chat'),
        accounting: z.object(accountingFields),
      }),
    ]),
  ),
)

export function toDeletionPut(deletion: Deletion): Put {
  const { id } = deletion
  const body = codec.encode(deletion)
  return { kind: 'put', shelf: DELETIONS_SHELF, id, parent: DELETIONS_LIST, order: 'next', expect: 0, refs: [], body }
}

/** Part of the last write of a deletion: nothing is left. */
export function toDeletionEnd(id: Deletion['id']): Remove {
  return { kind: 'remove', shelf: DELETIONS_SHELF, id, expect: 1 }
}

export function fromDeletionRow(row: ReadRow): Deletion | UnreadableRecord {
  const decoded = codec.decode(row)
  return 'record' in decoded ? decoded.record : { id: row.id, ...decoded }
}
