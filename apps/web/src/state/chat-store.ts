import {
  ApiError,
  applyEvent,
  type ChatEvent,
  type ChatId,
  type ChatView,
  type Client,
  type EarlierPath,
  type MessageId,
} from '@stet/api/client'

export type ChatState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: ApiError }
  | { readonly kind: 'ready'; readonly view: ChatView; readonly above: Above }

/** The state of the messages above those that are held. */
export type Above = 'idle' | 'loading' | 'failed'

/** What the page knows of the one chat it shows. */
export interface ChatStore {
  readonly chatId: ChatId
  state(): ChatState
  subscribe(listener: () => void): () => void
  receive(event: ChatEvent): void
  load(): Promise<void>
  loadEarlier(): Promise<void>
  /** Loads everything above, and shows it at once. */
  loadStart(): Promise<void>
  /** A message that was just sent must show, also when no event of it comes through. */
  expect(messageId: MessageId): void
  close(): void
}

export interface ChatStoreOptions {
  readonly chatId: ChatId
  readonly client: Pick<Client, 'chat' | 'earlier'>
  /** Asks for a snapshot, because the events no longer follow from what is held. */
  readonly resync: () => void
  readonly schedule: (task: () => void, milliseconds: number) => void
  readonly onTrouble: (error: unknown) => void
}

/** A screen's picture: no page is drawn oftener, however fast a model is. Well below the pause between a home's writes of text, or every other one would be missed. */
const NOTIFY_MS = 16
const PAGE = 50
const LARGEST_PAGE = 100
const PATIENCE_MS = 1000

export function createChatStore({ chatId, client, resync, schedule, onTrouble }: ChatStoreOptions): ChatStore {
  let state: ChatState = { kind: 'loading' }
  let closed = false
  let notifying = false
  let received = 0
  const listeners = new Set<() => void>()

  function set(next: ChatState): void {
    if (closed || next === state) return
    state = next
    if (notifying) return
    notifying = true
    schedule(() => {
      notifying = false
      for (const listener of listeners) listener()
    }, NOTIFY_MS)
  }

  function show(view: ChatView): void {
    set({ kind: 'ready', view, above: state.kind === 'ready' ? state.above : 'idle' })
  }

  function receive(event: ChatEvent): void {
    if (event.chatId !== chatId) return
    received += 1
    if (event.kind === 'snapshot') {
      show(state.kind === 'ready' ? keepEarlier(state.view, event.view) : event.view)
      return
    }
    if (state.kind !== 'ready') return
    const next = applyEvent(state.view, event)
    if (next === 'resync') resync()
    else if (next !== state.view) show(next)
  }

  async function load(): Promise<void> {
    try {
      const view = await client.chat(chatId)
      // A snapshot that came meanwhile is newer, and the events after it are already in it.
      if (state.kind !== 'ready') show(view)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (state.kind !== 'ready') set({ kind: 'failed', error })
    }
  }

  function expect(messageId: MessageId): void {
    schedule(() => {
      if (closed || state.kind !== 'ready') return
      const { path, waiting } = state.view
      if (path.some(({ id }) => id === messageId) || waiting.some(({ id }) => id === messageId)) return
      const seen = received
      client.chat(chatId).then(view => {
        if (closed || state.kind !== 'ready') return
        // The answer may be older than an event that came meanwhile, and would undo it.
        if (received === seen) show(keepEarlier(state.view, view))
        else resync()
      }, onTrouble)
    }, PATIENCE_MS)
  }

  async function loadAbove(read: (first: MessageId) => Promise<EarlierPath>): Promise<void> {
    if (state.kind !== 'ready' || state.above === 'loading' || !state.view.earlier) return
    const first = state.view.path[0]
    if (!first) return
    set({ ...state, above: 'loading' })
    try {
      const above = await read(first.id)
      if (state.kind !== 'ready') return
      // What came meanwhile may have another beginning: then this does not belong above it.
      const view = state.view.path[0]?.id === first.id ? withEarlier(state.view, above) : state.view
      set({ kind: 'ready', above: 'idle', view })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (state.kind === 'ready') set({ ...state, above: 'failed' })
    }
  }

  async function readToStart(first: MessageId): Promise<EarlierPath> {
    let all = await client.earlier(chatId, { before: first, limit: LARGEST_PAGE })
    while (all.earlier && all.path[0]) {
      const page = await client.earlier(chatId, { before: all.path[0].id, limit: LARGEST_PAGE })
      all = withEarlier(all, page)
    }
    return all
  }

  return {
    chatId,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    receive,
    load,
    loadEarlier: () => loadAbove(first => client.earlier(chatId, { before: first, limit: PAGE })),
    loadStart: () => loadAbove(readToStart),
    expect,
    close() {
      closed = true
      listeners.clear()
    },
  }
}

function withEarlier<T extends EarlierPath>(view: T, { path, earlier, siblings, calls }: EarlierPath): T {
  return {
    ...view,
    path: [...path, ...view.path],
    earlier,
    siblings: { ...siblings, ...view.siblings },
    calls: { ...calls, ...view.calls },
  }
}

/** A snapshot holds the last part of the path: what the reader had already loaded above it stays, so that the page does not jump. */
function keepEarlier(before: ChatView, snapshot: ChatView): ChatView {
  const first = snapshot.path[0]
  if (!first || !snapshot.earlier) return snapshot
  const at = before.path.findIndex(message => message.id === first.id)
  if (at < 1) return snapshot
  return {
    ...snapshot,
    path: [...before.path.slice(0, at), ...snapshot.path],
    earlier: before.earlier,
    siblings: { ...before.siblings, ...snapshot.siblings },
    calls: { ...before.calls, ...snapshot.calls },
  }
}
