import { CHAT_COMMANDS, DESK_COMMANDS, PROVIDER_COMMANDS, READS } from '@stet/commands'
import type { Desk, Providers } from '@stet/desk'
import type { Engine } from '@stet/engine'
import { Hono } from 'hono'
import { mountEvents } from './events/event-route.ts'
import type { EventTime } from './events/event-stream.ts'
import { type AllowedCallers, guard, securityHeaders } from './http/guard.ts'
import { closeRoutes, mountCommands, mountReads } from './http/mount.ts'
import { Problem, toProblem } from './http/problem.ts'
import type { Log } from './log.ts'
import { runReads } from './run-reads.ts'
import { schedule } from './schedule.ts'

const realTime: EventTime = { schedule, clock: () => performance.now() }

export interface ApiOptions {
  readonly engine: Engine
  readonly desk: Desk
  readonly providers: Providers
  readonly version: string
  readonly allowed: AllowedCallers
  readonly log: Log
  /** Answers requests outside `/api`, behind the same guard; null for nothing. */
  readonly page?: (request: Request) => Promise<Response | null>
  readonly time?: EventTime
}

/** The whole HTTP API of a home. */
export function createApi(options: ApiOptions): Hono {
  const { engine, desk, providers, allowed, log, page, time = realTime } = options
  const app = new Hono()
  app.onError(error => toProblem(error, log).toResponse())
  app.notFound(() => new Problem({ status: 404, code: 'not-found', detail: 'There is nothing here.' }).toResponse())
  app.use(securityHeaders)
  app.use(guard(allowed))
  mountReads(app, READS, runReads(options))
  mountCommands(app, CHAT_COMMANDS, engine)
  mountCommands(app, DESK_COMMANDS, desk)
  mountCommands(app, PROVIDER_COMMANDS, providers)
  mountEvents(app, engine, time, log)
  closeRoutes(app)
  app.all('/api/*', c => c.notFound())
  if (page !== undefined) app.get('*', async c => (await page(c.req.raw)) ?? c.notFound())
  return app
}
