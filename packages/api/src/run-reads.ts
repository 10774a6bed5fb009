import { type READS, type ReadOf, SLASH_COMMANDS, USUAL_PAGE } from '@stet/commands'
import type { Desk, FileDesk, McpDesk, Providers, WebSearchDesk } from '@stet/desk'
import { type BackgroundJobs, type Engine, findTools, type TotalsQuery, type UsageQuery } from '@stet/engine'
import type { ReadAnswers } from './answers.ts'
import { invalid } from './http/problem.ts'
import { type ReadOnly, refuseReadOnly, SALVAGED_PATH } from './http/read-only.ts'
import type { Storage } from './storage.ts'

interface ReadDeps {
  readonly engine: Engine
  readonly desk: Desk
  readonly providers: Providers
  readonly storage: Storage
  readonly files: FileDesk
  readonly mcp: McpDesk
  readonly webSearch: WebSearchDesk
  readonly jobs?: Pick<BackgroundJobs, 'list' | 'stop'>
  readonly version: string
  readonly checkHealth?: () => Promise<void>
  readonly readOnly?: () => ReadOnly | null
}

/** How each read is answered. One that is defined and missing here does not compile. */
export type ReadRuns = {
  readonly [Name in keyof typeof READS]: (asked: ReadOf<(typeof READS)[Name]>) => Promise<ReadAnswers[Name]>
}

