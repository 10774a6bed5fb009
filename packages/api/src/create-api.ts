import type { Desk, Providers } from '@stet/desk'
import type { Engine } from '@stet/engine'
import { Hono } from 'hono'
import { closeRoutes } from './close-routes.ts'
import type { EventTime } from './event-stream.ts'
import type { AllowedCallers } from './guard.ts'
import { guard } from './guard.ts'
import type { Log } from './log.ts'
import { Problem } from './problem.ts'
import { branchRoutes } from './routes/branches.ts'
import { callRoutes } from './routes/calls.ts'
import { chatRoutes } from './routes/chats.ts'
import { contextRoutes } from './routes/context.ts'
import { eventRoutes } from './routes/events.ts'
import { healthRoutes } from './routes/health.ts'
import { messageRoutes } from './routes/messages.ts'
import { modelRoutes } from './routes/models.ts'
import { providerRoutes } from './routes/providers.ts'
import { stopRoutes } from './routes/stop.ts'
import { summaryRoutes } from './routes/summaries.ts'
import { usageRoutes } from './routes/usage.ts'
import { schedule } from './schedule.ts'
import { securityHeaders } from './security-headers.ts'
import { toProblem } from './to-problem.ts'

const realTime: EventTime = { schedule, clock: () => performance.now() }

export interface ApiOptions {
  readonly engine: Engine
  readonly desk: Desk
  readonly providers: Providers
  readonly version: string
  readonly allowed: AllowedCallers
  readonly log: Log
  /** What the home itself has to show outside of `/api`, behind the same guard; null for nothing. */
  readonly page?: (request: Request) => Promise<Response | null>
  readonly time?: EventTime
}

/** The whole wire of a home. */
export function createApi(options: ApiOptions): Hono {
  const { engine, desk, providers, version, allowed, log, page, time = realTime } = options
  const app = new Hono()
  app.onError(error => toProblem(error, log).toResponse())
  app.notFound(() => new Problem({ status: 404, code: 'not-found', detail: 'There is nothing here.' }).toResponse())
  app.use(securityHeaders)
  app.use(guard(allowed))
  app.route('/', healthRoutes(version))
  app.route('/', chatRoutes(engine, desk))
  app.route('/', messageRoutes(engine))
  app.route('/', branchRoutes(engine))
  app.route('/', callRoutes(engine))
  app.route('/', stopRoutes(engine))
  app.route('/', summaryRoutes(engine))
  app.route('/', contextRoutes(engine))
  app.route('/', usageRoutes(engine))
  app.route('/', providerRoutes(providers))
  app.route('/', modelRoutes(engine, desk, providers))
  app.route('/', eventRoutes(engine, time, log))
  closeRoutes(app)
  app.all('/api/*', c => c.notFound())
  if (page !== undefined) app.get('*', async c => (await page(c.req.raw)) ?? c.notFound())
  return app
}
