import { type READS, type ReadOf, SLASH_COMMANDS, USUAL_PAGE } from '@stet/commands'
import type { Desk, FileDesk, Providers } from '@stet/desk'
import type { Engine, TotalsQuery } from '@stet/engine'
import type { ReadAnswers } from './answers.ts'
import { invalid } from './http/problem.ts'
import type { Storage } from './storage.ts'

/** Where the readable rows of a damaged database are downloaded. */
export const SALVAGED_PATH = '/api/salvaged-rows'

interface ReadDeps {
  readonly engine: Engine
  readonly desk: Desk
  readonly providers: Providers
  readonly storage: Storage
  readonly files: FileDesk
  readonly version: string
  readonly checkHealth?: () => Promise<void>
  readonly readOnly?: () => ReadOnly | null
}

/** Why nothing can be changed. */
export interface ReadOnly {
  /** A sentence for the user. */
  readonly because: string
  /** Every readable row, one line of JSON each with its line end; null where the user needs no download. */
  readonly rows: (() => AsyncIterable<string>) | null
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
  version,
  readOnly,
  checkHealth,
}: ReadDeps): ReadRuns {
  return {
    async health() {
      const found = readOnly?.() ?? null
      if (found === null) {
        await checkHealth?.()
        return { ok: true, version }
      }
      const { because, rows } = found
      return { ok: true, version, readOnly: { because, download: rows === null ? null : SALVAGED_PATH } }
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
    storage: () => storage.use(),
    sweep: () => storage.sweep(),
    chat: ({ chatId }) => engine.view(chatId),
    earlier: ({ chatId, before, limit = USUAL_PAGE }) => engine.earlier(chatId, before, limit),
    inspect: query => engine.inspect(query),
    countTokens: query => engine.count(query),
    answering: ({ chatId }) => engine.answering(chatId),
    promptValues: ({ chatId }) => engine.promptValues(chatId),
    chatUsage: ({ chatId }) => engine.usage(chatId),
    chatCosts: async ({ chatIds }) => ({ costs: await engine.costs(chatIds) }),
    usage: async query => engine.totals(toTotalsQuery(query)),
    request: ({ requestId }) => engine.request(requestId),
    listFiles: async ({ workspaceId, path }) => ({ files: await files.list(workspaceId, path) }),
    fileAt: ({ workspaceId, path }) => files.find(workspaceId, path),
    searchFiles: async ({ workspaceId, text }) => ({ files: await files.search(workspaceId, text) }),
    deletedFiles: async ({ workspaceId }) => ({ files: await files.deleted(workspaceId) }),
    fileVersions: async ({ workspaceId, fileId }) => ({ versions: await files.versions(workspaceId, fileId) }),
    tools: async ({ workspaceId }) => ({ tools: await engine.tools(workspaceId) }),
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
