import type { Chat, ChatPlace, WorkspaceId } from '@stet/history'
import * as z from 'zod/mini'
import type { Put, ReadRow, SearchSource } from '../contract/store.ts'
import { createCodec, exactly, id, list, type UnreadableRecord } from './codec.ts'
import { monthFacet } from './facets.ts'
import { Settings } from './settings-schemas.ts'

export const CHATS_SHELF = 'chats'
/** The ref of chats that the user deleted and whose rows still exist. */
export const DELETED_REF = 'chat:deleted'

const messageId = id('msg')

const codec = createCodec(
  1,
  exactly<Chat>()(
    z.object({
      id: id('chat'),
      workspaceId: id('ws'),
      place: z.enum(['open', 'pinned', 'archived']),
      createdAt: z.number(),
      activeAt: z.number(),
      title: z.nullable(z.object({ text: z.string(), by: z.enum(['model', 'person']) })),
      settings: Settings,
      // Chats written before system prompts were templates.
      prompt: z._default(
        z.nullable(
          z.object({
            at: z.number(),
            text: z.string(),
            tools: list(z.object({ name: z.string(), text: z.string() })),
          }),
        ),
        null,
      ),
      tip: z.nullable(messageId),
      recentTips: list(messageId),
      marks: list(
        z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('pinned'), messageId }),
          z.object({ kind: z.literal('left-out'), messageId }),
          z.object({ kind: z.literal('released'), messageId, blob: z.string() }),
        ]),
      ),
      lifts: list(z.object({ checkpoint: messageId, below: messageId, automaticCompaction: z.enum(['off', 'on']) })),
      forkedFrom: z.nullable(z.object({ chatId: id('chat'), messageId })),
      // Chats written before calls could have chats of their own.
      calledBy: z._default(z.nullable(z.object({ chatId: id('chat'), callId: id('call') })), null),
      // And those written before directories could be exposed.
      roots: z._default(list(z.string()), []),
      // And those written before chats could be deleted.
      deleteAt: z._default(z.nullable(z.number()), null),
    }),
  ),
)

/** `next` moves the chat to the top of its list: activity. Any other change keeps the order it has. */
export function toChatPut(chat: Chat, at: { readonly expect: number; readonly order: number | 'next' }): Put {
  const { id, workspaceId, place, calledBy, deleteAt } = chat
  const parent = chatList(workspaceId, calledBy !== null ? 'called' : deleteAt !== null ? 'deleted' : place)
  const refs = [...(calledBy === null ? [] : [calledRef(calledBy.callId)]), ...(deleteAt === null ? [] : [DELETED_REF])]
  return { kind: 'put', shelf: CHATS_SHELF, id, parent, ...at, refs, body: codec.encode(chat) }
}

export function fromChatRow(row: ReadRow): Chat | UnreadableRecord {
  const decoded = codec.decode(row)
  return 'record' in decoded ? decoded.record : { id: row.id, ...decoded }
}

/** The ref of the chats that a call has. */
export function calledRef(callId: string): string {
  return `call:${callId}`
}

/** The parent of the chats at one place of a workspace, of those that calls have, or of those that are about to be deleted. */
export function chatList(workspaceId: WorkspaceId, place: ChatPlace | 'called' | 'deleted'): string {
  return `${workspaceId}/${place}`
}

/** The titles of chats, but for those that calls have. */
export const chatSearchSource: SearchSource = {
  shelf: CHATS_SHELF,
  toDocument(id, body) {
    const decoded = codec.decode({ id, parent: '', order: 0, version: 1, refs: [], body })
    if (!('record' in decoded)) return null
    const { title, calledBy, activeAt } = decoded.record
    if (title === null || calledBy !== null) return null
    return { text: title.text, group: id, facets: [monthFacet(activeAt)] }
  },
}
