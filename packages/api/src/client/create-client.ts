import type { ChatPage } from '@stet/desk'
import type {
  Chat,
  ChatId,
  ChatView,
  CompactionId,
  ContextSettings,
  EarlierPath,
  Inspection,
  InspectQuery,
  MarkCommand,
  MessageId,
  RunId,
  Sent,
  Stopped,
  Withdrawn,
} from '@stet/engine'
import { schedule as scheduleByTimer } from '../schedule.ts'
import { toApiError, unreachable } from './api-error.ts'
import { type BranchCalls, branchCalls } from './branch-calls.ts'
import { type DecisionCalls, decisionCalls } from './decision-calls.ts'
import { onWake } from './on-wake.ts'
import { type ProviderCalls, providerCalls } from './provider-calls.ts'
import { type SummaryCalls, summaryCalls } from './summary-calls.ts'
import { type UsageCalls, usageCalls } from './usage-calls.ts'
import type { Watch, WatchOptions, WatchSurroundings } from './watch.ts'
import { watch } from './watch.ts'
import type { Keyed } from './wire.ts'

export interface ClientOptions extends Partial<Pick<WatchSurroundings, 'schedule' | 'random' | 'onWake'>> {
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>
  /** What comes before `/api`: empty for the page's own home. */
  readonly base: string
  readonly newKey: () => string
}

/** The wire, typed. Every method rejects with an `ApiError` and nothing else. */
export interface Client extends BranchCalls, DecisionCalls, ProviderCalls, SummaryCalls, UsageCalls {
  health(): Promise<{ readonly ok: true; readonly version: string }>
  listChats(query?: { readonly after?: string | null; readonly limit?: number }): Promise<ChatPage>
  createChat(command?: Keyed): Promise<Chat>
  chat(chatId: ChatId): Promise<ChatView>
  earlier(chatId: ChatId, before: MessageId, limit?: number): Promise<EarlierPath>
  send(
    chatId: ChatId,
    command: Keyed & { readonly text: string; readonly parentId: MessageId | null; readonly stopFirst?: boolean },
  ): Promise<Sent>
  /** Takes back a message that waits, and gives its text; rejects with `message-gone` when it has gone meanwhile. */
  withdraw(chatId: ChatId, command: Keyed & { readonly messageId: MessageId }): Promise<Withdrawn>
  /** Stops what is named, or everything at work in the chat. */
  stop(
    chatId: ChatId,
    command?: Keyed & { readonly runId?: RunId | null; readonly compactionId?: CompactionId | null },
  ): Promise<Stopped>
  rename(chatId: ChatId, command: Keyed & { readonly title: string }): Promise<void>
  /** Has the model name the chat anew; the event `title-ended` tells how it went. */
  makeTitle(chatId: ChatId, command?: Keyed): Promise<void>
  /** Settings that are not valid are refused by the name of the first, as the error's field. */
  changeContext(chatId: ChatId, command: Keyed & { readonly context: ContextSettings }): Promise<void>
  mark(chatId: ChatId, command: Keyed & Pick<MarkCommand, 'messageId' | 'mark'>): Promise<void>
  inspect(chatId: ChatId, query: Pick<InspectQuery, 'context' | 'text'>): Promise<Inspection>
  watch(options: WatchOptions): Watch
}

export function createClient({ fetch, base, newKey, ...surroundings }: ClientOptions): Client {
  async function request(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(`${base}${path}`, init).catch((cause: unknown) => {
      throw unreachable(cause)
    })
    if (response.ok) return response
    throw await toApiError(response)
  }

  // The body may break off after its headers came, which is as good as no answer.
  async function read<T>(response: Response): Promise<T> {
    return response.json().catch((cause: unknown) => {
      throw unreachable(cause)
    })
  }

  async function get<T>(path: string, query: Readonly<Record<string, string | number | null | undefined>> = {}) {
    return read<T>(await request(`${path}${toQuery(query)}`, {}))
  }

  function act(method: string, path: string, key: string | undefined, body: object): Promise<Response> {
    return request(path, {
      method,
      headers: { 'content-type': 'application/json', 'idempotency-key': key ?? newKey() },
      body: JSON.stringify(body),
    })
  }

  async function ask<T>(path: string, body: object): Promise<T> {
    const headers = { 'content-type': 'application/json' }
    return read(await request(path, { method: 'POST', headers, body: JSON.stringify(body) }))
  }

  const ofChat = (chatId: ChatId) => `/api/chats/${encodeURIComponent(chatId)}`

  return {
    ...branchCalls(act, read),
    ...decisionCalls(act, get, read),
    ...providerCalls({ act, ask, get, read }),
    ...summaryCalls(act, read),
    ...usageCalls(get),
    health: () => get('/api/health'),
    listChats: query => get('/api/chats', { ...query }),
    createChat: async command => read(await act('POST', '/api/chats', command?.key, {})),
    chat: chatId => get(ofChat(chatId)),
    earlier: (chatId, before, limit) => get(`${ofChat(chatId)}/messages`, { before, limit }),
    send: async (chatId, { key, text, parentId, stopFirst = false }) =>
      read(
        await act('POST', `${ofChat(chatId)}/messages`, key, { text, parentId, ...(stopFirst ? { stopFirst } : {}) }),
      ),
    withdraw: async (chatId, { key, messageId }) =>
      read(await act('DELETE', `${ofChat(chatId)}/waiting/${encodeURIComponent(messageId)}`, key, {})),
    stop: async (chatId, { key, runId = null, compactionId = null } = {}) =>
      read(await act('POST', `${ofChat(chatId)}/stop`, key, { runId, compactionId })),
    async rename(chatId, { key, title }) {
      await act('PATCH', ofChat(chatId), key, { title })
    },
    async makeTitle(chatId, command) {
      await act('POST', `${ofChat(chatId)}/title`, command?.key, {})
    },
    async changeContext(chatId, { key, context }) {
      await act('PUT', `${ofChat(chatId)}/context`, key, context)
    },
    async mark(chatId, { key, messageId, mark }) {
      await act('PUT', `${ofChat(chatId)}/marks/${encodeURIComponent(messageId)}`, key, { mark })
    },
    inspect: (chatId, { context, text }) => ask(`${ofChat(chatId)}/inspection`, { context, text }),
    watch: options =>
      watch(options, {
        open: (chats, lastEventId, signal) =>
          request(`/api/events${toQuery({ chats: chats.join(',') || null })}`, {
            signal,
            cache: 'no-store',
            headers: lastEventId === null ? {} : { 'last-event-id': lastEventId },
          }),
        schedule: scheduleByTimer,
        random: Math.random,
        onWake,
        ...surroundings,
      }),
  }
}

function toQuery(query: Readonly<Record<string, string | number | null | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
