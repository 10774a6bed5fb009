import type { ChatId, MessageId, WorkspaceId } from '@stet/api/client'
import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { ChatSkeleton } from '../chat/chat-skeleton.tsx'
import { NewChatPage } from '../chat/new-chat-page.tsx'
import type { NewProviderSearch } from '../providers/new-provider-page.tsx'
import type { SearchFor } from '../search/search-query.ts'
import { isSettingsSection } from '../settings-page/sections.ts'
import { NotFound, PageSkeleton, PageTrouble } from './page-states.tsx'
import { Shell } from './shell.tsx'

// Fetched at once but apart, so that the page shows before Markdown and all it needs have arrived.
const chatPage = import('../chat/chat-page.tsx')
const ChatPage = lazy(async () => ({ default: (await chatPage).ChatPage }))
let arrived: typeof import('../chat/chat-page.tsx')['ChatPage'] | null = null
void chatPage.then(module => {
  arrived = module.ChatPage
})

// Few visits go there: each is fetched when it is first opened.
const ProvidersPage = lazy(async () => ({ default: (await import('../providers/providers-page.tsx')).ProvidersPage }))
const ProviderPage = lazy(async () => ({ default: (await import('../providers/provider-page.tsx')).ProviderPage }))
const FilesPage = lazy(async () => ({ default: (await import('../files/files-page.tsx')).FilesPage }))
const NewProviderPage = lazy(async () => ({
  default: (await import('../providers/new-provider-page.tsx')).NewProviderPage,
}))

const SettingsPage = lazy(async () => ({ default: (await import('../settings-page/settings-page.tsx')).SettingsPage }))
const WorkspacePage = lazy(async () => ({ default: (await import('../workspaces/workspace-page.tsx')).WorkspacePage }))
const SearchPage = lazy(async () => ({ default: (await import('../search/search-page.tsx')).SearchPage }))

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

const newChat = createRoute({ getParentRoute: () => root, path: '/', component: NewChatPage })

/** A message to show, and the words that were looked for. */
interface ChatSearch {
  readonly message?: MessageId
  readonly find?: string
}

const chat = createRoute({
  getParentRoute: () => root,
  path: '/chats/$chatId',
  validateSearch: ({ message, find }: Record<string, unknown>): ChatSearch => ({
    ...(isMessageId(message) && { message }),
    ...(find !== undefined && { find: String(find) }),
  }),
  component: function ChatRoute() {
    const { chatId } = chat.useParams()
    const { message, find } = chat.useSearch()
    const target = useMemo(
      () => (message === undefined ? null : { messageId: message, ...(find !== undefined && { find }) }),
      [message, find],
    )
    // A lazy page is blank for a frame even when it has arrived.
    const [Page] = useState(() => arrived ?? ChatPage)
    if (!isChatId(chatId)) return <NotFound />
    return (
      <Suspense fallback={<ChatSkeleton />}>
        {/* Another chat is another page: nothing of the one before may stay in it. */}
        <Page key={chatId} chatId={chatId} target={target} />
      </Suspense>
    )
  },
})

const search = createRoute({
  getParentRoute: () => root,
  path: '/search',
  validateSearch: ({ text, role, when }: Record<string, unknown>): SearchFor => ({
    text: text === undefined ? '' : String(text),
    ...((role === 'user' || role === 'assistant') && { role }),
    ...((when === 'day' || when === 'week' || when === 'month' || when === 'year') && { when }),
  }),
  component: function SearchRoute() {
    return (
      <Suspense fallback={<PageSkeleton />}>
        <SearchPage search={search.useSearch()} />
      </Suspense>
    )
  },
})

const providers = createRoute({
  getParentRoute: () => root,
  path: '/providers',
  component: () => (
    <Suspense fallback={<PageSkeleton />}>
      <ProvidersPage />
    </Suspense>
  ),
})

const newProvider = createRoute({
  getParentRoute: () => root,
  path: '/providers/new',
  validateSearch: ({ preset, baseUrl }: Record<string, unknown>): NewProviderSearch => ({
    preset: typeof preset === 'string' ? preset : undefined,
    baseUrl: typeof baseUrl === 'string' ? baseUrl : undefined,
  }),
  component: function NewProviderRoute() {
    const { preset, baseUrl } = newProvider.useSearch()
    return (
      <Suspense fallback={<PageSkeleton />}>
        <NewProviderPage preset={preset} baseUrl={baseUrl} />
      </Suspense>
    )
  },
})

const provider = createRoute({
  getParentRoute: () => root,
  path: '/providers/$providerId',
  component: function ProviderRoute() {
    const { providerId } = provider.useParams()
    return (
      <Suspense fallback={<PageSkeleton />}>
        {/* Another provider is another form: nothing typed for the one before may stay in it. */}
        <ProviderPage key={providerId} providerId={providerId} />
      </Suspense>
    )
  },
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/$section', params: { section: 'general' }, replace: true })
  },
})

const settingsSection = createRoute({
  getParentRoute: () => root,
  path: '/settings/$section',
  component: function SettingsRoute() {
    const { section } = settingsSection.useParams()
    if (!isSettingsSection(section)) return <NotFound />
    return (
      <Suspense fallback={<PageSkeleton />}>
        <SettingsPage section={section} />
      </Suspense>
    )
  },
})

const workspace = createRoute({
  getParentRoute: () => root,
  path: '/workspaces/$workspaceId',
  component: function WorkspaceRoute() {
    const { workspaceId } = workspace.useParams()
    if (!isWorkspaceId(workspaceId)) return <NotFound />
    return (
      <Suspense fallback={<PageSkeleton />}>
        {/* Another workspace is another page: nothing typed for the one before may stay in it. */}
        <WorkspacePage key={workspaceId} workspaceId={workspaceId} />
      </Suspense>
    )
  },
})

const files = createRoute({
  getParentRoute: () => root,
  path: '/workspaces/$workspaceId/files',
  // Not part of the path: the server would look for a file of its own where a name has an ending.
  validateSearch: ({ path }: Record<string, unknown>) => ({ path: typeof path === 'string' ? path : '/' }),
  component: function FilesRoute() {
    const { workspaceId } = files.useParams()
    const { path } = files.useSearch()
    if (!isWorkspaceId(workspaceId)) return <NotFound />
    return (
      <Suspense fallback={<PageSkeleton />}>
        <FilesPage workspaceId={workspaceId} path={path} />
      </Suspense>
    )
  },
})

export const router = createRouter({
  routeTree: root.addChildren([
    newChat,
    chat,
    search,
    workspace,
    providers,
    newProvider,
    provider,
    settings,
    settingsSection,
    files,
  ]),
  defaultErrorComponent: PageTrouble,
  defaultOnCatch: reportError,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

function isChatId(text: string): text is ChatId {
  return text.startsWith('chat_')
}

function isMessageId(value: unknown): value is MessageId {
  return typeof value === 'string' && value.startsWith('msg_')
}

function isWorkspaceId(text: string): text is WorkspaceId {
  return text.startsWith('ws_')
}
