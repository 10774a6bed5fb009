import { createClient } from '@stet/api/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './app/router.tsx'
import { refreshChatList, updateChatList } from './chats/chat-list-query.ts'
import { createAnnouncer } from './state/announcer.ts'
import { createDraftStore } from './state/draft-store.ts'
import { collectErrors, createErrorLog } from './state/error-log.ts'
import { createLive } from './state/live.ts'
import { applyPreferences } from './state/preferences.ts'
import { ServicesProvider } from './state/services.ts'
import { openStream } from './state/stream/open-stream.ts'
import { TooltipProvider } from './ui/controls/tooltip.tsx'
import './app/base.css'

const errors = createErrorLog(Date.now)
collectErrors(errors)
applyPreferences()

const newKey = () => crypto.randomUUID()
const client = createClient({ fetch: (input, init) => fetch(input, init), base: '', newKey })
const queries = new QueryClient({ defaultOptions: { queries: { retry: 1 } } })
const live = createLive({
  client: { ...client, watch: openStream(client.watch) },
  onListEvent: event => updateChatList(queries, event),
  onListStale: () => void refreshChatList(queries),
  schedule: (task, milliseconds) => setTimeout(task, milliseconds),
  onTrouble: reportError,
})
const drafts = createDraftStore(localStorage, Date.now)
drafts.sweep()

const place = document.getElementById('root')
if (place === null) throw new Error('the page has no place to draw in')
createRoot(place, { onUncaughtError: reportError }).render(
  <StrictMode>
    <ServicesProvider value={{ client, live, drafts, errors, announcer: createAnnouncer(), newKey }}>
      <QueryClientProvider client={queries}>
        <TooltipProvider>
          <RouterProvider router={router} />
        </TooltipProvider>
      </QueryClientProvider>
    </ServicesProvider>
  </StrictMode>,
)
