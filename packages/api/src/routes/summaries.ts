import type { Engine } from '@stet/engine'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { commandKey } from '../command-key.ts'
import { readJson } from '../read-json.ts'
import { toChatId, toCompactionId, toMessageId } from '../to-id.ts'

const summaryBody = z.strictObject({
  form: z.enum(['prose', 'snapshot']),
  again: z.optional(z.nullable(z.string())),
})
const emptyBody = z.strictObject({})

/** Summaries that a person asks for, and what is left in sight of one that failed. */
export function summaryRoutes(engine: Engine): Hono {
  return new Hono()
    .post('/api/chats/:chatId/summaries', async c => {
      const key = commandKey(c.req.raw)
      const { form, again = null } = await readJson(c.req.raw, summaryBody)
      const chatId = toChatId(c.req.param('chatId'))
      const anew = again === null ? {} : { again: toMessageId(again) }
      return c.json(await engine.summarise({ key, chatId, form, ...anew }), 202)
    })
    .delete('/api/chats/:chatId/summaries/:compactionId', async c => {
      const key = commandKey(c.req.raw)
      await readJson(c.req.raw, emptyBody)
      const { chatId, compactionId } = c.req.param()
      await engine.dismissCompaction({ key, chatId: toChatId(chatId), compactionId: toCompactionId(compactionId) })
      return c.body(null, 204)
    })
}
