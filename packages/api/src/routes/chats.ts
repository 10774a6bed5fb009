import type { Desk } from '@stet/desk'
import type { Engine } from '@stet/engine'
import { LONGEST_TITLE } from '@stet/engine'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { commandKey } from '../command-key.ts'
import { limitText, toLimit } from '../page-limit.ts'
import { parseWith } from '../parse-with.ts'
import { readJson } from '../read-json.ts'
import { toChatId } from '../to-id.ts'

const listQuery = z.strictObject({
  after: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  limit: limitText,
})
const emptyBody = z.strictObject({})
const renameBody = z.strictObject({ title: z.string().check(z.minLength(1), z.maxLength(LONGEST_TITLE)) })

export function chatRoutes(engine: Engine, desk: Desk): Hono {
  return new Hono()
    .get('/api/chats', async c => {
      const query = parseWith(listQuery, c.req.query(), 'query')
      return c.json(await desk.listChats({ limit: toLimit(query.limit), after: query.after ?? null }))
    })
    .post('/api/chats', async c => {
      const key = commandKey(c.req.raw)
      await readJson(c.req.raw, emptyBody)
      return c.json(await desk.createChat({ key }), 201)
    })
    .get('/api/chats/:chatId', async c => c.json(await engine.view(toChatId(c.req.param('chatId')))))
    .patch('/api/chats/:chatId', async c => {
      const key = commandKey(c.req.raw)
      const { title } = await readJson(c.req.raw, renameBody)
      await engine.rename({ key, chatId: toChatId(c.req.param('chatId')), title })
      return c.body(null, 204)
    })
    .post('/api/chats/:chatId/title', async c => {
      const key = commandKey(c.req.raw)
      await readJson(c.req.raw, emptyBody)
      await engine.makeTitle({ key, chatId: toChatId(c.req.param('chatId')) })
      return c.body(null, 202)
    })
}
