import type { ApiError, ChatEvent, ChatId, Client, Watch, WatchState } from '@stet/api/client'

/** What a tab asks of the hub. The first `watch` of a tab joins it. */
export type ToHub =
  | { readonly kind: 'watch'; readonly chats: readonly ChatId[] }
  | { readonly kind: 'resync' }
  /** The network or the user returned. */
  | { readonly kind: 'wake' }
  | { readonly kind: 'leave' }

export type FromHub =
  | { readonly kind: 'event'; readonly event: ChatEvent; readonly id: string }
  | { readonly kind: 'state'; readonly state: WatchState; readonly because: ErrorFields | null }

/** An error as it travels between a worker and a page, which keeps no class. */
export type ErrorFields = Pick<ApiError, 'status' | 'code' | 'message' | 'retryable'>

export interface TabPort {
  postMessage(message: FromHub): void
}

export interface StreamHub {
  receive(tab: TabPort, message: ToHub): void
}

/** As many as the home takes on one connection; beyond it, the tabs that chose their chat last are served. */
const MOST_CHATS = 50

/** Of no use to a tab that shows another chat, and either large or frequent. Every other event may change a list. */
const OF_ONE_CHAT: ReadonlySet<ChatEvent['kind']> = new Set([
  'snapshot',
  'message-added',
  'part-started',
  'part-delta',
  'step-started',
  'call-progress',
])

/** One event stream for all tabs of a browser (FE-5): it watches the chats of all of them, and each gets the events of its own. */
export function createStreamHub({ watch, wake }: { watch: Client['watch']; wake: () => void }): StreamHub {
  const tabs = new Map<TabPort, readonly ChatId[]>()
  let stream: Watch | null = null
  let watched: readonly ChatId[] = []
  let startingOver = false
  let current: Extract<FromHub, { kind: 'state' }> = { kind: 'state', state: 'connecting', because: null }

  function onEvent(event: ChatEvent, id: string): void {
    if (event.kind === 'snapshot' && startingOver) {
      startingOver = false
      renewLists()
    }
    for (const [tab, chats] of tabs) {
      if (chats.includes(event.chatId) || !OF_ONE_CHAT.has(event.kind)) tab.postMessage({ kind: 'event', event, id })
    }
  }

  /** Tabs without a chat get no snapshot: what happened to their list during the change of connections is lost to them. */
  function renewLists(): void {
    for (const [tab, chats] of tabs) {
      if (chats.length > 0) continue
      tab.postMessage({ kind: 'state', state: 'reconnecting', because: null })
      tab.postMessage(current)
    }
  }

  function onState(state: WatchState, because: ApiError | null): void {
    current = { kind: 'state', state, because: because === null ? null : fieldsOf(because) }
    for (const tab of tabs.keys()) tab.postMessage(current)
  }

  function follow(isNew: boolean): void {
    const before = watched
    watched = [...new Set([...tabs.values()].flat())].slice(-MOST_CHATS)
    if (stream === null || current.state === 'closed') {
      stream = watch({ chats: watched, onEvent, onState })
      return
    }
    stream.setChats(watched)
    if (!isNew) return
    startingOver = true
    // Also where another tab shows the same chat: only a snapshot says what happened while this tab loaded it.
    if (watched.every(chat => before.includes(chat))) stream.resync()
  }

  function leave(tab: TabPort): void {
    if (!tabs.delete(tab)) return
    if (tabs.size > 0) {
      follow(false)
      return
    }
    const ending = stream
    stream = null
    watched = []
    ending?.close()
  }

  return {
    receive(tab, message) {
      switch (message.kind) {
        case 'watch': {
          const before = tabs.get(tab)
          // Deleted first, so that the tab that chose last is last.
          tabs.delete(tab)
          tabs.set(tab, message.chats)
          if (before === undefined && stream !== null) tab.postMessage(current)
          return follow(message.chats.some(chat => !before?.includes(chat)))
        }
        case 'resync':
          startingOver = true
          return stream?.resync()
        case 'wake':
          return wake()
        case 'leave':
          return leave(tab)
      }
    },
  }
}

function fieldsOf({ status, code, message, retryable }: ApiError): ErrorFields {
  return { status, code, message, retryable }
}
