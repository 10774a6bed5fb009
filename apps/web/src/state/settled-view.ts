import type { ChatView, Draft } from '@stet/api/client'
import type { ChatState, ChatStore } from './chat-store.ts'

/**
 * Reads a chat without the text that is being written: gives the same object again until anything else changes. Whatever draws from
 * it (header, composer, inspector) is not drawn again for every piece of an answer.
 */
export function settledReader(store: Pick<ChatStore, 'drawn'>): () => ChatState {
  let last: ChatState = { kind: 'loading' }
  return () => {
    const state = store.drawn()
    const isSame =
      last.kind === 'ready' &&
      state.kind === 'ready' &&
      last.above === state.above &&
      last.window === state.window &&
      differInTextOnly(last.view, state.view)
    if (!isSame) last = state
    return last
  }
}

function differInTextOnly(one: ChatView, other: ChatView): boolean {
  const { drafts, progress, ...settled } = one
  const isSame = Object.entries(settled).every(([name, value]) => Reflect.get(other, name) === value)
  return (
    isSame &&
    drafts.length === other.drafts.length &&
    drafts.every((draft, index) => sameButText(draft, other.drafts[index]))
  )
}

function sameButText(one: Draft, other: Draft | undefined): boolean {
  return one.messageId === other?.messageId && one.state === other.state && one.runId === other.runId
}
