import type { Hono } from 'hono'
import { ANSWER_ID, CALL_ID, CHAT_ID, COMPACTION_ID, MESSAGE_ID, PROVIDER_ID, REQUEST_ID } from './fakes.ts'

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
          .replace(':requestId', REQUEST_ID)
          .replace(':providerId', PROVIDER_ID) + queryOf(path),
    }))
}

/** What a route asks for without a body. */
function queryOf(path: string): string {
  if (path === '/api/usage') return '?day=2026-11-15'
  return path.endsWith('/:chatId/messages') ? `?before=${ANSWER_ID}` : ''
}
