import { type AllowedCallers, createApi, type ReadOnly } from '@stet/api'
import {
  createAttachments,
  createDesk,
  createFileDesk,
  createMcpDesk,
  createProviders,
  createWebSearchDesk,
  type Providers,
  type Sealer,
  startFileIndexing,
  toolSearchOf,
} from '@stet/desk'
import { type BackgroundJobs, createEngine, type Directories, type Log } from '@stet/engine'
import { createFiles } from '@stet/files'
import { createDemoModel, createModels } from '@stet/models'
import { type Database, type Journal, type Store, withLargeResults } from '@stet/store'
import type { Tool, ToolNeed } from '@stet/tools'
import { cacheRows } from './cache-rows.ts'
import { createMcpUpstream, type StartProgram } from './create-mcp-upstream.ts'
import { createUpstream } from './create-upstream.ts'
import { sleepFor, startHousekeeping } from './housekeeping.ts'
import { logUnreadable } from './log-unreadable.ts'
import { createStorage } from './storage.ts'
import { warmUp } from './warm-up.ts'

/** The one user of this home. */
export const OWNER = 'owner'

/** Whatever differs between a Node server and a browser Worker. The caller opens these and closes them after the home. */
export interface HomeDeps {
  readonly database: Database
  readonly journal: Journal
  readonly sealer: Sealer
  /** Every request to a provider goes through it. */
  readonly fetch: typeof globalThis.fetch
  /** For providers that are marked local, where that differs. */
  readonly localFetch?: typeof globalThis.fetch
  /** Reaches public addresses only, where that differs: for addresses that an MCP server names. */
  readonly publicFetch?: typeof globalThis.fetch
  readonly tools: readonly Tool[]
  /** The text of a PDF or DOCX, for models that do not take such files; absent where a home cannot extract it. */
  readonly extract?: (bytes: Uint8Array, mediaType: string) => Promise<string>
  /** Starts MCP servers that are programs; absent where a home cannot start any. */
  readonly startProgram?: StartProgram
  /** Absent where no directories can be exposed. */
  readonly directories?: Directories
  /** Commands that continue after their call; absent where no shell can be run. */
  readonly jobs?: BackgroundJobs
  /** Which needs of tools this home meets. */
  readonly abilities?: readonly ToolNeed[]
  readonly log: Log
  readonly version: string
  readonly allowed: AllowedCallers
  /** Answers requests outside `/api`, such as the page's files; null for nothing. */
  readonly page?: (request: Request) => Promise<Response | null>
  /** Rejects with a `StoreError` while nothing can be saved. */
  readonly checkHealth?: () => Promise<void>
  /** Bytes that can still be stored where the home is. */
  readonly freeSpace?: () => Promise<number>
  /** How fast the demo model writes: 0 without any wait, 1 like a model. */
  readonly demoPace?: number
  /** While it answers, every change is refused: the database is damaged, or its disk was full at the start. */
  readonly readOnly?: () => ReadOnly | null
}

export interface Home {
  /** The whole HTTP API. */
  readonly fetch: (request: Request) => Response | Promise<Response>
  /** Interrupts runs, saves what they wrote, and ends the event streams. */
  close(): Promise<void>
}

