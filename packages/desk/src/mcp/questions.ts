import type { CallId, ChatId } from '@stet/history'
import type { AskingCall, McpQuestion, McpReply, SamplingPlan, SamplingRequest } from '@stet/tools'

/** What servers ask in the middle of calls. A question ends with its call, so that none is stored. */
export interface Questions {
  /** Resolves with the user's reply, or `cancel` when the call is stopped. */
  ask(call: AskingCall, server: string, question: Asked): Promise<McpReply>
  /** Those that are shown in a chat: of its own calls, and of its child runs. */
  of(chatId: ChatId): readonly AskedQuestion[]
  /** False where nobody asks any more. */
  answer(chatId: ChatId, callId: CallId, reply: McpReply): boolean
}

type Asked =
  | ({ readonly kind: 'form' } & McpQuestion)
  /** Whether a model may be asked exactly this for the server. */
  | ({ readonly kind: 'sampling'; readonly plan: SamplingPlan } & SamplingRequest)

export type AskedQuestion = Asked & {
  readonly callId: CallId
  /** What the user calls the server. */
  readonly server: string
}

/** `onChanged` is called with a chat when what is asked in it changed. */
export function createQuestions(onChanged: (chatId: ChatId) => void): Questions {
  const open = new Map<CallId, { chatId: ChatId; asked: AskedQuestion; reply: (reply: McpReply) => void }>()
  return {
    async ask({ asksIn: chatId, callId, signal }, server, question) {
      const { promise, resolve } = Promise.withResolvers<McpReply>()
      const onAbort = () => resolve({ action: 'cancel' })
      if (signal.aborted) onAbort()
      // Two questions of one call at a time: the earlier one counts as given up.
      open.get(callId)?.reply({ action: 'cancel' })
      const entry = { chatId, asked: { ...question, callId, server }, reply: resolve }
      open.set(callId, entry)
      onChanged(chatId)
      signal.addEventListener('abort', onAbort)
      try {
        return await promise
      } finally {
        signal.removeEventListener('abort', onAbort)
        if (open.get(callId) === entry) open.delete(callId)
        onChanged(chatId)
      }
    },
    of: chatId => Array.from(open.values()).flatMap(each => (each.chatId === chatId ? [each.asked] : [])),
    answer(chatId, callId, reply) {
      const found = open.get(callId)
      if (found?.chatId !== chatId) return false
      found.reply(reply)
      return true
    },
  }
}