export function runReads({
  engine,
  desk,
  providers,
  storage,
  files,
  mcp,
  webSearch,
  jobs,
  version,
  readOnly,
  checkHealth,
}: ReadDeps): ReadRuns {
  return {
    async health() {
      refuseReadOnly(readOnly)
      await checkHealth?.()
      return { ok: true, version }
    },
    async readOnly() {
      const found = readOnly?.() ?? null
      if (found === null) return { readOnly: null }
      return { readOnly: { because: found.because, download: found.rows === null ? null : SALVAGED_PATH } }
    },
    openApi: async () => (await import('@stet/commands/documents')).toOpenApi(version),
    listChats: ({ workspace, place = 'open', after = null, limit = USUAL_PAGE }) =>
      desk.listChats({ place, after, limit, ...(workspace === undefined ? {} : { workspaceId: workspace }) }),
    activeChats: () => desk.activeChats(),
    search: ({ text, workspace, chat, role, from, to, before, limit = USUAL_PAGE }) =>
      desk.search({
        text,
        workspaceId: workspace ?? null,
        chatId: chat ?? null,
        role: role ?? null,
        from: from ?? null,
        to: to ?? null,
        before: before ?? null,
        limit,
      }),
    attachments: query => desk.attachments(query),
    draft: ({ name }) => desk.draft(name),
    saveDraft: given => desk.saveDraft(given),
    storage: () => storage.use(),
    sweep: () => storage.sweep(),
    directories: ({ path = null }) => engine.browse(path),
    chat: ({ chatId }) => engine.view(chatId),
    async jobs({ chatId }) {
      await engine.checkChat(chatId)
      return { jobs: (await jobs?.list(chatId)) ?? [] }
    },
    async stopJob({ chatId, job }) {
      await engine.checkChat(chatId)
      await jobs?.stop(chatId, job)
      return { jobs: (await jobs?.list(chatId)) ?? [] }
    },
    calledChats: async ({ chatId, call, continued = null }) => ({
      chats: await engine.called(chatId, { callId: call, continued }),
    }),
    around: ({ chatId, message = null, limit = USUAL_PAGE }) => engine.around(chatId, message, limit),
    outline: query => engine.outline(query),
    moment: ({ chatId, from }) => engine.moment(chatId, from),
    branchAnswer: ({ chatId, messageId }) => engine.branchAnswer(chatId, messageId),
    findInChat: ({ chatId, text, from = 0 }) => desk.findInChat({ chatId, text, from }),
    earlier: ({ chatId, before, limit = USUAL_PAGE }) => engine.earlier(chatId, before, limit),
    inspect: query => engine.inspect(query),
    countTokens: query => engine.count(query),
    nextBytes: query => engine.nextBytes(query),
    summaryFacts: query => engine.summaryFacts(query),
    answering: ({ chatId }) => engine.answering(chatId),
    promptValues: ({ chatId }) => engine.promptValues(chatId),
    chatUsage: ({ chatId }) => engine.usage(chatId),
    chatCosts: async ({ chatIds }) => ({ costs: await engine.costs(chatIds) }),
    usage: async query => engine.totals(toTotalsQuery(query)),
    usageReport: async query => engine.usageReport(toUsageQuery(query)),
    budgets: async () => ({ budgets: await engine.budgets() }),
    chatRequests: ({ chatId, after = null, limit = USUAL_PAGE }) => engine.requests({ chatId, after, limit }),
    difference: ({ requestId, from }) => engine.difference({ from, to: requestId }),
    request: ({ requestId }) => engine.request(requestId),
    mcpServers: ({ workspaceId }) => mcp.servers(workspaceId),
    mcpServer: ({ mcpServerId }) => mcp.server(mcpServerId),
    mcpTools: ({ mcpServerId, text = '', after = 0, limit = USUAL_PAGE }) =>
      mcp.tools(mcpServerId, { text, after, limit }),
    mcpOffers: ({ mcpServerId }) => mcp.offers(mcpServerId),
    testMcpServer: ({ mcpServerId }) => mcp.test(mcpServerId),
    stopMcpServer: ({ mcpServerId }) => mcp.stop(mcpServerId),
    startMcpSignIn: ({ mcpServerId, origin, client }) => mcp.startSignIn(mcpServerId, origin, client),
    finishMcpSignIn: returned => mcp.finishSignIn(returned),
    signOutOfMcpServer: ({ mcpServerId }) => mcp.signOut(mcpServerId),
    readMcpResource: async ({ mcpServerId, uri }) => ({ files: await mcp.resource(mcpServerId, uri) }),
    completeMcp: async ({ mcpServerId, ...completion }) => ({ values: await mcp.complete(mcpServerId, completion) }),
    getMcpPrompt: ({ mcpServerId, name, arguments: given }) => mcp.prompt(mcpServerId, name, given),
    async mcpQuestions({ chatId }) {
      await engine.checkChat(chatId)
      return { questions: await mcp.questions(chatId) }
    },
    async answerMcpQuestion({ chatId, callId, ...reply }) {
      await mcp.answerQuestion(chatId, callId, reply)
      return {}
    },
    webSearch: () => webSearch.setting(),
    testWebSearch: ({ form }) => webSearch.test(form),
    listFiles: async ({ workspaceId, path }) => ({ files: await files.list(workspaceId, path) }),
    fileAt: ({ workspaceId, path }) => files.find(workspaceId, path),
    searchFiles: async ({ workspaceId, text }) => ({ files: await files.search(workspaceId, text) }),
    deletedFiles: async ({ workspaceId }) => ({ files: await files.deleted(workspaceId) }),
    fileVersions: async ({ workspaceId, fileId }) => ({ versions: await files.versions(workspaceId, fileId) }),
    fileText: ({ workspaceId, fileId }) => files.text(workspaceId, fileId),
    tools: async ({ workspaceId, text = '' }) => findTools(await engine.tools(workspaceId), text),
    workspace: () => desk.workspace(),
    workspaces: async () => ({ workspaces: await desk.workspaces() }),
    workspaceOf: ({ workspaceId }) => desk.workspaceOf(workspaceId),
    workspaceContents: ({ workspaceId }) => desk.workspaceContents(workspaceId),
    workspacePromptValues: ({ workspaceId }) => desk.workspacePromptValues(workspaceId),
    inspectWorkspace: ({ workspaceId, ...tried }) => desk.inspectWorkspace(workspaceId, tried),
    prompts: async () => ({ prompts: await desk.prompts() }),
    slashCommands: async () => ({ commands: SLASH_COMMANDS }),
    presets: async () => ({ presets: providers.presets }),
    providers: () => providers.list(),
    models: () => providers.models(),
    discoverModels: ({ providerId }) => providers.discover(providerId),
    setWindow: ({ providerId, model, tokens }) => providers.setWindow(providerId, model, tokens),
    testProvider: ({ form, model = null }) => providers.test({ providerId: null, form, model }),
    testKeptProvider: ({ providerId, form = null, model = null }) => providers.test({ providerId, form, model }),
    findLocalServers: async () => ({ servers: await providers.findLocalServers() }),
    refreshPrices: () => providers.refreshPrices(),
  }
}

function toTotalsQuery({ workspace, day, definition, model }: ReadOf<typeof READS.usage>): TotalsQuery {
  const asked: TotalsQuery[] = []
  if (workspace !== undefined) asked.push({ by: 'workspace', workspaceId: workspace })
  if (day !== undefined) asked.push({ by: 'day', day })
  if (definition !== undefined && model !== undefined) asked.push({ by: 'model', model: { definition, model } })
  const [query] = asked
  const isHalf = (definition === undefined) !== (model === undefined)
  if (query === undefined || asked.length > 1 || isHalf) {
    throw invalid('query', 'One of workspace, day, or definition with model is needed.')
  }
  return query
}

function toUsageQuery({
  from,
  through,
  workspace,
  definition,
  model,
  purpose,
}: ReadOf<typeof READS.usageReport>): UsageQuery {
  if ((definition === undefined) !== (model === undefined)) {
    throw invalid('query', 'A model is named by its definition and its model.')
  }
  const choice = definition === undefined || model === undefined ? undefined : { definition, model }
  return { from, through, workspaceId: workspace, model: choice, purpose }
}
