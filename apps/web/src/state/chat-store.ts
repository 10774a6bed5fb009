import {
  ApiError,
  applyEvent,
  type ChatEvent,
  type ChatId,
  type ChatView,
  type Client,
  type EarlierPath,
  type Message,
  type MessageId,
  type PathWindow,
} from '@stet/api/client'

export type ChatState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: ApiError }
  | {
      readonly kind: 'ready'
      /** The end of the path, which events change. */
      readonly view: ChatView
      /** What is read instead: a stretch of the path far above its end; null while the end is. */
      readonly window: PathWindow | null
      readonly above: Above
    }

/** The state of the messages above those that are shown, or below a window. */
export type Above = 'idle' | 'loading' | 'failed'

/** What the page knows of the one chat it shows. */
export interface ChatStore {
  readonly chatId: ChatId
  /** The newest. */
  state(): ChatState
  /** What listeners were last called for: whatever is drawn reads this, so that all of it is of one moment. */
  drawn(): ChatState
  subscribe(listener: () => void): () => void
  receive(event: ChatEvent): void
  load(): Promise<void>
  loadEarlier(): Promise<void>
  /** Shows the start of the path: the page above if that reaches it, otherwise the first part of the path. */
  loadStart(): Promise<void>
  /** Every message of the path. What is shown stays as it is. */
  readWhole(): Promise<readonly Message[]>
  /** Shows the page above if it has a message, otherwise the part of the path around it. Resolves with whether it is on this branch. */
  loadThrough(messageId: MessageId): Promise<boolean>
  /** Loads what follows a window, until that is the end of the path. */
  loadLater(): Promise<void>
  /** Leaves a window for the end of the path. */
  showEnd(): void
  /** A message that was just sent must show, also when no event of it comes through. */
  expect(messageId: MessageId): void
  close(): void
}

export interface ChatStoreOptions {
  readonly chatId: ChatId
  readonly client: Pick<Client, 'chat' | 'earlier' | 'around'>
  /** Asks for a snapshot, because the events no longer follow from what is held. */
  readonly resync: () => void
  readonly schedule: (task: () => void, milliseconds: number) => void
  readonly now: () => number
  readonly onTrouble: (error: unknown) => void
}

/** Text that grows 20 times a second reads as flowing; drawing it with every frame of the screen would cost three times the processor time. */
const NOTIFY_MS = 50
/** The first change after a pause is drawn with the next frame. What arrives together with it is drawn together. */
const FRAME_MS = 16
const PAGE = 50
const LARGEST_PAGE = 100
const PATIENCE_MS = 1000

