import { CALLS_SHELF, type Operation, type Store, StoreError } from '@stet/store'
import { createWaitingTool } from '@stet/tools/testing'
import { expect, it } from 'vitest'
import {
  calling,
  callStates,
  endIn,
  lastTexts,
  openMemoryHome,
  openPage,
  openTestEngine,
  openToolChat,
  type Script,
  saying,
  type TestHome,
  transcriptOf,
} from '../testing/index.ts'

const script: Script = call =>
  call.request.messages.length === 1
    ? calling([{ tool: 'wait', input: { text: 'rain' } }])
    : saying(lastTexts(call).join(' | '))

/** A chat whose tool is running until the gate opens. */
async function working(home: TestHome = openMemoryHome()) {
  const gate = Promise.withResolvers<void>()
  const tools = [createWaitingTool(() => gate.promise)]
  const opened = await openToolChat({ tools, script, home })
  const sent = await opened.engine.send({ key: 'one', chatId: opened.chatId, parentId: null, text: 'Go' })
  await opened.page.until(view => Object.keys(view.progress).length === 1)
  return { ...opened, tools, gate, sent }
}

it('[R5] writes nothing more of a step that another process has taken over', async () => {
  const { home, chatId, engine: slow, page, logged, gate, tools, sent } = await working()
  const { engine } = await openTestEngine(home, { tools })
  const taken = await engine.view(chatId)
  expect(callStates(taken)).toEqual(['unknown'])
  gate.resolve()
  await page.untilEnded(sent.runId)
  expect([endIn(page), await engine.view(chatId), logged.map(({ message }) => message)]).toEqual([
    'interrupted',
    taken,
    ['a run was ended by another process'],
  ])
  page.leave()
  await slow.close()
  await engine.close()
})

/** A store that refuses results of calls while the test says so. */
function fullFor(store: Store, isFull: () => boolean): Store {
  const decoder = new TextDecoder()
  const isResult = (operation: Operation) =>
    operation.kind === 'put' &&
    operation.shelf === CALLS_SHELF &&
    /"kind":"(done|unknown)"/.test(decoder.decode(operation.body))
  return {
    ...store,
    async write(operations) {
      if (isFull() && operations.some(isResult)) throw new StoreError('full', 'no space')
      return store.write(operations)
    },
  }
}

it('[FS-2] a result that the store refuses ends the run, and is unknown when there is space again', async () => {
  let full = true
  const home = openMemoryHome()
  const { engine, chatId, page, gate, logged, sent } = await working({
    ...home,
    store: fullFor(home.store, () => full),
  })
  gate.resolve()
  await page.untilEnded(sent.runId)
  expect(endIn(page)).toBe('failed')
  full = false
  const view = await page.until(now => callStates(now)[0] === 'unknown')
  const loaded = await engine.view(chatId)
  expect([transcriptOf(view), view.runs, loaded.calls]).toEqual([['user: Go', 'assistant: tool-call'], [], view.calls])
  expect(logged.map(({ message }) => message)).toEqual(['a run failed', 'the end of a run could not be written'])
  page.leave()
  await engine.close()
})

it('[R5] a process that ends in good order breaks off its tools, and leaves nothing to recover', async () => {
  const { home, chatId, engine, page, tools } = await working()
  page.leave()
  await engine.close()
  const { rows } = await home.store.list('processes', { by: { parent: '' }, limit: 10 })
  const { engine: next } = await openTestEngine(home, { tools })
  expect([rows, callStates(await next.view(chatId))]).toEqual([[], ['unknown']])
  await next.close()
})

it('[R3] [FE-1] a page that loses its connection after every event of a run sees the same in the end', async () => {
  const { engine, chatId, page, gate, sent } = await working()
  const restless = openPage(engine, chatId, { eventsPerConnection: 1 })
  await restless.until(() => true)
  gate.resolve()
  const [view, other] = await Promise.all([page.untilEnded(sent.runId), restless.untilEnded(sent.runId)])
  expect([other, await engine.view(chatId)]).toEqual([view, view])
  page.leave()
  restless.leave()
  await engine.close()
})
