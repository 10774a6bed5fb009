import { ApiError, createClient } from '@stet/api/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './app/router.tsx'
import { listedTitle, refreshChatList, updateChatList } from './chats/chat-list-query.ts'
import { isChatId } from './chats/is-chat-id.ts'
import { basePath } from './formats/base-path.ts'
import type { WantedNotice } from './service-worker/show-notice.ts'
import { createAnnouncer } from './state/announcer.ts'
import type { ChatStore } from './state/chat-store.ts'
import { createDraftShelf } from './state/draft-shelf.ts'
import { createDraftStore } from './state/draft-store.ts'
import { collectErrors, createErrorLog } from './state/error-log.ts'
import { createLeftDrafts, createSafeShelf, moveEarlierDrafts } from './state/left-drafts.ts'
import { createLive } from './state/live.ts'
import { createNotifier } from './state/notifier.ts'
import { createPageActions } from './state/page-actions.ts'
import { createPageVersion } from './state/page-version.ts'
import { applyPreferences, readPreference } from './state/preferences.ts'
import { ServicesProvider } from './state/services.ts'
import { openStream } from './state/stream/open-stream.ts'
import { TooltipProvider } from './ui/controls/tooltip.tsx'
import { missingParts } from './ui/parts/missing-parts.ts'
import { forgetWorkspaces } from './workspaces/workspaces-query.ts'
import './app/base.css'

const errors = createErrorLog(Date.now)
collectErrors(errors)
applyPreferences()

const newKey = () => crypto.randomUUID()
const client = createClient({ fetch: (input, init) => fetch(input, init), base: basePath, newKey })
const queries = new QueryClient({
  // Without the internet a home on this machine still answers.
  defaultOptions: { queries: { retry: mayRetry, networkMode: 'always' }, mutations: { networkMode: 'always' } },
})
const live = createLive({
  client: { ...client, watch: openStream(client.watch) },
  onListEvent(event) {
    updateChatList(queries, event)
    if (event.kind === 'workspaces-changed') refreshLists()
  },
  onListStale: refreshLists,
  schedule: (task, milliseconds) => setTimeout(task, milliseconds),
  now: () => performance.now(),
  onTrouble: reportError,
})
// Long before its page is drawn: what there is to draw then is on its way.
const [, opened] = location.pathname.slice(basePath.length).match(/^\/chats\/([^/]+)$/) ?? []
if (opened !== undefined && isChatId(opened)) live.prepare(opened).catch(reportError)
const left = createLeftDrafts(localStorage, basePath)
const shelf = createSafeShelf({ database: createDraftShelf(indexedDB, basePath), left }, reportError)
const drafts = createDraftStore({
  shelf,
  client: leavingClient(),
  now: Date.now,
  later(act, milliseconds) {
    const timer = setTimeout(act, milliseconds)
    return () => clearTimeout(timer)
  },
  onTrouble: reportError,
})
moveEarlierDrafts(localStorage, shelf)
  .then(() => drafts.load())
  .catch(reportError)
const pageVersion = createPageVersion({ opened: document.head.innerHTML, fetchPage: fetchServedPage })
let wasLost = false
live.onConnection(() => {
  const { state } = live.connection()
  if (state !== 'live') {
    wasLost ||= state === 'reconnecting'
    return
  }
  drafts.flush()
  if (!wasLost) return
  wasLost = false
  // What could not be loaded meanwhile can be now, and a home that was away may be a newer one.
  missingParts.retry()
  void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  pageVersion.check().catch(reportError)
})
const notifier = createNotifier({
  isHidden: () => document.visibilityState === 'hidden',
  isWanted: () => readPreference(localStorage, 'notify') === 'on' && globalThis.Notification?.permission === 'granted',
  titleOf: chatId => titleOf(live.opened(chatId)) ?? listedTitle(queries, chatId),
  notify(chatId, title, body) {
    const wanted: WantedNotice = { kind: 'notice', chatId, title, body }
    navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(wanted)).catch(reportError)
  },
})
live.onEvent(notifier.receive)
if (import.meta.env.PROD && navigator.serviceWorker !== undefined) {
  addEventListener('load', () => void registerServiceWorker().catch(reportError))
}
addEventListener('pagehide', () => {
  drafts.flush()
  left.leave(drafts.unstored())
})

const place = document.getElementById('root')
if (place === null) throw new Error('the page has no place to draw in')
createRoot(place, { onUncaughtError: reportError }).render(
  <StrictMode>
    <ServicesProvider
      value={{
        client,
        live,
        drafts,
        errors,
        announcer: createAnnouncer(),
        pageVersion,
        notifier,
        pageActions: createPageActions(),
        newKey,
      }}
    >
      <QueryClientProvider client={queries}>
        <TooltipProvider>
          <RouterProvider router={router} />
        </TooltipProvider>
      </QueryClientProvider>
    </ServicesProvider>
  </StrictMode>,
)

/** Once, and not what the home refused: the page would stay empty for another second before it says why. */
function mayRetry(failures: number, error: Error): boolean {
  return failures < 1 && !(error instanceof ApiError && !error.retryable)
}

function refreshLists(): void {
  void Promise.all([forgetWorkspaces(queries), refreshChatList(queries)])
}

/** Browsers look for a new one at each navigation, and this page at each new build of its own. */
async function registerServiceWorker(): Promise<void> {
  const registered: ServiceWorkerRegistration | undefined = await navigator.serviceWorker.register(
    `${basePath}/service-worker.js`,
    { scope: `${basePath}/`, updateViaCache: 'none' },
  )
  pageVersion.subscribe(() => void registered?.update().catch(reportError))
}

/** Null while the home is away, which the connection says. */
async function fetchServedPage(): Promise<string | null> {
  try {
    const response = await fetch(`${basePath}/`, { cache: 'no-store', headers: { accept: 'text/html' } })
    return response.ok ? await response.text() : null
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

function titleOf(store: ChatStore | null): string | null {
  const state = store?.state()
  return state?.kind === 'ready' ? (state.view.chat.title?.text ?? null) : null
}

/** Its requests end also after the page was left. The browser allows that for short ones. */
function leavingClient() {
  const SHORT = 30_000
  return createClient({
    fetch: (input, init) =>
      fetch(input, { ...init, keepalive: typeof init?.body === 'string' && init.body.length < SHORT }),
    base: basePath,
    newKey,
  })
}
