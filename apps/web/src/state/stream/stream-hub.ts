import type { ApiError, ChatEvent, ChatId, Client, Watch, WatchState } from '@stet/api/client'

/** What a tab asks of the hub. The first `watch` of a tab joins it. */
export type ToHub =
  | { readonly kind: 'watch'; readonly chats: readonly ChatId[] }
  | { readonly kind: 'resync' }
  /** It has read an event that asked for this. */
  | { readonly kind: 'read' }
  /** The network or the user returned. */
  | { readonly kind: 'wake' }
  | { readonly kind: 'leave' }

export type FromHub =
  | { readonly kind: 'event'; readonly event: ChatEvent; readonly id: string; readonly asks: boolean }
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

/** A tab that has not read for longer, such as one that the browser froze, gets no more events and then a snapshot. */
const BEHIND_MS = 1000
/** A tab confirms no more often: a fast answer has a hundred events a second, and each confirmation costs the page as much as an event. */
const ASK_MS = 100

interface Tab {
  readonly chats: readonly ChatId[]
  /** When it was sent the event that it has not confirmed yet. */
  askedAt: number | null
  /** When it was last asked, confirmed or not. */
  lastAskedAt: number
  isBehind: boolean
}

export interface StreamHubDeps {
  readonly watch: Client['watch']
  readonly wake: () => void
  readonly now: () => number
}

/** One event stream for all tabs of a browser (FE-5): it watches the chats of all of them, and each gets the events of its own. */
export function createStreamHub({ watch, wake, now }: StreamHubDeps): StreamHub {
  const tabs = new Map<TabPort, Tab>()
  let stream: Watch | null = null
  let watched: readonly ChatId[] = []
  let startingOver = false
  let current: Extract<FromHub, { kind: 'state' }> = { kind: 'state', state: 'connecting', because: null }

  function onEvent(event: ChatEvent, id: string): void {
    if (event.kind === 'snapshot' && startingOver) {
      startingOver = false
      renewLists()
    }
    for (const [port, tab] of tabs) {
      if (!OF_ONE_CHAT.has(event.kind) || tab.chats.some(chat => chat === event.chatId)) post(port, tab, event, id)
    }
  }

  /** Each tab confirms one event at a time. Without that, a frozen tab would come back to thousands of them. */
  function post(port: TabPort, tab: Tab, event: ChatEvent, id: string): void {
    tab.isBehind ||= tab.askedAt !== null && now() - tab.askedAt > BEHIND_MS
    if (tab.isBehind) return
    const at = now()
    const asks = tab.askedAt === null && at - tab.lastAskedAt >= ASK_MS
    port.postMessage({ kind: 'event', event, id, asks })
    if (asks) tab.askedAt = tab.lastAskedAt = at
  }

  function hasRead(port: TabPort): void {
    const tab = tabs.get(port)
    if (tab === undefined) return
    tab.askedAt = null
    if (!tab.isBehind) return
    tab.isBehind = false
    renewList(port)
    startingOver = true
    stream?.resync()
  }

  /** Tabs without a chat get no snapshot: what happened to their list during the change of connections is lost to them. */
  function renewLists(): void {
    for (const [port, { chats }] of tabs) if (chats.length === 0) renewList(port)
  }

  function renewList(port: TabPort): void {
    port.postMessage({ kind: 'state', state: 'reconnecting', because: null })
    port.postMessage(current)
  }

  function onState(state: WatchState, because: ApiError | null): void {
    current = { kind: 'state', state, because: because === null ? null : fieldsOf(because) }
    for (const tab of tabs.keys()) tab.postMessage(current)
  }

  function follow(isNew: boolean): void {
    const before = watched
    watched = [...new Set([...tabs.values()].flatMap(({ chats }) => chats))].slice(-MOST_CHATS)
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
          const before = tabs.get(tab)?.chats
          // Deleted first, so that the tab that chose last is last.
          tabs.delete(tab)
          tabs.set(tab, { chats: message.chats, askedAt: null, lastAskedAt: Number.NEGATIVE_INFINITY, isBehind: false })
          if (before === undefined && stream !== null) tab.postMessage(current)
          return follow(message.chats.some(chat => !before?.includes(chat)))
        }
        case 'resync':
          startingOver = true
          return stream?.resync()
        case 'read':
          return hasRead(tab)
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
