import type { McpServerId, MessageId } from '@stet/api/client'
import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ChatSkeleton } from '../chat/chat-skeleton.tsx'
import { NewChatPage } from '../chat/new-chat-page.tsx'
import { isChatId } from '../chats/is-chat-id.ts'
import { isWorkspaceId } from '../workspaces/is-workspace-id.ts'
// Read here, before the router is made.
import '../mcp/returned-query.ts'
import { basePath } from '../formats/base-path.ts'
import type { NewProviderSearch } from '../providers/new-provider-page.tsx'
import type { SearchFor } from '../search/search-query.ts'
import { isChapter } from '../settings-page/help/chapter-names.ts'
import { isSettingsSection } from '../settings-page/sections.ts'
import type { AttachmentFilter } from '../storage/attachments-query.ts'
import { openOverlays } from '../ui/hooks/open-overlays.ts'
import { lazyPart } from '../ui/parts/lazy-part.tsx'
import { RANGES, type UsageRange, type UsageSearch } from '../usage-page/usage-query.ts'
import { closeWithBack } from './close-with-back.ts'
import { NotFound, PageSkeleton, PageTrouble } from './page-states.tsx'
import { Shell } from './shell.tsx'

// Fetched at once but apart, so that the page shows before Markdown and all it needs have arrived.
const ChatPage = lazyPart(async () => (await import('../chat/chat-page.tsx')).ChatPage, ChatSkeleton)
ChatPage.preload()

// Few visits go there: each is fetched when it is first opened.
const ProvidersPage = lazyPart(
  async () => (await import('../providers/providers-page.tsx')).ProvidersPage,
  PageSkeleton,
)
const ProviderPage = lazyPart(async () => (await import('../providers/provider-page.tsx')).ProviderPage, PageSkeleton)
const FilesPage = lazyPart(async () => (await import('../files/files-page.tsx')).FilesPage, PageSkeleton)
const McpServersPage = lazyPart(async () => (await import('../mcp/servers-page.tsx')).ServersPage, PageSkeleton)
const McpServerPage = lazyPart(async () => (await import('../mcp/server-page.tsx')).ServerPage, PageSkeleton)
const McpCallbackPage = lazyPart(async () => (await import('../mcp/callback-page.tsx')).CallbackPage, PageSkeleton)
const NewProviderPage = lazyPart(
  async () => (await import('../providers/new-provider-page.tsx')).NewProviderPage,
  PageSkeleton,
)

const SettingsPage = lazyPart(
  async () => (await import('../settings-page/settings-page.tsx')).SettingsPage,
  PageSkeleton,
)
const HelpPage = lazyPart(async () => (await import('../settings-page/help/help-page.tsx')).HelpPage, PageSkeleton)
const WorkspacePage = lazyPart(
  async () => (await import('../workspaces/workspace-page.tsx')).WorkspacePage,
  PageSkeleton,
)
const UsagePage = lazyPart(async () => (await import('../usage-page/usage-page.tsx')).UsagePage, PageSkeleton)
const AttachmentsPage = lazyPart(
  async () => (await import('../storage/attachments-page.tsx')).AttachmentsPage,
  PageSkeleton,
)
const SearchPage = lazyPart(async () => (await import('../search/search-page.tsx')).SearchPage, PageSkeleton)

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

/** `shared` after another program shared something (service-worker.ts). */
const newChat = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: ({ shared }: Record<string, unknown>): { readonly shared?: true } =>
    shared === undefined ? {} : { shared: true },
  component: function NewChatRoute() {
    return <NewChatPage isShared={newChat.useSearch().shared === true} />
  },
})

// A key that a validator below leaves out would be taken from the address as it is: what is not known is undefined.

/** A message to show, and the words that were looked for. */
interface ChatSearch {
  readonly message?: MessageId | undefined
  readonly find?: string | undefined
}

const chat = createRoute({
  getParentRoute: () => root,
  path: '/chats/$chatId',
  validateSearch: ({ message, find }: Record<string, unknown>): ChatSearch => ({
    message: isMessageId(message) ? message : undefined,
    find: find === undefined ? undefined : String(find),
  }),
  component: function ChatRoute() {
    const { chatId } = chat.useParams()
    const { message, find } = chat.useSearch()
    const target = useMemo(
      () => (message === undefined ? null : { messageId: message, ...(find !== undefined && { find }) }),
      [message, find],
    )
    if (!isChatId(chatId)) return <NotFound />
    // Another chat is another page: nothing of the one before may stay in it.
    return <ChatPage key={chatId} chatId={chatId} target={target} />
  },
})

const search = createRoute({
  getParentRoute: () => root,
  path: '/search',
  validateSearch: ({ text, role, when, workspace }: Record<string, unknown>): SearchFor => ({
    text: text === undefined ? '' : String(text),
    role: role === 'user' || role === 'assistant' ? role : undefined,
    when: when === 'day' || when === 'week' || when === 'month' || when === 'year' ? when : undefined,
    workspace: typeof workspace === 'string' && isWorkspaceId(workspace) ? workspace : undefined,
  }),
  component: function SearchRoute() {
    return <SearchPage search={search.useSearch()} />
  },
})

