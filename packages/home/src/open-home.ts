import { type AllowedCallers, createApi, type ReadOnly } from '@stet/api'
import { createAttachments, createDesk, createFileDesk, createProviders, type Providers, type Sealer } from '@stet/desk'
import { createEngine, type Log } from '@stet/engine'
import { createFiles } from '@stet/files'
import { createDemoModel, createModels } from '@stet/models'
import type { Database, Journal, Store } from '@stet/store'
import type { Tool, ToolNeed } from '@stet/tools'
import { createUpstream } from './create-upstream.ts'
import { startHousekeeping } from './housekeeping.ts'
import { logUnreadable } from './log-unreadable.ts'
import { createStorage } from './storage.ts'

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
  readonly tools: readonly Tool[]
  /** The text of a PDF or DOCX, for models that do not take such files; absent where a home cannot extract it. */
  readonly extract?: (bytes: Uint8Array, mediaType: string) => Promise<string>
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
    tools,
    extract,
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
  const store = logUnreadable(database.openStore(OWNER), log)
  const clock = () => Date.now()
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
  const elapsed = () => performance.now()
  const boot = newBoot()
  const workspaceFiles = createFiles({ store, clock, randomBytes })
  const engine = await createEngine({
    store,
    journal,
    models,
    tools,
    abilities,
    files: workspaceFiles,
    clock,
    elapsed,
    randomBytes,
    boot,
    log,
  })
  const desk = createDesk({
    store,
    search: store.search,
    events: engine,
    clock,
    randomBytes,
    running: engine.isRunning,
    renderPrompt: engine.renderPrompt,
    promptValues: engine.promptValuesOf,
    inspectNew: engine.inspectNew,
    tools: engine.tools,
    deleteChatsOf: engine.deleteChatsOf,
    waitsAt: engine.waitsAt,
    activeChats: engine.activeChats,
    models,
    fallback: demo.facts,
  })
  const api = createApi({
    engine,
    desk,
    providers,
    attachments: createAttachments({ store, clock, log, ...(extract && { extract }) }),
    storage: createStorage({ store, clock, ...(freeSpace === undefined ? {} : { freeSpace }) }),
    files: createFileDesk({ store, files: workspaceFiles, clock }),
    version,
    allowed,
    log,
    ...(page === undefined ? {} : { page }),
    ...(checkHealth === undefined ? {} : { checkHealth }),
    ...(readOnly === undefined ? {} : { readOnly }),
  })
  const housekeeping = startHousekeeping({ store, clock, log })
  return {
    fetch: request => api.fetch(request),
    async close() {
      providers.close()
      await Promise.all([engine.close(), housekeeping.close()])
    },
  }
}

function randomBytes(count: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(count))
}

function newBoot(): string {
  return Array.from(randomBytes(16), byte => byte.toString(16).padStart(2, '0')).join('')
}

async function readBlob({ blobs }: Store, blob: string): Promise<Uint8Array> {
  const bytes = await blobs.get(blob)
  if (bytes === null) throw new Error(`a message refers to the file ${blob}, which is missing`)
  return bytes
}
