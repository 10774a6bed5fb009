import type { ApiError, ChatEvent, ChatId, Client, Watch, WatchState } from '@stet/api/client'
import { type ChatStore, createChatStore } from './chat-store.ts'

export interface ConnectionState {
  readonly state: WatchState
  readonly because: ApiError | null
}

/** The one connection of this page: it carries the chat list and the chat that is open. */
export interface Live {
  connection(): ConnectionState
  onConnection(listener: () => void): () => void
  /** Passes on every event, also those that change nothing a chat's view shows. */
  onEvent(listener: (event: ChatEvent) => void): () => void
  /** Opens a chat in place of the one that was open. One that is open already stays as it is. */
  open(chatId: ChatId): ChatStore
  /** Opens a chat and waits until it is loaded, so that its page can be drawn at once. */
  prepare(chatId: ChatId): Promise<void>
  /** The chat if it is the open one. */
  opened(chatId: ChatId): ChatStore | null
  /** Leaves the chat, unless another was opened meanwhile. */
  leave(store: ChatStore): void
  reconnect(): void
  close(): void
}

const LEFT_MS = 1000
/** The lists wait for a chat that is opened: asking for them takes the time in which it is drawn. */
const LISTS_MS = 100

export interface LiveOptions {
  readonly client: Pick<Client, 'around' | 'chat' | 'earlier' | 'watch'>
  readonly onListEvent: (event: ChatEvent) => void
  /** Events of the lists may have been missed: of chats, and of workspaces. */
  readonly onListStale: () => void
  readonly schedule: (task: () => void, milliseconds: number) => void
  readonly now: () => number
  readonly onTrouble: (error: unknown) => void
}

export function createLive({ client, onListEvent, onListStale, schedule, now, onTrouble }: LiveOptions): Live {
  let connection: ConnectionState = { state: 'connecting', because: null }
  let store: ChatStore | null = null
  let watched: ChatId | null = null
  /** Whether what the page loaded before its first connection was asked for again. */
  let isFirstLoadPast = false
  let loading: Promise<void> = Promise.resolve()
  const listeners = new Set<() => void>()
  const subscribers = new Set<(event: ChatEvent) => void>()
  let watch = start()

  function start(): Watch {
    return client.watch({ chats: watched === null ? [] : [watched], onEvent, onState })
  }

  function onState(state: WatchState, because: ApiError | null): void {
    const wasLost = connection.state === 'reconnecting' || connection.state === 'closed'
    connection = { state, because }
    if (state === 'live' && wasLost) {
      becomeStale()
      if (store?.state().kind === 'failed') void store.load()
    }
    // The first lists are asked for while this connects, and what changed in between is not reported. With a chat, its snapshot says so.
    if (state === 'live' && !isFirstLoadPast && watched === null) becomeStale()
    for (const listener of listeners) listener()
  }

  function becomeStale(): void {
    isFirstLoadPast = true
    onListStale()
  }

  function onEvent(event: ChatEvent): void {
    store?.receive(event)
    // A snapshot begins a connection, and what happened to the list before it is not reported.
    if (event.kind === 'snapshot') {
      isFirstLoadPast = true
      schedule(onListStale, LISTS_MS)
    } else onListEvent(event)
    for (const subscriber of subscribers) subscriber(event)
  }

  function follow(chatId: ChatId | null): void {
    if (watched === chatId) return
    watched = chatId
    if (connection.state === 'closed') watch = start()
    else watch.setChats(chatId === null ? [] : [chatId])
  }

  function open(chatId: ChatId): ChatStore {
    if (store?.chatId === chatId) return store
    store?.close()
    const opened = createChatStore({ chatId, client, schedule, now, onTrouble, resync: () => watch.resync() })
    store = opened
    loading = opened.load().then(() => {
      // A chat that does not exist is not watched: the connection would end, and the list with it.
      if (store === opened && opened.state().kind === 'ready') follow(chatId)
    })
    return opened
  }

  return {
    connection: () => connection,
    onConnection(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onEvent(subscriber) {
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
    open,
    opened: chatId => (store?.chatId === chatId ? store : null),
    async prepare(chatId) {
      open(chatId)
      await loading
    },
    leave(left) {
      left.close()
      if (store !== left) return
      store = null
      // A user who leaves one chat usually opens another: that saves a connection.
      schedule(() => {
        if (store === null) follow(null)
      }, LEFT_MS)
    },
    reconnect() {
      watch.close()
      watch = start()
    },
    close() {
      watch.close()
    },
  }
}
