import {
  CHAT_COMMANDS,
  DESK_COMMANDS,
  FILE_COMMANDS,
  MCP_COMMANDS,
  PROVIDER_COMMANDS,
  READS,
  WEB_SEARCH_COMMANDS,
} from '@stet/commands'
import type { Attachments, Desk, FileDesk, McpDesk, Providers, WebSearchDesk } from '@stet/desk'
import type { BackgroundJobs, Engine } from '@stet/engine'
import { Hono } from 'hono'
import { mountEvents } from './events/event-route.ts'
import type { EventTime } from './events/event-stream.ts'
import { mountDump } from './http/dump.ts'
import { mountFiles } from './http/files.ts'
import { type AllowedCallers, guard, securityHeaders } from './http/guard.ts'
import { closeRoutes, mountCommands, mountReads } from './http/mount.ts'
import { Problem, toProblem } from './http/problem.ts'
import { mountReadOnly, type ReadOnly } from './http/read-only.ts'
import { mountZip } from './http/zip.ts'
import type { Log } from './log.ts'
import { runReads } from './run-reads.ts'
import { schedule } from './schedule.ts'
import type { Storage } from './storage.ts'

const realTime: EventTime = { schedule, clock: () => performance.now() }

export interface ApiOptions {
  readonly engine: Engine
  readonly desk: Desk
  readonly providers: Providers
  readonly attachments: Attachments
  readonly storage: Storage
  readonly files: FileDesk
  readonly mcp: McpDesk
  readonly webSearch: WebSearchDesk
  /** Absent where no shell can be run. */
  readonly jobs?: Pick<BackgroundJobs, 'list' | 'stop'>
  readonly version: string
  readonly allowed: AllowedCallers
  readonly log: Log
  /** Answers requests outside `/api`, behind the same guard; null for nothing. */
  readonly page?: (request: Request) => Promise<Response | null>
  /** Rejects with a `StoreError` while nothing can be saved, such as on a full disk. */
  readonly checkHealth?: () => Promise<void>
  readonly time?: EventTime
  /** While it answers, every change is refused: the database is damaged, or its disk was full at the start. */
  readonly readOnly?: () => ReadOnly | null
}

/** The whole HTTP API of a home. */
export function createApi(options: ApiOptions): Hono {
  const {
    engine,
    desk,
    providers,
    attachments,
    files,
    mcp,
    webSearch,
    allowed,
    log,
    page,
    time = realTime,
    readOnly,
  } = options
  const app = new Hono()
  app.onError(error => toProblem(error, log).toResponse())
  app.notFound(() => new Problem({ status: 404, code: 'not-found', detail: 'There is nothing here.' }).toResponse())
  app.use(securityHeaders)
  app.use(guard(allowed))
  if (readOnly !== undefined) mountReadOnly(app, readOnly)
  mountReads(app, READS, runReads(options))
  mountCommands(app, CHAT_COMMANDS, engine)
  mountCommands(app, DESK_COMMANDS, desk)
  mountCommands(app, PROVIDER_COMMANDS, providers)
  mountCommands(app, FILE_COMMANDS, files)
  mountCommands(app, MCP_COMMANDS, mcp)
  mountCommands(app, WEB_SEARCH_COMMANDS, webSearch)
  mountFiles(app, attachments)
  mountDump(app, engine)
  mountZip(app, files)
  mountEvents(app, engine, time, log)
  closeRoutes(app)
  app.all('/api/*', c => c.notFound())
  if (page !== undefined) app.get('*', async c => (await page(c.req.raw)) ?? c.notFound())
  return app
}
