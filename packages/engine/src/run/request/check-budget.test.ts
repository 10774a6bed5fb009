import type { ChatId } from '@stet/history'
import { newWorkspace, toWorkspacePut, WORKSPACES_SHELF, type Workspace } from '@stet/store'
import { delegateTool } from '@stet/tools/testing'
import { expect, it, vi } from 'vitest'
import type { Engine } from '../../engine.ts'
import {
  calling,
  createScriptedModels,
  lastTexts,
  listPrices,
  offering,
  openMemoryHome,
  openPage,
  openTestEngine,
  readLedger,
  type Script,
  saying,
  scriptedSettings,
  writeChat,
} from '../../testing/index.ts'
import type { ChatView } from '../../view/chat-view.ts'

const JANUARY = Date.UTC(2026, 0, 31, 23)
const FEBRUARY = Date.UTC(2026, 1, 1)

/** A chat in a workspace with this budget. An answer costs 0.00018 dollars. */
async function openBudgeted(budget: Workspace['budget'], script: Script = () => saying('Yes.')) {
  const home = openMemoryHome()
  let prices = listPrices(3, 15)
  let now = JANUARY
  const scripted = createScriptedModels(
    async function* (call) {
      for await (const event of script(call)) {
        const usage = { input: 10, cacheRead: 0, cacheWrite: 0, output: 10, reasoning: 0, webSearches: 0 }
        yield event.kind === 'answer-finished'
          ? { ...event, answer: { ...event.answer, usage, rawUsage: null } }
          : event
      }
    },
    undefined,
    prices,
  )
  const models = { ...scripted, prices: async () => prices }
  const open = async () => (await openTestEngine(home, { models, clock: () => now, tools: [delegateTool] })).engine
  const engine = await open()
  const settings = { ...scriptedSettings, tools: offering('delegate') }
  const chatId = await writeChat(home.store, { title: { text: 'Named', by: 'person' }, settings })
  const { chat } = await engine.view(chatId)
  const workspace = { ...newWorkspace({ id: chat.workspaceId, name: 'Garden', createdAt: 0 }), budget }
  const row = await home.store.get(WORKSPACES_SHELF, workspace.id)
  await home.store.write([toWorkspacePut(workspace, { expect: row?.version ?? 0, order: 'next' })])
  let keys = 0
  const ask = async (asked = engine) => {
    keys += 1
    const { path } = await asked.view(chatId)
    const page = openPage(asked, chatId)
    await page.until(() => true)
    const sent = await asked.send({ key: `ask ${keys}`, chatId, parentId: path.at(-1)?.id ?? null, text: 'Hello' })
    const view = await page.untilEnded(sent.runId)
    page.leave()
    return { ...sent, view }
  }
  const setNow = (at: number) => {
    now = at
  }
  const makeFree = () => {
    prices = listPrices(0, 0)
  }
  return { home, engine, chatId, ask, open, setNow, makeFree }
}

it('[U2] [U4] [R6] a run waits and asks when the budget of the month is spent, and continues when it is allowed to', async () => {
  const { home, engine, chatId, ask } = await openBudgeted(0.0003)
  await ask()
  await ask()
  expect(await engine.budgets()).toMatchObject([{ budget: 0.0003, spent: { usd: 0.00036, reliable: true } }])
  const { runId, view } = await ask()
  expect(view.questions).toMatchObject([{ runId, budget: 0.0003, spent: 0.00036 }])
  expect((await readLedger(home.store, chatId)).length).toBe(2)

  const page = openPage(engine, chatId)
  await page.until(() => true)
  const command = { key: 'continue', chatId, runId }
  const continued = await engine.continueOverBudget(command)
  expect(await engine.continueOverBudget(command)).toEqual(continued)
  const after = await page.untilEnded(continued.runId)
  expect(after.questions).toEqual([])
  expect(after.path.at(-1)).toMatchObject({ id: continued.answerId, role: 'assistant', end: 'complete' })
  await expect(engine.continueOverBudget({ ...command, key: 'late' })).rejects.toMatchObject({ code: 'call-decided' })
  page.leave()
  await engine.close()
})

it('[U4] the question survives a restart; another month begins at nothing, and without a budget nobody is asked', async () => {
  const { engine, chatId, ask, open, setNow } = await openBudgeted(0.0001)
  await ask()
  const { runId } = await ask()
  await engine.close()
  const next = await open()
  expect((await next.view(chatId)).questions).toMatchObject([{ runId, budget: 0.0001 }])
  setNow(FEBRUARY)
  expect((await ask(next)).view.questions.length).toBe(1)
  expect((await next.view(chatId)).path.at(-1)).toMatchObject({ role: 'assistant', end: 'complete' })
  await next.close()

  const free = await openBudgeted(null)
  await free.ask()
  await free.ask()
  expect((await free.ask()).view.questions).toEqual([])
  expect(await free.engine.budgets()).toEqual([])
  await free.engine.close()
})

