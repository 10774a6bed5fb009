import type { Desk, Providers } from '@stet/desk'
import { answerSettings, checkSettings, type Engine } from '@stet/engine'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { commandKey } from '../command-key.ts'
import { readJson } from '../read-json.ts'
import { toChatId } from '../to-id.ts'

const noBody = z.strictObject({})
/** What is in it is judged where each setting is known by name and range. */
const settings = z.looseObject({})
const name = z.string().check(z.minLength(1), z.maxLength(500))
const choice = z.strictObject({ definition: name, model: name })
const defaultModelBody = z.strictObject({ model: z.nullable(choice) })

/** Which models there are, and which of them answers: in a chat, and in new ones. */
export function modelRoutes(engine: Engine, desk: Desk, providers: Providers): Hono {
  return new Hono()
    .get('/api/models', async c => c.json(await providers.models()))
    .post('/api/local-servers', async c => {
      await readJson(c.req.raw, noBody)
      return c.json({ servers: await providers.findLocalServers() })
    })
    .post('/api/prices', async c => {
      await readJson(c.req.raw, noBody)
      return c.json(await providers.refreshPrices())
    })
    .get('/api/workspace', async c => c.json(await desk.workspace()))
    .put('/api/workspace/model', async c => {
      const key = commandKey(c.req.raw)
      const { model } = await readJson(c.req.raw, defaultModelBody)
      return c.json(await desk.changeDefaultModel({ key, model }))
    })
    .put('/api/chats/:chatId/model', async c => {
      const key = commandKey(c.req.raw)
      const model = await readJson(c.req.raw, choice)
      await engine.changeModel({ key, chatId: toChatId(c.req.param('chatId')), model })
      return c.body(null, 204)
    })
    .get('/api/chats/:chatId/answer', async c => c.json(await engine.answering(toChatId(c.req.param('chatId')))))
    .put('/api/chats/:chatId/answer', async c => {
      const key = commandKey(c.req.raw)
      const answer = checkSettings(answerSettings, await readJson(c.req.raw, settings))
      await engine.changeAnswerSettings({ key, chatId: toChatId(c.req.param('chatId')), answer })
      return c.body(null, 204)
    })
}
