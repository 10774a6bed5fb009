import type { Engine, TotalsQuery } from '@stet/engine'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { parseWith } from '../parse-with.ts'
import { invalid } from '../problem.ts'
import { toChatId, toRequestId, toWorkspaceId } from '../to-id.ts'

const text = z.optional(z.string().check(z.minLength(1), z.maxLength(500)))
const totalsQuery = z.strictObject({ workspace: text, day: text, definition: text, model: text })

export function usageRoutes(engine: Engine): Hono {
  return new Hono()
    .get('/api/chats/:chatId/usage', async c => c.json(await engine.usage(toChatId(c.req.param('chatId')))))
    .get('/api/usage', async c => c.json(await engine.totals(toQuery(parseWith(totalsQuery, c.req.query(), 'query')))))
    .get('/api/requests/:requestId', async c => c.json(await engine.request(toRequestId(c.req.param('requestId')))))
}

function toQuery({ workspace, day, definition, model }: z.infer<typeof totalsQuery>): TotalsQuery {
  const asked: TotalsQuery[] = []
  if (workspace !== undefined) asked.push({ by: 'workspace', workspaceId: toWorkspaceId(workspace) })
  if (day !== undefined) asked.push({ by: 'day', day })
  if (definition !== undefined && model !== undefined) asked.push({ by: 'model', model: { definition, model } })
  const [query] = asked
  const isHalf = (definition === undefined) !== (model === undefined)
  if (query === undefined || asked.length > 1 || isHalf) {
    throw invalid('query', 'One of workspace, day, or definition with model is needed.')
  }
  return query
}
