import { blankChat, type Chat } from '../chat.ts'
import {
  type CallId,
  type ChatId,
  type MessageId,
  makeId,
  type RequestId,
  type RunId,
  type WorkspaceId,
} from '../id.ts'
import { type AnswerEnd, type Message, type RequestFacts, requestOf } from '../message.ts'
import { defaultAnswerSettings } from '../settings/answer-settings.ts'
import { contextSettings } from '../settings/context-settings.ts'
import { defaultSettings } from '../settings/parse-settings.ts'
import { defaultWordingSettings } from '../settings/wording-settings.ts'
import type { CostOf } from '../spending.ts'
import { noUsage, type Usage } from '../usage.ts'

/** Valid ids that count up. Two of them with different salts never give the same id. */
export interface IdsInTurn {
  message(): MessageId
  chat(): ChatId
  call(): CallId
  run(): RunId
  request(): RequestId
  workspace(): WorkspaceId
}

export function idsInTurn(salt: number): IdsInTurn {
  let count = 0
  function next(): Uint8Array {
    count += 1
    const bytes = new Uint8Array(20)
    const view = new DataView(bytes.buffer)
    view.setUint32(0, salt)
    view.setUint32(16, count)
    return bytes
  }
  return {
    message: () => makeId('msg', next()),
    chat: () => makeId('chat', next()),
    call: () => makeId('call', next()),
    run: () => makeId('run', next()),
    request: () => makeId('req', next()),
    workspace: () => makeId('ws', next()),
  }
}

type Given<M> = M extends Message ? Omit<M, 'id' | 'chatId' | 'parentId' | 'order' | 'at' | 'copiedFrom'> : never

/** The content of a message, without its place in a chat. */
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
      ...blankChat({
        id: chatId,
        workspaceId,
        at: 1_700_000_000_000,
        settings: {
          model: { definition: 'demo', model: 'demo' },
          answer: defaultAnswerSettings,
          tools: [],
          wording: defaultWordingSettings,
          documents: [],
          systemPrompt: '',
          context: defaultSettings(contextSettings),
        },
      }),
      activeAt: 1_700_000_000_000 + order * 1000,
      ...fields,
    }),
  }
}

type FactsOf<Role extends Message['role']> = Extract<MessageFacts, { readonly role: Role }>

/** Facts of messages for examples: what a test does not name is empty. */
export function asked(text: string): FactsOf<'user'> {
  return { role: 'user', parts: [{ kind: 'text', text }] }
}

export function answered(
  text: string,
  usage: Partial<Usage> | null = null,
  end: AnswerEnd = 'complete',
): FactsOf<'assistant'> {
  const parts = text === '' ? [] : [{ kind: 'text' as const, text }]
  return { role: 'assistant', parts, ...request(usage), runId: null, end, native: null, durationMs: null }
}

export function called(callIds: readonly CallId[], usage: Partial<Usage> | null = null): FactsOf<'assistant'> {
  const parts = callIds.map(callId => ({
    kind: 'tool-call' as const,
    callId,
    tool: 'read_file',
    input: '{}',
    providerCallId: null,
  }))
  return { ...answered('', usage), parts }
}

export function resulted(callIds: readonly CallId[]): FactsOf<'tool-results'> {
  const parts = callIds.map(callId => ({
    kind: 'tool-result' as const,
    callId,
    tool: 'read_file',
    outcome: 'done' as const,
    content: [],
  }))
  return { role: 'tool-results', parts }
}

export function titled(text: string, usage: Partial<Usage> | null = null): FactsOf<'title'> {
  return { role: 'title', parts: [{ kind: 'text', text }], ...request(usage) }
}

export function request(usage: Partial<Usage> | null): RequestFacts {
  return {
    origin: { definition: 'demo', protocol: 'demo', model: 'demo' },
    requestId: null,
    rawUsage: null,
    usage: usage === null ? null : { ...noUsage, ...usage },
  }
}

/** A price in 1024ths of a dollar a token, so that sums are exact in any order; unreliable where usage is unknown. */
export const exactCostOf: CostOf = message => {
  const usage = requestOf(message)?.usage ?? null
  if (usage === null) return { usd: 0, reliable: false }
  const weighted =
    4 * usage.input + usage.cacheRead + 5 * usage.cacheWrite + 16 * usage.output + 512 * usage.webSearches
  return { usd: weighted / 1024, reliable: true }
}
