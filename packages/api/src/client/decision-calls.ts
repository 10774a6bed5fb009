import type { CallId, ChatId, MessageId, Resumed, Retried, ToolChoice, ToolFacts } from '@stet/engine'
import type { Act, Get, Keyed, Read } from './wire.ts'

interface OfCall extends Keyed {
  readonly callId: CallId
}

interface OfMessage extends Keyed {
  readonly messageId: MessageId
}

/** What a person decides about the calls of a model. */
export interface DecisionCalls {
  /** Rejects with `call-decided` when someone was first, with `call-changed` when the hash is not that of what would run. */
  approve(chatId: ChatId, command: OfCall & { readonly hash: string; readonly always?: boolean }): Promise<Resumed>
  deny(chatId: ChatId, command: OfCall & { readonly reason?: string }): Promise<Resumed>
  runPending(chatId: ChatId, command: OfMessage): Promise<Resumed>
  rejectPending(chatId: ChatId, command: OfMessage): Promise<void>
  continueAnswer(chatId: ChatId, command: OfMessage): Promise<Retried>
  /** All tools of the home, those too that it cannot offer. */
  tools(): Promise<{ readonly tools: readonly ToolFacts[] }>
  /** Rejects with `directory-refused` and why. What changed goes to the model before the next message, and stands in the view until then. */
  expose(chatId: ChatId, command: Keyed & { readonly path: string }): Promise<void>
  unexpose(chatId: ChatId, command: Keyed & { readonly path: string }): Promise<void>
  changeTools(chatId: ChatId, command: Keyed & { readonly tools: readonly ToolChoice[] }): Promise<void>
}

export function decisionCalls(act: Act, get: Get, read: Read): DecisionCalls {
  const ofChat = (chatId: ChatId) => `/api/chats/${encodeURIComponent(chatId)}`
  const ofCall = (chatId: ChatId, id: CallId) => `${ofChat(chatId)}/calls/${encodeURIComponent(id)}`
  const ofMessage = (chatId: ChatId, id: MessageId) => `${ofChat(chatId)}/messages/${encodeURIComponent(id)}`
  return {
    approve: async (chatId, { key, callId, hash, always = false }) =>
      read(await act('POST', `${ofCall(chatId, callId)}/approve`, key, { hash, always })),
    deny: async (chatId, { key, callId, reason = '' }) =>
      read(await act('POST', `${ofCall(chatId, callId)}/deny`, key, { reason })),
    runPending: async (chatId, { key, messageId }) =>
      read(await act('POST', `${ofMessage(chatId, messageId)}/run-pending`, key, {})),
    async rejectPending(chatId, { key, messageId }) {
      await act('POST', `${ofMessage(chatId, messageId)}/reject-pending`, key, {})
    },
    continueAnswer: async (chatId, { key, messageId }) =>
      read(await act('POST', `${ofMessage(chatId, messageId)}/continue`, key, {})),
    tools: () => get('/api/tools'),
    async expose(chatId, { key, path }) {
      await act('POST', `${ofChat(chatId)}/roots`, key, { path })
    },
    async unexpose(chatId, { key, path }) {
      await act('DELETE', `${ofChat(chatId)}/roots`, key, { path })
    },
    async changeTools(chatId, { key, tools }) {
      await act('PUT', `${ofChat(chatId)}/tools`, key, { tools })
    },
  }
}
