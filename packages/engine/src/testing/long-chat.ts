import type { ChatCommand } from '@stet/commands'
import {
  type ChatId,
  type ContextSettings,
  type Message,
  type MessageId,
  makeId,
  type NewMessage,
  type SummaryMessage,
} from '@stet/history'
import type { ModelCall } from '@stet/models'
import { fromMessageRow, listRows, MESSAGES_SHELF, type Store, toMessagePut } from '@stet/store'
import type { EngineDeps } from '../engine-context.ts'
import type { ChatView } from '../view/chat-view.ts'
import { createScriptedModels, type Script, saying } from './scripted-models.ts'
import { openMemoryHome, openTestEngine, randomBytes, scriptedSettings, type TestHome, writeChat } from './test-home.ts'
import { openPage } from './test-page.ts'

export interface LongChatOptions {
  /** Questions and answers of about a hundred tokens each. */
  readonly phases?: number
  readonly context?: Partial<ContextSettings>
  readonly answer?: Script
  readonly summary?: Script
  readonly home?: TestHome
  readonly parts?: Partial<EngineDeps>
}

const SENTENCE = 'The tide comes in twice a day, and the harbour wall has to stand the higher of the two. '.repeat(5)

/** A window that holds about fourteen of its messages. */
export const NARROW: Partial<ContextSettings> = { maxPromptTokens: 1500, reservedResponseTokens: 0 }

/** A chat that has a name and, unless the test says otherwise, more than its window holds; its engine, and a page that watches it. */
export async function openLongChat(options: LongChatOptions = {}) {
  const { phases = 10, context = NARROW, answer = () => saying('An answer.'), summary, parts = {} } = options
  const { home = openMemoryHome() } = options
  const settings = { ...scriptedSettings, context: { ...scriptedSettings.context, ...context } }
  const chatId = await writeChat(home.store, { settings, title: { text: 'Named', by: 'person' } })
  const messages = toTalk(chatId, phases)
  if (messages.length > 0) await home.store.write(messages.map(toMessagePut))
  const path = messages.map(({ id }) => id)
  const models = createScriptedModels(answer, undefined, null, summary)
  const { engine, logged } = await openTestEngine(home, { models, ...parts })
  const page = openPage(engine, chatId)
  await page.until(() => true)
  const last = path.at(-1) ?? null
  const send = (message: Partial<ChatCommand<'send'>> = {}) =>
    engine.send({ key: makeId('key', randomBytes(20)), chatId, parentId: last, text: 'Next', ...message })
  /** Sends, and resolves with the view at the run's end. */
  async function ask(message: Partial<ChatCommand<'send'>> = {}): Promise<ChatView> {
    return page.untilEnded((await send(message)).runId)
  }
  const calls = (purpose: 'answer' | 'summary') => models.calls.filter(call => call.purpose === purpose)
  return { home, chatId, path, last, models, engine, logged, page, send, ask, calls }
}

/** Questions in turn with answers that another model gave. */
function toTalk(chatId: ChatId, phases: number): readonly NewMessage[] {
  const ids = Array.from({ length: phases * 2 }, (): MessageId => makeId('msg', randomBytes(20)))
  return ids.map((id, index): NewMessage => {
    const place = { id, chatId, parentId: ids[index - 1] ?? null, at: index, copiedFrom: null }
    const turn = Math.floor(index / 2)
    const said = (what: string) => [{ kind: 'text' as const, text: `${what} ${turn}. ${SENTENCE}` }]
    if (index % 2 === 0) return { ...place, role: 'user', parts: said('Question') }
    const origin = { definition: 'other', protocol: 'other', model: 'other' }
    const facts = { origin, requestId: null, rawUsage: null, usage: null, native: null, durationMs: null }
    return { ...place, ...facts, role: 'assistant', parts: said('Answer'), runId: null, end: 'complete' }
  })
}

/** Everything in the record of a chat. */
export async function messagesIn(store: Store, chatId: string): Promise<readonly Message[]> {
  const messages: Message[] = []
  for await (const row of listRows(store, MESSAGES_SHELF, { by: { parent: chatId } }))
    messages.push(fromMessageRow(row))
  return messages
}

export function summariesIn({ path }: Pick<ChatView, 'path'>): readonly SummaryMessage[] {
  return path.filter(message => message.role === 'summary')
}

/** The messages of the record that a request sends. */
export function idsIn({ request }: Pick<ModelCall, 'request'>): readonly MessageId[] {
  return request.messages.flatMap(({ messageId }) => (messageId === null ? [] : [messageId]))
}

/** What the first message of a request says. */
export function textAsked(call: ModelCall | undefined): string {
  const [message] = call?.request.messages ?? []
  return message?.form === 'plain' ? message.parts.map(part => ('text' in part ? part.text : '')).join('') : ''
}

export function lastOf<Item>(items: readonly Item[]): Item {
  const last = items.at(-1)
  if (last === undefined) throw new Error('there is none')
  return last
}
