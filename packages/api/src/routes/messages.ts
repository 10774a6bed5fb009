import type { Engine } from '@stet/engine'
import { LONGEST_TEXT } from '@stet/engine'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { commandKey } from '../command-key.ts'
import { limitText, toLimit } from '../page-limit.ts'
import { parseWith } from '../parse-with.ts'
import { readJson } from '../read-json.ts'
import { toChatId, toMessageId } from '../to-id.ts'

const earlierQuery = z.strictObject({ before: z.string(), limit: limitText })
const sendBody = z.strictObject({
  // Nothing at all answers what is there already, such as calls that nobody ran.
  text: z.string().check(z.maxLength(LONGEST_TEXT)),
  parentId: z.nullable(z.string()),
  stopFirst: z.optional(z.boolean()),
})
const withdrawBody = z.strictObject({})

export function messageRoutes(engine: Engine): Hono {
  return new Hono()
    .get('/api/chats/:chatId/messages', async c => {
      const query = parseWith(earlierQuery, c.req.query(), 'query')
      const chatId = toChatId(c.req.param('chatId'))
      return c.json(await engine.earlier(chatId, toMessageId(query.before), toLimit(query.limit)))
    })
    .post('/api/chats/:chatId/messages', async c => {
      const key = commandKey(c.req.raw)
      const { text, parentId, stopFirst = false } = await readJson(c.req.raw, sendBody)
      const sent = await engine.send({
        key,
        chatId: toChatId(c.req.param('chatId')),
        text,
        ...(stopFirst ? { stopFirst } : {}),
        parentId: parentId === null ? null : toMessageId(parentId),
      })
      return c.json(sent, 202)
    })
    .delete('/api/chats/:chatId/waiting/:messageId', async c => {
      const key = commandKey(c.req.raw)
      await readJson(c.req.raw, withdrawBody)
      const { chatId, messageId } = c.req.param()
      return c.json(await engine.withdraw({ key, chatId: toChatId(chatId), messageId: toMessageId(messageId) }))
    })
}