/** Opens a home and recovers what a crash left behind. Uses nothing that only Node has. */
export async function openHome(deps: HomeDeps): Promise<Home> {
  const {
    database,
    journal,
    sealer,
    fetch,
    localFetch,
    publicFetch,
    tools,
    startProgram,
    extract,
    directories,
    jobs,
    abilities = [],
    log,
    version,
    allowed,
    page,
    demoPace = 1,
    readOnly,
    checkHealth,
    freeSpace,
  } = deps
  const clock = () => Date.now()
  const store = logUnreadable(cacheRows(withLargeResults(database.openStore(OWNER), clock)), log)
  const demo = createDemoModel({ pace: demoPace })
  const files = { read: (blob: string) => readBlob(store, blob) }
  const providers: Providers = createProviders({
    store,
    clock,
    randomBytes,
    sealer,
    upstream: createUpstream({
      demo,
      files,
      clock,
      fetch,
      ...(localFetch && { localFetch }),
      prices: () => providers.prices,
    }),
    log,
  })
  const { connections, prices } = providers
  const models = createModels({ demo, connections, files, prices, clock })
  const attachments = createAttachments({ store, clock, log, ...(extract && { extract }) })
  const webSearch = createWebSearchDesk({ store, clock, sealer, fetch, ...(localFetch && { localFetch }) })
  const mcp = createMcpDesk({
    store,
    clock,
    randomBytes,
    sealer,
    upstream: createMcpUpstream({
      version,
      fetch,
      ...(localFetch && { localFetch }),
      ...(publicFetch && { publicFetch }),
      ...(startProgram && { startProgram }),
    }),
    attachments,
    onAsked: chatId => engine.publish({ kind: 'call-questions-changed', chatId }),
    builtIn: tools.map(({ name }) => name),
    log,
  })
  const elapsed = () => performance.now()
  const boot = newBoot()
  const workspaceFiles = createFiles({ store, clock, randomBytes })
  const engine = await createEngine({
    store,
    journal,
    models,
    tools,
    toolsOf: async workspaceId => [await webSearch.tool(), ...(await mcp.toolsOf(workspaceId))],
    abilities: [...abilities, 'images'],
    ...(directories && { directories }),
    ...(jobs && { jobs }),
    files: workspaceFiles,
    searchOf: workspaceId => toolSearchOf({ store, search: store.search, clock }, workspaceId),
    clock,
    elapsed,
    randomBytes,
    boot,
    log,
  })
  const fileIndex = startFileIndexing({ store, log, sleep: sleepFor })
  const desk = createDesk({
    store,
    search: store.search,
    fileIndex,
    events: engine,
    clock,
    randomBytes,
    running: engine.isRunning,
    renderPrompt: engine.renderPrompt,
    promptValues: engine.promptValuesOf,
    inspectNew: engine.inspectNew,
    tools: engine.tools,
    deleteChatsOf: engine.deleteChatsOf,
    removalsOf: mcp.removalsOf,
    waitsAt: engine.waitsAt,
    shownPath: engine.shownPath,
    activeChats: engine.activeChats,
    models,
    fallback: demo.facts,
  })
  const api = createApi({
    engine,
    desk,
    providers,
    attachments,
    storage: createStorage({ store, clock, ...(freeSpace === undefined ? {} : { freeSpace }) }),
    files: createFileDesk({ store, files: workspaceFiles, attachments, clock }),
    mcp,
    webSearch,
    version,
    allowed,
    log,
    ...(jobs && { jobs }),
    ...(page === undefined ? {} : { page }),
    ...(checkHealth === undefined ? {} : { checkHealth }),
    ...(readOnly === undefined ? {} : { readOnly }),
  })
  const housekeeping = startHousekeeping({ store, clock, log })
  const warm = warmUp({ providers, log })
  return {
    fetch: request => api.fetch(request),
    async close() {
      providers.close()
      await Promise.all([engine.close(), housekeeping.close(), fileIndex.close(), warm])
      await mcp.close()
    },
  }
}

/** Asked for in advance: a message needs five ids, and each question to the system costs as much as for thousands of bytes. */
const pool = { bytes: new Uint8Array(4096), used: 4096 }

function randomBytes(count: number): Uint8Array<ArrayBuffer> {
  if (count > pool.bytes.length) return crypto.getRandomValues(new Uint8Array(count))
  if (pool.used + count > pool.bytes.length) {
    crypto.getRandomValues(pool.bytes)
    pool.used = 0
  }
  const taken = pool.bytes.slice(pool.used, pool.used + count)
  // What was given away does not stay: keys are made of it too.
  pool.bytes.fill(0, pool.used, pool.used + count)
  pool.used += count
  return taken
}

function newBoot(): string {
  return Array.from(randomBytes(16), byte => byte.toString(16).padStart(2, '0')).join('')
}

async function readBlob({ blobs }: Store, blob: string): Promise<Uint8Array> {
  const bytes = await blobs.get(blob)
  if (bytes === null) throw new Error(`a message refers to the file ${blob}, which is missing`)
  return bytes
}
