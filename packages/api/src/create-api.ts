import type { Desk } from '@stet/desk'
import type { Engine } from '@stet/engine'
import { Hono } from 'hono'
import { closeRoutes } from './close-routes.ts'
import type { AllowedCallers } from './guard.ts'
import { guard } from './guard.ts'
import type { Log } from './log.ts'
import { Problem } from './problem.ts'
import { chatRoutes } from './routes/chats.ts'
import { eventRoutes } from './routes/events.ts'
import { healthRoutes } from './routes/health.ts'
import { messageRoutes } from './routes/messages.ts'
import { stopRoutes } from './routes/stop.ts'
import type { Schedule } from './schedule.ts'
import { schedule as scheduleByTimer } from './schedule.ts'
import { securityHeaders } from './security-headers.ts'
import { toProblem } from './to-problem.ts'

export interface ApiOptions {
  readonly engine: Engine
  readonly desk: Desk
  readonly version: string
  readonly allowed: AllowedCallers
  readonly log: Log
  readonly schedule?: Schedule
}

/** The whole wire. A home may add routes of its own behind it (its static files): they stand behind the same guard. */
export function createApi({ engine, desk, version, allowed, log, schedule = scheduleByTimer }: ApiOptions): Hono {
  const app = new Hono()
  app.onError(error => toProblem(error, log).toResponse())
  app.notFound(() => new Problem({ status: 404, code: 'not-found', detail: 'There is nothing here.' }).toResponse())
  app.use(securityHeaders)
  app.use(guard(allowed))
  app.route('/', healthRoutes(version))
  app.route('/', chatRoutes(engine, desk))
  app.route('/', messageRoutes(engine))
  app.route('/', stopRoutes(engine))
  app.route('/', eventRoutes(engine, schedule, log))
  closeRoutes(app)
  app.all('/api/*', c => c.notFound())
  return app
}