export function createChatStore({ chatId, client, resync, schedule, now, onTrouble }: ChatStoreOptions): ChatStore {
  let state: ChatState = { kind: 'loading' }
  let drawn: ChatState = state
  let closed = false
  let notifying = false
  let notifiedAt = Number.NEGATIVE_INFINITY
  let received = 0
  const listeners = new Set<() => void>()

  function set(next: ChatState): void {
    if (closed || next === state) return
    const isFirst = state.kind === 'loading'
    state = next
    if (listeners.size === 0) drawn = next
    // Nothing else comes together with a chat that has just been loaded.
    if (isFirst) notify()
    if (isFirst || notifying) return
    notifying = true
    schedule(notify, Math.max(FRAME_MS, notifiedAt + NOTIFY_MS - now()))
  }

  function notify(): void {
    notifying = false
    drawn = state
    notifiedAt = now()
    for (const listener of listeners) listener()
  }

  function show(view: ChatView): void {
    if (state.kind !== 'ready') {
      set({ kind: 'ready', view, window: null, above: 'idle' })
      return
    }
    // Another branch is shown, or something above was deleted: a stretch of the path from before may be gone.
    const [first] = state.view.path
    const isSame = view.path.some(({ id }) => id === first?.id)
    set({ ...state, view, window: isSame ? state.window : null })
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

  /** Runs one read at a time, and shows that it failed. */
  async function read<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
    if (state.kind !== 'ready' || state.above === 'loading') return null
    set({ ...state, above: 'loading' })
    try {
      const answer = await ask()
      if (state.kind === 'ready') set({ ...state, above: 'idle' })
      return answer
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (state.kind === 'ready') set({ ...state, above: 'failed' })
      return null
    }
  }

  async function loadAbove(ask: (first: MessageId) => Promise<EarlierPath>): Promise<void> {
    const first = shownOf(state)?.path[0]
    if (!shownOf(state)?.earlier || !first) return
    const above = await read(() => ask(first.id))
    if (above !== null) putAbove(first.id, above)
  }

  /** What came meanwhile may have another beginning: then this does not belong above it. */
  function putAbove(first: MessageId, above: EarlierPath): void {
    if (state.kind !== 'ready') return
    const { view, window } = state
    if (window !== null && window.path[0]?.id === first) set({ ...state, window: withEarlier(window, above) })
    else if (window === null && view.path[0]?.id === first) set({ ...state, view: withEarlier(view, above) })
  }

  /** A page above is enough for most: only what is further away is shown apart from the end. Null for the start of the path. */
  async function showThrough(messageId: MessageId | null): Promise<boolean> {
    const first = shownOf(state)?.path[0]
    if (!first) return true
    const found = await read(async () => {
      const above = await client.earlier(chatId, { before: first.id, limit: LARGEST_PAGE })
      if (messageId === null ? !above.earlier : above.path.some(({ id }) => id === messageId)) return { above }
      return { window: await client.around(chatId, { message: messageId, limit: LARGEST_PAGE }) }
    })
    if (found === null || state.kind !== 'ready') return true
    if (found.above !== undefined) {
      putAbove(first.id, found.above)
      return true
    }
    if (found.window.isShown) showWindow(found.window)
    return found.window.isShown
  }

  /** One that reaches the end of the path is no longer apart from it. */
  function showWindow(window: PathWindow): void {
    if (state.kind !== 'ready') return
    const view = joined(state.view, window)
    const siblings = { ...window.siblings, ...state.view.siblings }
    set(view === null ? { ...state, window, view: { ...state.view, siblings } } : { ...state, view, window: null })
  }

  async function loadLater(): Promise<void> {
    const last = state.kind === 'ready' ? state.window?.path.at(-1) : undefined
    if (last === undefined) return
    const next = await read(() => client.around(chatId, { message: last.id, limit: LARGEST_PAGE }))
    if (next === null || state.kind !== 'ready' || state.window?.path.at(-1)?.id !== last.id) return
    // The branch that was read is shown no longer: the end is.
    if (!next.isShown) {
      set({ ...state, window: null })
      return
    }
    const at = next.path.findIndex(({ id }) => id === last.id)
    showWindow(withEarlier({ ...next, path: next.path.slice(at + 1) }, state.window))
  }

  async function readWhole(): Promise<readonly Message[]> {
    if (state.kind !== 'ready') return []
    let { path, earlier } = state.view
    while (earlier && path[0]) {
      const page = await client.earlier(chatId, { before: path[0].id, limit: LARGEST_PAGE })
      path = [...page.path, ...path]
      earlier = page.earlier
    }
    return path
  }

  return {
    chatId,
    state: () => state,
    drawn: () => drawn,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    receive,
    load,
    loadEarlier: () => loadAbove(first => client.earlier(chatId, { before: first, limit: PAGE })),
    async loadStart() {
      if (shownOf(state)?.earlier) await showThrough(null)
    },
    readWhole,
    loadThrough: showThrough,
    loadLater,
    showEnd() {
      if (state.kind === 'ready') set({ ...state, window: null })
    },
    expect,
    close() {
      closed = true
      listeners.clear()
    },
  }
}

/** The stretch of the path that is read. */
function shownOf(state: ChatState): EarlierPath | null {
  return state.kind === 'ready' ? (state.window ?? state.view) : null
}

/** The end of the path with a window above it, where the two meet; null where messages lie between them. */
function joined(view: ChatView, window: PathWindow): ChatView | null {
  const first = view.path[0]
  const at = window.path.findIndex(({ id }) => id === first?.id)
  if (at !== -1) return withEarlier(view, { ...window, path: window.path.slice(0, at) })
  return first !== undefined && first.parentId !== null && window.path.some(({ id }) => id === first.parentId)
    ? withEarlier(view, window)
    : null
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
