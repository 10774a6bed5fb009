import type { Hono } from 'hono'
import { ANSWER_ID, CALL_ID, CHAT_ID, COMPACTION_ID, MESSAGE_ID, PROVIDER_ID } from './fakes.ts'

export interface RouteCase {
  readonly method: string
  readonly path: string
}

/** Every route of an application, with ids that exist in place of its parameters. */
export function routesOf(app: Hono): readonly RouteCase[] {
  return app.routes
    .filter(route => route.method !== 'ALL')
    .map(({ method, path }) => ({
      method,
      path:
        path
          .replace(':chatId', CHAT_ID)
          .replace(':messageId', MESSAGE_ID)
          .replace(':callId', CALL_ID)
          .replace(':compactionId', COMPACTION_ID)
          .replace(':providerId', PROVIDER_ID) + (path.endsWith('/:chatId/messages') ? `?before=${ANSWER_ID}` : ''),
    }))
}
