import type { Engine } from '@stet/engine'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { commandKey } from '../command-key.ts'
import { readJson } from '../read-json.ts'
import { toChatId, toCompactionId, toRunId } from '../to-id.ts'

const stopBody = z.strictObject({
  runId: z.optional(z.nullable(z.string())),
  compactionId: z.optional(z.nullable(z.string())),
})

export function stopRoutes(engine: Engine): Hono {
  return new Hono().post('/api/chats/:chatId/stop', async c => {
    const key = commandKey(c.req.raw)
    const { runId = null, compactionId = null } = await readJson(c.req.raw, stopBody)
    const chatId = toChatId(c.req.param('chatId'))
    return c.json(
      await engine.stop({
        key,
        chatId,
        runId: runId === null ? null : toRunId(runId),
        compactionId: compactionId === null ? null : toCompactionId(compactionId),
      }),
    )
  })
}
