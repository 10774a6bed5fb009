import type { Engine } from '@stet/engine'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { commandKey } from '../command-key.ts'
import { readJson } from '../read-json.ts'
import { toChatId, toMessageId } from '../to-id.ts'

const emptyBody = z.strictObject({})
const tipBody = z.strictObject({ messageId: z.string() })
const liftBody = z.strictObject({ act: z.enum(['lift', 'hold', 'resume-compaction']) })

/** What a person does with the tree of a chat: answer again, switch, fork, delete, clear, and lift a checkpoint. */
export function branchRoutes(engine: Engine): Hono {
  return new Hono()
    .put('/api/chats/:chatId/tip', async c => {
      const key = commandKey(c.req.raw)
      const { messageId } = await readJson(c.req.raw, tipBody)
      const chatId = toChatId(c.req.param('chatId'))
      await engine.chooseTip({ key, chatId, messageId: toMessageId(messageId) })
      return c.body(null, 204)
    })
    .post('/api/chats/:chatId/messages/:messageId/retry', async c => {
      const command = await readNamed(c.req.raw, c.req.param())
      return c.json(await engine.retry(command), 202)
    })
    .post('/api/chats/:chatId/messages/:messageId/fork', async c => {
      const command = await readNamed(c.req.raw, c.req.param())
      return c.json(await engine.fork(command), 201)
    })
    .delete('/api/chats/:chatId/messages/:messageId', async c => {
      const command = await readNamed(c.req.raw, c.req.param())
      return c.json(await engine.deleteMessage(command))
    })
    .post('/api/chats/:chatId/clear', async c => {
      const key = commandKey(c.req.raw)
      await readJson(c.req.raw, emptyBody)
      return c.json(await engine.clear({ key, chatId: toChatId(c.req.param('chatId')) }), 201)
    })
    .put('/api/chats/:chatId/lifts/:messageId', async c => {
      const key = commandKey(c.req.raw)
      const { act } = await readJson(c.req.raw, liftBody)
      const { chatId, messageId } = c.req.param()
      await engine.lift({ key, chatId: toChatId(chatId), checkpointId: toMessageId(messageId), act })
      return c.body(null, 204)
    })
}

/** A command on the message that the path names, and nothing more. */
async function readNamed(request: Request, named: { readonly chatId: string; readonly messageId: string }) {
  const key = commandKey(request)
  await readJson(request, emptyBody)
  return { key, chatId: toChatId(named.chatId), messageId: toMessageId(named.messageId) }
}