const attachments = createRoute({
  getParentRoute: () => root,
  path: '/attachments',
  validateSearch: ({ chat, kind, days }: Record<string, unknown>): AttachmentFilter => ({
    chat: typeof chat === 'string' && isChatId(chat) ? chat : undefined,
    kind: kind === 'image' || kind === 'other' ? kind : undefined,
    days: typeof days === 'number' && days > 0 ? days : undefined,
  }),
  component: function AttachmentsRoute() {
    return <AttachmentsPage filter={attachments.useSearch()} />
  },
})

const usage = createRoute({
  getParentRoute: () => root,
  path: '/usage',
  validateSearch: ({
    range,
    from,
    through,
    workspace,
    definition,
    model,
    purpose,
  }: Record<string, unknown>): UsageSearch => ({
    range: isRange(range) ? range : undefined,
    from: isDay(from) ? from : undefined,
    through: isDay(through) ? through : undefined,
    workspace: typeof workspace === 'string' && isWorkspaceId(workspace) ? workspace : undefined,
    definition: definition === undefined || model === undefined ? undefined : String(definition),
    model: definition === undefined || model === undefined ? undefined : String(model),
    purpose: isPurpose(purpose) ? purpose : undefined,
  }),
  component: function UsageRoute() {
    return <UsagePage search={usage.useSearch()} />
  },
})

const providers = createRoute({
  getParentRoute: () => root,
  path: '/providers',
  component: () => <ProvidersPage />,
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
    return <NewProviderPage preset={preset} baseUrl={baseUrl} />
  },
})

const provider = createRoute({
  getParentRoute: () => root,
  path: '/providers/$providerId',
  component: function ProviderRoute() {
    const { providerId } = provider.useParams()
    // Another provider is another form: nothing typed for the one before may stay in it.
    return <ProviderPage key={providerId} providerId={providerId} />
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
    return <SettingsPage section={section} />
  },
})

const workspace = createRoute({
  getParentRoute: () => root,
  path: '/workspaces/$workspaceId',
  component: function WorkspaceRoute() {
    const { workspaceId } = workspace.useParams()
    if (!isWorkspaceId(workspaceId)) return <NotFound />
    // Another workspace is another page: nothing typed for the one before may stay in it.
    return <WorkspacePage key={workspaceId} workspaceId={workspaceId} />
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
    return <FilesPage workspaceId={workspaceId} path={path} />
  },
})

const mcpServers = createRoute({
  getParentRoute: () => root,
  path: '/workspaces/$workspaceId/mcp',
  component: function McpServersRoute() {
    const { workspaceId } = mcpServers.useParams()
    if (!isWorkspaceId(workspaceId)) return <NotFound />
    return <McpServersPage workspaceId={workspaceId} />
  },
})

const mcpServer = createRoute({
  getParentRoute: () => root,
  path: '/workspaces/$workspaceId/mcp/$serverId',
  component: function McpServerRoute() {
    const { workspaceId, serverId } = mcpServer.useParams()
    if (!isWorkspaceId(workspaceId) || !isMcpServerId(serverId)) return <NotFound />
    return <McpServerPage key={serverId} workspaceId={workspaceId} serverId={serverId} />
  },
})

const mcpCallback = createRoute({
  getParentRoute: () => root,
  path: '/mcp/callback',
  component: () => <McpCallbackPage />,
})

const help = createRoute({
  getParentRoute: () => root,
  path: '/help/$chapter',
  component: function HelpRoute() {
    const { chapter } = help.useParams()
    if (!isChapter(chapter)) return <NotFound />
    return <HelpPage chapter={chapter} />
  },
})

export const router = createRouter({
  basepath: basePath || '/',
  routeTree: root.addChildren([
    newChat,
    chat,
    search,
    attachments,
    workspace,
    usage,
    providers,
    newProvider,
    provider,
    settings,
    settingsSection,
    help,
    files,
    mcpServers,
    mcpServer,
    mcpCallback,
  ]),
  defaultErrorComponent: PageTrouble,
  defaultOnCatch: reportError,
})

closeWithBack(router.history, openOverlays)

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

function isMessageId(value: unknown): value is MessageId {
  return typeof value === 'string' && value.startsWith('msg_')
}

function isMcpServerId(text: string): text is McpServerId {
  return text.startsWith('mcp_')
}

function isRange(value: unknown): value is UsageRange {
  return typeof value === 'string' && Object.hasOwn(RANGES, value)
}

const PURPOSES: readonly unknown[] = ['answer', 'title', 'summary', 'sampling', 'image', 'called-chat']

function isPurpose(value: unknown): value is NonNullable<UsageSearch['purpose']> {
  return PURPOSES.includes(value)
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
}
