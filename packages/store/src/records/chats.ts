import type { Chat, ChatPlace, WorkspaceId } from '@stet/history'
import * as z from 'zod/mini'
import type { Put, ReadRow } from '../store.ts'
import { createCodec, exactly, id, list, type UnreadableRecord } from './codec.ts'

export const CHATS_SHELF = 'chats'

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
      settings: z.object({
        model: z.object({ definition: z.string(), model: z.string() }),
        systemPrompt: z.string(),
      }),
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
    }),
  ),
)

/** `next` moves the chat to the top of its list: activity. Any other change keeps the order it has. */
export function toChatPut(chat: Chat, at: { readonly expect: number; readonly order: number | 'next' }): Put {
  const parent = chatList(chat.workspaceId, chat.place)
  return { kind: 'put', shelf: CHATS_SHELF, id: chat.id, parent, ...at, refs: [], body: codec.encode(chat) }
}

export function fromChatRow(row: ReadRow): Chat | UnreadableRecord {
  const decoded = codec.decode(row)
  return 'record' in decoded ? decoded.record : { id: row.id, ...decoded }
}

/** The parent of the chats at one place of a workspace. */
export function chatList(workspaceId: WorkspaceId, place: ChatPlace): string {
  return `${workspaceId}/${place}`
}
