import {
  type Chat,
  type MessageId,
  makeId,
  type NewMessage,
  type RequestFacts,
  type SummaryMessage,
} from '@stet/history'
import { type Operation, readSiblingIds, toMessagePut } from '@stet/store'
import type { EngineRoom } from '../engine-room.ts'
import { orderOf } from '../order-of.ts'
import { readChat } from '../read-chat.ts'

export interface SummaryToWrite {
  readonly chatId: Chat['id']
  readonly coversThrough: MessageId
  readonly text: string
  readonly form: SummaryMessage['form']
  /** What the model was told to do; null where none was asked for the text. */
  readonly asked: string | null
  readonly request: RequestFacts | null
}

/** What was asked and what stands for it, as asides of the message that it covers through, in one write. The caller holds the chat. */
export async function writeSummary(
  room: EngineRoom,
  summary: SummaryToWrite,
  operations: readonly Operation[],
): Promise<void> {
  const { store, hub } = room
  const { chatId, coversThrough: parentId } = summary
  const asides = toAsides(room, summary)
  const siblings = await readSiblingIds(store, { chatId, parentId })
  const { tip } = (await readChat(store, chatId)).chat
  const written = await store.write([...operations, ...asides.map(toMessagePut)])
  for (const aside of asides) {
    const message = { ...aside, order: orderOf(written, aside.id) }
    hub.publish({ kind: 'message-added', chatId, message, siblings, tip })
  }
}

function toAsides({ clock, randomBytes }: EngineRoom, summary: SummaryToWrite): readonly NewMessage[] {
  const { chatId, coversThrough, text, form, asked, request } = summary
  const newId = (): MessageId => makeId('msg', randomBytes(20))
  const hung = { chatId, parentId: coversThrough, at: clock(), copiedFrom: null }
  const made: NewMessage = {
    ...hung,
    id: newId(),
    role: 'summary',
    parts: [{ kind: 'text', text }],
    coversThrough,
    form,
    request,
  }
  if (asked === null) return [made]
  return [{ ...hung, id: newId(), role: 'system-summary', parts: [{ kind: 'text', text: asked }] }, made]
}
