import { createLineTool, echoTool } from '@stet/tools/testing'
import { expect, it } from 'vitest'
import {
  calling,
  createScriptedModels,
  openPage,
  openTestEngine,
  openToolChat,
  saying,
  writeChat,
} from '../testing/index.ts'

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

it('[W3] [R6] every page with a list learns when calls begin and cease to wait, also when an answer makes others', async () => {
  const { engine, chatId, page, home } = await openToolChat({
    tools: [...tools, echoTool],
    script: ({ request }) =>
      request.messages.length === 1
        ? calling([
            { tool: 'append_line', input: { text: 'one' } },
            { tool: 'echo', input: { text: 'ferns' } },
          ])
        : saying('Done.'),
  })
  const elsewhere = openPage(engine, await writeChat(home.store))
  const lists = [page, elsewhere].map(
    ({ received }) =>
      () =>
        received.flatMap(({ event }) => (event.kind === 'waiting-changed' ? [[event.chatId, event.waiting]] : [])),
  )
  await engine.send({ key: 'go', chatId, parentId: null, text: 'Go' })
  const view = await page.until(({ calls, runs }) => Object.keys(calls).length === 2 && runs.length === 0)
  const call = Object.values(view.calls).find(({ tool }) => tool === 'append_line')
  const begun = [chatId, call?.messageId]
  expect(lists.map(read => read())).toEqual([[begun], [begun]])
  await engine.deleteMessage({ key: 'delete', chatId, messageId: call?.messageId ?? 'msg_' })
  await expect
    .poll(() => lists.map(read => read()))
    .toEqual([
      [begun, [chatId, null]],
      [begun, [chatId, null]],
    ])
  page.leave()
  elsewhere.leave()
  await engine.close()
})
