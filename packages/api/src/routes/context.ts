import type { Engine } from '@stet/engine'
import { checkSettings, contextSettings } from '@stet/engine'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { commandKey } from '../command-key.ts'
import { readJson } from '../read-json.ts'
import { toChatId, toMessageId } from '../to-id.ts'

/** What is in it is context's to judge, which knows each setting by name and range. */
const settings = z.looseObject({})
const inspectBody = z.strictObject({ context: z.nullable(settings), text: z.string() })
const markBody = z.strictObject({ mark: z.nullable(z.enum(['pinned', 'left-out'])) })

export function contextRoutes(engine: Engine): Hono {
  return new Hono()
    .post('/api/chats/:chatId/inspection', async c => {
      const { context, text } = await readJson(c.req.raw, inspectBody)
      const chatId = toChatId(c.req.param('chatId'))
      return c.json(
        await engine.inspect({
          chatId,
          context: context === null ? null : checkSettings(contextSettings, context),
          text,
        }),
      )
    })
    .put('/api/chats/:chatId/context', async c => {
      const key = commandKey(c.req.raw)
      const context = checkSettings(contextSettings, await readJson(c.req.raw, settings))
      await engine.changeContext({ key, chatId: toChatId(c.req.param('chatId')), context })
      return c.body(null, 204)
    })
    .put('/api/chats/:chatId/marks/:messageId', async c => {
      const key = commandKey(c.req.raw)
      const { mark } = await readJson(c.req.raw, markBody)
      const { chatId, messageId } = c.req.param()
      await engine.mark({ key, chatId: toChatId(chatId), messageId: toMessageId(messageId), mark })
      return c.body(null, 204)
    })
}
