import { defaultAnswerSettings } from '../answer-settings.ts'
import type { Chat } from '../chat.ts'
import type { ChatId, MessageId } from '../id.ts'
import type { Message } from '../message.ts'
import { contextSettings } from './context-settings.ts'
import { type IdsInTurn, idsInTurn } from './ids-in-turn.ts'

type Given<M> = M extends Message ? Omit<M, 'id' | 'chatId' | 'parentId' | 'order' | 'at' | 'copiedFrom'> : never

/** What a message says, without where it stands. */
export type MessageFacts = Given<Message>

/** Writes the messages of one chat as a store would: each gets the next id and the next order. */
export interface HistoryBuilder {
  readonly ids: IdsInTurn
  readonly chatId: ChatId
  add(
    parentId: MessageId | null,
    facts: MessageFacts,
    stored?: Partial<Pick<Message, 'copiedFrom' | 'order'>>,
  ): MessageId
  remove(ids: Iterable<MessageId>): void
  /** What is stored now, oldest first. */
  messages(): readonly Message[]
  /** A chat row for these messages, open, without a title, at its newest message. */
  chat(fields?: Partial<Chat>): Chat
}

export function createHistoryBuilder(salt = 0): HistoryBuilder {
  const ids = idsInTurn(salt)
  const chatId = ids.chat()
  const workspaceId = ids.workspace()
  const messages = new Map<MessageId, Message>()
  let order = 0
  return {
    ids,
    chatId,
    add(parentId, facts, stored = {}) {
      order += 1
      const id = ids.message()
      const at = 1_700_000_000_000 + order * 1000
      messages.set(id, { id, chatId, parentId, order, at, copiedFrom: null, ...stored, ...facts })
      return id
    },
    remove(removed) {
      for (const id of removed) messages.delete(id)
    },
    messages: () => [...messages.values()],
    chat: (fields = {}) => ({
      id: chatId,
      workspaceId,
      place: 'open',
      createdAt: 1_700_000_000_000,
      activeAt: 1_700_000_000_000 + order * 1000,
      title: null,
      settings: {
        model: { definition: 'demo', model: 'demo' },
        answer: defaultAnswerSettings,
        tools: [],
        systemPrompt: '',
        context: contextSettings,
      },
      tip: null,
      recentTips: [],
      marks: [],
      lifts: [],
      forkedFrom: null,
      calledBy: null,
      roots: [],
      ...fields,
    }),
  }
}
