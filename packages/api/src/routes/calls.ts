import type { Engine } from '@stet/engine'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import { commandKey } from '../command-key.ts'
import { readJson } from '../read-json.ts'
import { toCallId, toChatId, toMessageId } from '../to-id.ts'

const LONGEST_REASON = 2000
const LONGEST_PATH = 4096

const emptyBody = z.strictObject({})
const approveBody = z.strictObject({ hash: z.string().check(z.maxLength(200)), always: z.boolean() })
const denyBody = z.strictObject({ reason: z.string().check(z.maxLength(LONGEST_REASON)) })
const rootBody = z.strictObject({ path: z.string().check(z.minLength(1), z.maxLength(LONGEST_PATH)) })
const toolsBody = z.strictObject({
  tools: z
    .array(
      z.strictObject({
        name: z.string().check(z.minLength(1), z.maxLength(200)),
        policy: z.nullable(z.enum(['auto', 'confirm', 'deny'])),
        options: z.record(
          z.string(),
          z.union([z.boolean(), z.string(), z.strictObject({ definition: z.string(), model: z.string() })]),
        ),
      }),
    )
    .check(z.maxLength(1000)),
})

/** What a person decides about the calls of a model, which tools it has, and what they reach. */
export function callRoutes(engine: Engine): Hono {
  return new Hono()
    .post('/api/chats/:chatId/calls/:callId/approve', async c => {
      const key = commandKey(c.req.raw)
      const { hash, always } = await readJson(c.req.raw, approveBody)
      const { chatId, callId } = c.req.param()
      return c.json(await engine.approve({ key, chatId: toChatId(chatId), callId: toCallId(callId), hash, always }))
    })
    .post('/api/chats/:chatId/calls/:callId/deny', async c => {
      const key = commandKey(c.req.raw)
      const { reason } = await readJson(c.req.raw, denyBody)
      const { chatId, callId } = c.req.param()
      return c.json(await engine.deny({ key, chatId: toChatId(chatId), callId: toCallId(callId), reason }))
    })
    .post('/api/chats/:chatId/messages/:messageId/run-pending', async c => {
      const command = await readNamed(c.req.raw, c.req.param())
      return c.json(await engine.runPending(command), 202)
    })
    .post('/api/chats/:chatId/messages/:messageId/reject-pending', async c => {
      const command = await readNamed(c.req.raw, c.req.param())
      await engine.rejectPending(command)
      return c.body(null, 204)
    })
    .post('/api/chats/:chatId/messages/:messageId/continue', async c => {
      const command = await readNamed(c.req.raw, c.req.param())
      return c.json(await engine.continueAnswer(command), 202)
    })
    .get('/api/tools', async c => c.json({ tools: await engine.tools() }))
    .post('/api/chats/:chatId/roots', async c => {
      await engine.expose(await readRoot(c.req.raw, c.req.param('chatId')))
      return c.body(null, 204)
    })
    .delete('/api/chats/:chatId/roots', async c => {
      await engine.unexpose(await readRoot(c.req.raw, c.req.param('chatId')))
      return c.body(null, 204)
    })
    .put('/api/chats/:chatId/tools', async c => {
      const key = commandKey(c.req.raw)
      const { tools } = await readJson(c.req.raw, toolsBody)
      await engine.changeTools({ key, chatId: toChatId(c.req.param('chatId')), tools })
      return c.body(null, 204)
    })
}

/** A command on a directory, as the person writes it. */
async function readRoot(request: Request, chatId: string) {
  const key = commandKey(request)
  const { path } = await readJson(request, rootBody)
  return { key, chatId: toChatId(chatId), path }
}

/** A command on the message that the path names, and nothing more. */
async function readNamed(request: Request, named: { readonly chatId: string; readonly messageId: string }) {
  const key = commandKey(request)
  await readJson(request, emptyBody)
  return { key, chatId: toChatId(named.chatId), messageId: toMessageId(named.messageId) }
}
