import type { AssistantMessage, ModelChoice, ModelFacts } from '@stet/history'
import { newWorkspace, toWorkspacePut, WORKSPACES_SHELF } from '@stet/store'
import { echoTool } from '@stet/tools/testing'
import { expect, it } from 'vitest'
import {
  beginning,
  calling,
  createScriptedModels,
  newKey,
  offering,
  openMemoryHome,
  openPage,
  openTestEngine,
  type Script,
  saying,
  scriptedChoice,
  scriptedFacts,
  scriptedSettings,
  type TestHome,
  untilStopped,
  writeChat,
} from '../../testing/index.ts'
import type { ChatView } from '../../view/chat-view.ts'

const otherFacts: ModelFacts = { ...scriptedFacts, model: 'other', caching: 'marks' }
const other: ModelChoice = { definition: otherFacts.definition, model: otherFacts.model }

function twoModels(script: Script) {
  const known = [scriptedFacts, otherFacts]
  return {
    ...createScriptedModels(script),
    facts: async ({ definition, model }: ModelChoice) =>
      known.find(facts => facts.definition === definition && facts.model === model) ?? null,
  }
}

/** A chat with one answer, and an engine on it with two models. */
async function openChat(script: Script, home: TestHome = openMemoryHome()) {
  const settings = { ...scriptedSettings, tools: offering('echo') }
  const chatId = await writeChat(home.store, { title: { text: 'Named', by: 'person' }, settings })
  const models = twoModels(script)
  const { engine } = await openTestEngine(home, { models, tools: [echoTool] })
  const page = openPage(engine, chatId)
  const first = await engine.send({ key: newKey(), chatId, parentId: null, text: 'Go' })
  await page.untilEnded(first.runId)
  return { home, settings, chatId, models, engine, page, first }
}

function answerIn({ path }: ChatView): AssistantMessage {
  const last = path.at(-1)
  if (last?.role !== 'assistant') throw new Error('the path does not end in an answer')
  return last
}

/** The chat's model answers at once; the other one begins and hangs. */
const hangingOther: Script = async function* (call) {
  if (call.choice.model === 'one') {
    yield* saying('Yes.')
    return
  }
  yield* beginning('Half')
  await untilStopped(call)
}

it('[H4] [P1] a model that is given answers this once, and the chat keeps its own', async () => {
  const { engine, chatId, settings, models, page, first } = await openChat(() => saying('Yes.'))
  const again = await engine.retry({ key: newKey(), chatId, messageId: first.answerId, model: other })
  const view = await page.untilEnded(again.runId)
  expect(answerIn(view)).toMatchObject({ id: again.answerId, origin: { ...other, protocol: 'scripted' } })
  expect(view.chat.settings).toEqual(settings)
  expect((await engine.answering(chatId)).choice).toEqual(scriptedChoice)
  const started = page.received.findLast(({ event }) => event.kind === 'run-started')?.event
  expect(started).toMatchObject({ draft: { messageId: again.answerId, model: other } })

  const next = await engine.send({ key: newKey(), chatId, parentId: again.answerId, text: 'And then?' })
  expect(answerIn(await page.untilEnded(next.runId))).toMatchObject({ origin: { model: 'one' } })
  const plain = await engine.retry({ key: newKey(), chatId, messageId: again.answerId })
  expect(answerIn(await page.untilEnded(plain.runId))).toMatchObject({ origin: { model: 'one' } })
  page.leave()
  await engine.close()
  expect(models.calls.map(({ choice }) => choice.model)).toEqual(['one', 'other', 'one', 'one'])
})

it('[H4] an unknown model is refused, and nothing is changed', async () => {
  const { engine, chatId, first, page } = await openChat(() => saying('Yes.'))
  const before = await engine.view(chatId)
  const model = { ...other, model: 'none' }
  await expect(engine.retry({ key: newKey(), chatId, messageId: first.answerId, model })).rejects.toMatchObject({
    code: 'model-not-found',
    field: 'model',
  })
  expect(await engine.view(chatId)).toEqual(before)
  page.leave()
  await engine.close()
})

it('[H4] [R5] [R9] after a crash the answer is of that model, and the same model continues it', async () => {
  const { home, chatId, settings, engine: dead, first, page } = await openChat(hangingOther)
  const again = await dead.retry({ key: newKey(), chatId, messageId: first.answerId, model: other })
  await page.until(view => view.drafts[0]?.parts[0]?.text === 'Half')
  page.leave()

  const models = twoModels(() => saying('The rest.'))
  const { engine } = await openTestEngine(home, { models, tools: [echoTool] })
  const after = openPage(engine, chatId)
  const recovered = await after.until(() => true)
  expect(answerIn(recovered)).toMatchObject({ id: again.answerId, end: 'interrupted', origin: other })
  const continued = await engine.continueAnswer({ key: newKey(), chatId, messageId: again.answerId })
  const view = await after.untilEnded(continued.runId)
  expect([answerIn(view).origin, view.chat.settings]).toEqual([{ ...other, protocol: 'scripted' }, settings])
  const next = await engine.send({ key: newKey(), chatId, parentId: continued.answerId, text: 'And then?' })
  expect(answerIn(await after.untilEnded(next.runId))).toMatchObject({ origin: { model: 'one' } })
  after.leave()
  await engine.close()
})

it('[H4] [R7] the same model continues after calls that waited for the user', async () => {
  const cutOff: Script = ({ choice, request }) =>
    choice.model === 'other' && request.messages.length === 1
      ? calling([{ tool: 'echo', input: { text: 'ferns' } }], 'length')
      : saying('Yes.')
  const { engine, chatId, settings, first, page } = await openChat(cutOff)
  const again = await engine.retry({ key: newKey(), chatId, messageId: first.answerId, model: other })
  await page.untilEnded(again.runId)
  const { runId } = await engine.runPending({ key: newKey(), chatId, messageId: again.answerId })
  if (runId === null) throw new Error('the run continues')
  const view = await page.untilEnded(runId)
  expect([answerIn(view).origin.model, view.chat.settings]).toEqual(['other', settings])
  page.leave()
  await engine.close()
})

it('[H4] [U4] the same model continues once the user allows more than the budget', async () => {
  const { home, engine, chatId, settings, first, page } = await openChat(() => saying('Yes.'))
  const { chat } = await engine.view(chatId)
  const workspace = { ...newWorkspace({ id: chat.workspaceId, name: 'Garden', createdAt: 0 }), budget: 0 }
  const row = await home.store.get(WORKSPACES_SHELF, workspace.id)
  await home.store.write([toWorkspacePut(workspace, { expect: row?.version ?? 0, order: 'next' })])
  const again = await engine.retry({ key: newKey(), chatId, messageId: first.answerId, model: other })
  expect((await page.untilEnded(again.runId)).questions).toMatchObject([{ runId: again.runId, budget: 0 }])
  const { runId } = await engine.continueOverBudget({ key: newKey(), chatId, runId: again.runId })
  const view = await page.untilEnded(runId)
  expect([answerIn(view).origin.model, view.chat.settings]).toEqual(['other', settings])
  page.leave()
  await engine.close()
})
