import type { CallId, ChatId, MessageId } from '@stet/history'
import {
  APPROVAL_REF,
  CALLS_SHELF,
  type Call,
  CHATS_SHELF,
  fromCallRow,
  fromChatRow,
  listRows,
  type Store,
} from '@stet/store'
import type { ChatEvent } from '../view/event.ts'

/** Which chats have calls that wait for the user's approval, and at which answer: the chat list leads there. */
export interface WaitingApprovals {
  /** Reads what earlier processes left waiting. */
  load(): Promise<void>
  /** Returns the chat in which the user decides, where that is another one and something began or ceased to wait there. */
  note(event: ChatEvent): ChatId | null
  /** A chat that a call has: what waits there is shown in the chat of that call (T6). */
  adopt(chatId: ChatId, caller: Answer): void
  /** These messages were deleted. */
  forget(messageIds: readonly MessageId[]): void
  /** This chat was deleted. */
  forgetChat(chatId: ChatId): void
  /** The answer with the call that has waited longest; null when none waits. */
  of(chatId: ChatId): MessageId | null
  chats(): readonly ChatId[]
  /** The chats in which something began or ceased to wait since this was last asked. */
  takeChanged(): readonly ChatId[]
}

/** An answer and the chat it is in. */
interface Answer {
  readonly chatId: ChatId
  readonly messageId: MessageId
}

export function createWaitingApprovals(store: Store): WaitingApprovals {
  /** Oldest first. `madeBy` is the answer that makes the call, `shownAt` where the user decides about it. */
  const waiting = new Map<CallId, { readonly madeBy: MessageId; readonly shownAt: Answer }>()
  const callers = new Map<ChatId, Answer>()
  const changed = new Set<ChatId>()

  function take(call: Call): void {
    if (!isWaiting(call)) drop(call.id)
    else if (!waiting.has(call.id)) {
      const { chatId, messageId } = call
      const shownAt = callers.get(chatId) ?? { chatId, messageId }
      waiting.set(call.id, { madeBy: messageId, shownAt })
      changed.add(shownAt.chatId)
    }
  }

  function drop(id: CallId): void {
    const known = waiting.get(id)
    if (known === undefined) return
    waiting.delete(id)
    changed.add(known.shownAt.chatId)
  }

  async function findCaller(chatId: ChatId): Promise<void> {
    const row = await store.get(CHATS_SHELF, chatId)
    const chat = row === null ? null : fromChatRow(row)
    if (chat === null || 'unreadable' in chat || chat.calledBy === null) return
    const made = await store.get(CALLS_SHELF, chat.calledBy.callId)
    const call = made === null ? null : fromCallRow(made)
    if (call !== null && !('unreadable' in call)) callers.set(chatId, call)
  }

  return {
    async load() {
      for await (const row of listRows(store, CALLS_SHELF, { by: { ref: APPROVAL_REF } })) {
        const call = fromCallRow(row)
        if ('unreadable' in call) continue
        await findCaller(call.chatId)
        take(call)
      }
    },
    note(event) {
      if (event.kind === 'question-asked' || event.kind === 'question-decided') {
        return callers.get(event.chatId)?.chatId ?? null
      }
      if (event.kind !== 'message-added' && event.kind !== 'calls-changed') return null
      let elsewhere: ChatId | null = null
      for (const call of event.calls ?? []) {
        const before = waiting.get(call.id)
        take(call)
        const after = waiting.get(call.id)
        const { chatId } = (after ?? before)?.shownAt ?? call
        if (before !== after && chatId !== call.chatId) elsewhere = chatId
      }
      return elsewhere
    },
    adopt(chatId, { chatId: callerId, messageId }) {
      callers.set(chatId, { chatId: callerId, messageId })
    },
    forget(messageIds) {
      const gone = new Set(messageIds)
      for (const [id, { madeBy }] of waiting) if (gone.has(madeBy)) drop(id)
    },
    forgetChat(chatId) {
      for (const [id, { shownAt }] of waiting) if (shownAt.chatId === chatId) drop(id)
    },
    of: chatId => waiting.values().find(({ shownAt }) => shownAt.chatId === chatId)?.shownAt.messageId ?? null,
    takeChanged() {
      if (changed.size === 0) return []
      const taken = [...changed]
      changed.clear()
      return taken
    },
    chats: () => [...new Set(waiting.values().map(({ shownAt }) => shownAt.chatId))],
  }
}

export function isWaiting({ state, policy }: Call): boolean {
  return state.kind === 'proposed' && policy === 'confirm'
}
