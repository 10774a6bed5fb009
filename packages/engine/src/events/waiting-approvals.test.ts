import { createLineTool } from '@stet/tools/testing'
import { expect, it } from 'vitest'
import { calling, createScriptedModels, openTestEngine, openToolChat, saying } from '../testing/index.ts'

const tools = [createLineTool(async () => undefined)]

async function openWaiting() {
  const opened = await openToolChat({
    tools,
    script: ({ request }) =>
      request.messages.length === 1 ? calling([{ tool: 'append_line', input: { text: 'one' } }]) : saying('Done.'),
  })
  const view = await opened.ask()
  const [call] = Object.values(view.calls)
  if (call === undefined) throw new Error('no call waits')
  return { ...opened, call }
}

it('[W3] knows which chat has a call that waits for approval, and at which answer, until it is decided', async () => {
  const { engine, chatId, call } = await openWaiting()
  expect([engine.waitsAt(chatId), engine.activeChats()]).toEqual([call.messageId, [chatId]])
  await engine.deny({ key: 'deny', chatId, callId: call.id, reason: '' })
  expect(engine.waitsAt(chatId)).toBe(null)
  await engine.close()
})

it('[W3] knows it after a restart too', async () => {
  const { engine, chatId, call, home } = await openWaiting()
  await engine.close()
  const next = await openTestEngine(home, { models: createScriptedModels(() => saying('Done.')), tools })
  expect([next.engine.waitsAt(chatId), next.engine.activeChats()]).toEqual([call.messageId, [chatId]])
  await next.engine.close()
})

it('[W3] forgets what waited in messages that were deleted', async () => {
  const { engine, chatId, call } = await openWaiting()
  await engine.deleteMessage({ key: 'delete', chatId, messageId: call.messageId })
  expect(engine.waitsAt(chatId)).toBe(null)
  await engine.close()
})