it('[U2] [U4] a request that costs nothing passes, whatever was spent', async () => {
  const { engine, ask, makeFree } = await openBudgeted(0.0001)
  await ask()
  expect((await ask()).view.questions).toMatchObject([{ budget: 0.0001, spent: 0.00018 }])
  makeFree()
  const { view, answerId } = await ask()
  expect(view.path.at(-1)).toMatchObject({ id: answerId, role: 'assistant', end: 'complete' })
  await engine.close()
})

/** Without a page: nobody watches. */
function whenAsked(engine: Engine, chatId: ChatId): Promise<ChatView> {
  const asked = async () => {
    const view = await engine.view(chatId)
    return view.questions.length > 0 ? view : null
  }
  return vi.waitUntil(asked, { timeout: 60_000 })
}

it('[U2] [U4] [R10] a message that waited and is sent by itself, with no page open, waits for the user too', async () => {
  const gate = Promise.withResolvers<void>()
  const { home, engine, chatId } = await openBudgeted(0.0001, async function* () {
    await gate.promise
    yield* saying('Yes.')
  })
  const first = await engine.send({ key: 'first', chatId, parentId: null, text: 'Hello' })
  const second = await engine.send({ key: 'second', chatId, parentId: first.messageId, text: 'And then?' })
  expect(second.waits).toBe(true)
  gate.resolve()
  const { questions, path, runs } = await whenAsked(engine, chatId)
  expect(questions).toMatchObject([{ budget: 0.0001, spent: 0.00018 }])
  expect([path.at(-1)?.id, runs]).toEqual([second.messageId, []])
  expect((await readLedger(home.store, chatId)).length).toBe(1)
  await engine.close()
})

it('[U2] [U4] [T6] a sub-agent asks at a spent budget in its caller, and continues there when it is allowed to', async () => {
  // The caller has a task for each of its first two answers; a sub-agent has one message.
  const script: Script = call =>
    call.request.messages.length === 3 || lastTexts(call)[0] === 'Delegate it.'
      ? calling([{ tool: 'delegate', input: { text: 'Look at ferns' } }])
      : saying('Yes.')
  const { engine, chatId } = await openBudgeted(0.0001, script)
  const page = openPage(engine, chatId)
  await page.until(() => true)
  const { messageId } = await engine.send({ key: 'first', chatId, parentId: null, text: 'Delegate it.' })
  const { calls } = await page.until(view => Object.values(view.progress).includes('Waiting for your decision'))
  const callId = Object.values(calls)[0]?.id ?? 'call_'
  const [child] = await engine.called(chatId, { callId, continued: null })
  expect(child).toMatchObject({ waiting: [], question: { budget: 0.0001, spent: 0.00018 } })
  expect(child && (await engine.view(child.id)).path.map(({ role }) => role)).toEqual(['user'])
  const { id = 'chat_', question } = child ?? {}

  await engine.continueOverBudget({ key: 'child', chatId: id, runId: question?.runId ?? 'run_' })
  const { questions, path } = await page.until(view => view.questions.length > 0)
  expect(path.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool-results'])
  expect(path[0]?.id).toBe(messageId)
  expect((await engine.called(chatId, { callId, continued: null }))[0]).toMatchObject({ question: null })
  // Once when it began to wait, once when it was decided: pages of the calling chat read it again.
  expect(page.received.filter(({ event }) => event.kind === 'call-questions-changed')).toHaveLength(2)

  const { runId } = questions[0] ?? {}
  const continued = await engine.continueOverBudget({ key: 'caller', chatId, runId: runId ?? 'run_' })
  const ended = await page.untilEnded(continued.runId)
  // The decision about this run covers the second sub-agent too.
  expect(ended.path.slice(3).map(({ role }) => role)).toEqual(['assistant', 'tool-results', 'assistant'])
  expect(page.received.filter(({ event }) => event.kind === 'call-questions-changed')).toHaveLength(2)
  page.leave()
  await engine.close()
})

it('[U2] [U4] [T6] a run whose sub-agent spent the budget waits before its own next request, with no page open', async () => {
  const script: Script = call =>
    lastTexts(call)[0] === 'Delegate it.'
      ? calling([{ tool: 'delegate', input: { text: 'Look at ferns' } }])
      : saying('Yes.')
  const { home, engine, chatId } = await openBudgeted(0.0003, script)
  const { runId } = await engine.send({ key: 'first', chatId, parentId: null, text: 'Delegate it.' })
  const { questions } = await whenAsked(engine, chatId)
  expect(questions).toMatchObject([{ runId, budget: 0.0003, spent: 0.00036 }])
  expect((await readLedger(home.store, chatId)).length).toBe(1)

  const page = openPage(engine, chatId)
  await page.until(() => true)
  const continued = await engine.continueOverBudget({ key: 'continue', chatId, runId })
  const { path } = await page.untilEnded(continued.runId)
  expect(path.at(-1)).toMatchObject({ id: continued.answerId, role: 'assistant', end: 'complete' })
  page.leave()
  await engine.close()
})
