import { scriptedSettings, writeChat } from '@stet/engine/testing'
import { type ChatId, type MessageId, makeId, type NewMessage } from '@stet/history'
import { type Store, toMessagePut } from '@stet/store'

const BATCH = 5000
const TEXT = 'What was said here is as long as what people say. '.repeat(16)

export interface LongChat {
  readonly chatId: ChatId
  readonly lastId: MessageId
}

/** What each message of it says. */
export const longChatText = TEXT

/** A chat of this many messages. The last `sent` are sent whole, and a summary replaces all before them. */
export async function writeLongChat(
  store: Store,
  { messages, sent, window }: { readonly messages: number; readonly sent: number; readonly window: number },
): Promise<LongChat> {
  const chatId = await writeChat(store, {
    title: { text: 'Long', by: 'person' },
    settings: { ...scriptedSettings, context: { ...scriptedSettings.context, maxPromptTokens: window } },
  })
  let parentId: MessageId | null = null
  for (let first = 0; first < messages; first += BATCH) {
    const batch: NewMessage[] = []
    for (let number = first; number < Math.min(first + BATCH, messages); number += 1) {
      const message = toMessage(chatId, parentId, number)
      batch.push(message)
      parentId = message.id
      if (number + 1 === messages - sent) batch.push(toSummary(chatId, message.id))
    }
    await store.write(batch.map(message => toMessagePut(message)))
  }
  if (parentId === null) throw new Error('a chat without a message is not long')
  return { chatId, lastId: parentId }
}

function toMessage(chatId: ChatId, parentId: MessageId | null, number: number): NewMessage {
  const stored = { ...newMessage(chatId, parentId), parts: [{ kind: 'text', text: TEXT }] } as const
  if (number % 2 === 0) return { ...stored, role: 'user' }
  return {
    ...stored,
    role: 'assistant',
    runId: null,
    end: 'complete',
    native: null,
    durationMs: 2000,
    origin: { definition: 'scripted', protocol: 'scripted', model: 'one' },
    requestId: null,
    rawUsage: null,
    usage: { input: 1000, cacheRead: 0, cacheWrite: 0, output: 200, reasoning: 0, webSearches: 0 },
  }
}

function toSummary(chatId: ChatId, coversThrough: MessageId): NewMessage {
  return {
    ...newMessage(chatId, coversThrough),
    role: 'summary',
    parts: [{ kind: 'text', text: 'What was said before, in short.' }],
    coversThrough,
    form: 'prose',
    request: null,
  }
}

function newMessage(chatId: ChatId, parentId: MessageId | null) {
  const id: MessageId = makeId('msg', crypto.getRandomValues(new Uint8Array(20)))
  return { id, chatId, parentId, at: 0, copiedFrom: null }
}
