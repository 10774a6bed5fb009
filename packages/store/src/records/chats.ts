import { blankFacts, type Chat, type ChatPlace, plainFacts, type WorkspaceId } from '@stet/history'
import * as z from 'zod/mini'
import type { Put, ReadRow, SearchSource } from '../contract/store.ts'
import { monthFacet } from './facets.ts'
import { createCodec, exactly, factFields, id, list, type UnreadableRecord } from './schemas/codec.ts'
import { documentRefs, Settings } from './schemas/settings-schemas.ts'

export const CHATS_SHELF = 'chats'
/** The ref of chats that the user deleted and whose rows still exist. */
export const DELETED_REF = 'chat:deleted'

const messageId = id('msg')

const RenderedPrompt = z.object({
  at: z.number(),
  text: z.string(),
  tools: list(z.object({ name: z.string(), text: z.string() })),
})

const Lift = z.object({
  checkpoint: messageId,
  below: messageId,
  automaticCompaction: z.enum(['off', 'on']),
  because: z.exactOptional(z.enum(['preview', 'discarded'])),
})

const CheckpointStep = z.object({
  kind: z.enum(['summarise', 'preview', 'edit', 'clear', 'lift', 'hold', 'discard', 'resume-compaction']),
  made: z.nullable(z.object({ id: messageId, parentId: messageId })),
  lifts: list(Lift),
  prompt: z.nullable(z.object({ other: z.nullable(RenderedPrompt), at: z.number() })),
})

const title = z.nullable(z.object({ text: z.string(), by: z.enum(['model', 'person']) }))

const codec = createCodec(
  1,
  exactly<Chat>()(
    z.object({
      id: id('chat'),
      workspaceId: id('ws'),
      createdAt: z.number(),
      activeAt: z.number(),
      title,
      settings: Settings,
      // Rows of the first chats lack the fields that have a default here.
      prompt: z._default(z.nullable(RenderedPrompt), blankFacts.prompt),
      tip: z.nullable(messageId),
      recentTips: list(messageId),
      marks: list(
        z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('pinned'), messageId }),
          z.object({ kind: z.literal('left-out'), messageId }),
          z.object({ kind: z.literal('released'), messageId, blob: z.string() }),
          z.object({ kind: z.literal('kept-text'), messageId, text: z.string() }),
        ]),
      ),
      lifts: list(Lift),
      checkpointSteps: z._default(
        z.object({ done: list(CheckpointStep), undone: list(CheckpointStep) }),
        blankFacts.checkpointSteps,
      ),
      forkedFrom: z.nullable(z.object({ chatId: id('chat'), messageId })),
      calledBy: z._default(z.nullable(z.object({ chatId: id('chat'), callId: id('call') })), blankFacts.calledBy),
      ...factFields(plainFacts),
    }),
  ),
)

/** `next` moves the chat to the top of its list: activity. Any other change keeps the order it has. */
export function toChatPut(chat: Chat, at: { readonly expect: number; readonly order: number | 'next' }): Put {
  const { id, workspaceId, place, calledBy, deleteAt, settings } = chat
  const parent = chatList(workspaceId, calledBy !== null ? 'called' : deleteAt !== null ? 'deleted' : place)
  const refs = [
    ...(calledBy === null ? [] : [calledRef(calledBy.callId)]),
    ...(deleteAt === null ? [] : [DELETED_REF]),
    ...documentRefs(settings.documents),
  ]
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

/** Reads only the fields that are indexed. Every message writes its chat again, and parsing its settings would take longer than indexing. */
const titleCodec = createCodec(
  1,
  z.object({ title, activeAt: z.number(), calledBy: z._default(z.nullable(z.unknown()), blankFacts.calledBy) }),
)

/** Makes the titles of chats searchable, except those of chats made by calls. */
export const chatSearchSource: SearchSource = {
  shelf: CHATS_SHELF,
  toDocument(id, body) {
    const decoded = titleCodec.decode({ id, parent: '', order: 0, version: 1, refs: [], body })
    if (!('record' in decoded)) return null
    const { title, calledBy, activeAt } = decoded.record
    if (title === null || calledBy !== null) return null
    return { text: title.text, group: id, facets: [monthFacet(activeAt)] }
  },
}
