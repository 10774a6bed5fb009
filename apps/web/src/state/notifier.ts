import type { Call, ChatEvent, ChatId, MessageId } from '@stet/api/client'

/** Notices what happens while nobody looks: an answer that ended, a call that waits for approval. */
export interface Notifier {
  receive(event: ChatEvent): void
  /** Whether something happened that the user was not notified of. */
  hasMissed(): boolean
  subscribe(listener: () => void): () => void
}

export interface NotifierDeps {
  readonly isHidden: () => boolean
  /** Whether the user wants notifications and the browser allows them. */
  readonly isWanted: () => boolean
  readonly titleOf: (chatId: ChatId) => string | null
  readonly notify: (chatId: ChatId, title: string, body: string) => void
}

interface Known {
  readonly running: boolean
  readonly waiting: MessageId | null
}

const IDLE: Known = { running: false, waiting: null }

export function createNotifier({ isHidden, isWanted, titleOf, notify }: NotifierDeps): Notifier {
  const known = new Map<ChatId, Known>()
  let missed = false
  const listeners = new Set<() => void>()

  function happened(chatId: ChatId, title: string | null, body: string): void {
    if (!isHidden()) return
    if (isWanted()) {
      notify(chatId, title || 'Stet', body)
      return
    }
    missed = true
    for (const listener of listeners) listener()
  }

  function settle(chatId: ChatId, title: string | null, next: Known): void {
    const before = known.get(chatId) ?? IDLE
    known.set(chatId, next)
    if (next.waiting !== null && next.waiting !== before.waiting) happened(chatId, title, 'Waits for your approval.')
    else if (before.running && !next.running && next.waiting === null) happened(chatId, title, 'The answer is ready.')
  }

  function change(chatId: ChatId, next: Partial<Known>): void {
    settle(chatId, titleOf(chatId), { ...(known.get(chatId) ?? IDLE), ...next })
  }

  return {
    receive(event) {
      switch (event.kind) {
        case 'chat-listed':
          settle(event.chatId, event.chat.title?.text ?? null, event)
          break
        case 'run-started':
        case 'run-resumed':
          change(event.chatId, { running: true, waiting: null })
          break
        case 'run-ended':
          change(event.chatId, { running: false })
          break
        case 'snapshot': {
          const { runs, calls, path } = event.view
          const answer = path.findLast(({ role }) => role === 'assistant')
          const waiting = answer ? waitingIn(answer.id, Object.values(calls)) : null
          const next = { running: runs.length > 0, waiting }
          // What was so before this page watched the chat is no news.
          if (known.has(event.chatId)) change(event.chatId, next)
          else known.set(event.chatId, next)
          break
        }
        case 'waiting-changed':
          change(event.chatId, { waiting: event.waiting })
          break
        default:
      }
    },
    hasMissed: () => missed,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function waitingIn(messageId: MessageId, calls: readonly Call[]): MessageId | null {
  return calls.some(({ state, policy }) => state.kind === 'proposed' && policy === 'confirm') ? messageId : null
}
