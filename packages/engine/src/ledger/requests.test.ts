import { protocols } from '@stet/context/testing'
import { type AnswerSettings, defaultAnswerSettings, type Message } from '@stet/history'
import type { ModelCall, ModelEvent } from '@stet/models'
import { findRequestBreach } from '@stet/models/testing'
import { createLineTool, echoTool } from '@stet/tools/testing'
import { expect, it } from 'vitest'
import {
  arriving,
  beginning,
  calling,
  createScriptedModels,
  finished,
  openPage,
  openTestEngine,
  openToolChat,
  type Script,
  saying,
  scriptedFacts,
  untilStopped,
} from '../testing/index.ts'
import type { ChatView } from '../view/chat-view.ts'

const tools = [echoTool, createLineTool(async () => undefined)]
const echo = { tool: 'echo', input: { text: 'ferns' } }
const half = { tool: 'echo', input: '{"text":"mo' }
const line = { tool: 'append_line', input: { text: 'one' } }

/** The same events from a provider of which no native content is kept, so that every protocol can be asked with them. */
function plain(script: Script): Script {
  return async function* (call): AsyncGenerator<ModelEvent> {
    for await (const event of script(call)) {
      yield event.kind === 'answer-finished' ? { ...event, answer: { ...event.answer, native: null } } : event
    }
  }
}

const first =
  (events: (call: ModelCall) => AsyncIterable<ModelEvent> | Iterable<ModelEvent>): Script =>
  call =>
    call.request.messages.length === 1 ? events(call) : saying('And so on.')

const lastIn = ({ path }: ChatView): Message['id'] => path.at(-1)?.id ?? 'msg_'

/** Chats in which something was left unfinished, and how each continued: every request that was made on the way. */
const stories: Readonly<Record<string, () => Promise<readonly ModelCall[]>>> = {
  'an answer that the token limit cut off, continued': async () => {
    const script = first(() => [...beginning('Half '), finished([{ kind: 'text', text: 'Half ' }], 'length')])
    const { engine, chatId, page, ask, models } = await openToolChat({ tools, script: plain(script) })
    const { runId } = await engine.continueAnswer({ key: 'on', chatId, messageId: lastIn(await ask()) })
    await page.untilEnded(runId)
    await engine.close()
    return models.calls
  },
  'an answer that a crash cut off, continued': async () => {
    const script = first(async function* (call) {
      yield { kind: 'part-started', part: 0, start: { kind: 'reasoning' } }
      yield { kind: 'part-delta', part: 0, text: 'Hm' }
      yield { kind: 'part-started', part: 1, start: { kind: 'text' } }
      yield { kind: 'part-delta', part: 1, text: 'Half\n' }
      await untilStopped(call)
    })
    return afterCrash(script, ({ drafts }) => drafts[0]?.parts[1]?.text === 'Half\n', 'continue')
  },
  'an answer of which nothing had arrived, continued': async () =>
    afterCrash(
      first(async function* (call) {
        yield* arriving([])
        await untilStopped(call)
      }),
      ({ drafts }) => drafts.length === 1,
      'continue',
    ),
  'calls that a crash cut off, sent past': async () =>
    afterCrash(
      first(async function* (call) {
        yield* arriving([echo, half])
        await untilStopped(call)
      }),
      ({ drafts }) => drafts[0]?.parts[1]?.text === half.input,
      'send',
    ),
  'calls that the token limit cut off, run': async () => {
    const script = first(() => calling([echo, half], 'length'))
    const { engine, chatId, page, ask, models } = await openToolChat({ tools, script: plain(script) })
    const { runId } = await engine.runPending({ key: 'run', chatId, messageId: lastIn(await ask()) })
    if (runId === null) throw new Error('the run continues')
    await page.untilEnded(runId)
    await engine.close()
    return models.calls
  },
  'calls that wait for approval, sent past': async () => {
    const script = first(() => calling([echo, line]))
    const { engine, ask, models } = await openToolChat({ tools, script: plain(script) })
    await ask({ text: 'Never mind', parentId: lastIn(await ask()) })
    await engine.close()
    return models.calls
  },
}

async function afterCrash(script: Script, arrived: (view: ChatView) => boolean, how: 'continue' | 'send') {
  const { home, chatId, engine: dead, page: before } = await openToolChat({ tools, script: plain(script) })
  await dead.send({ key: 'one', chatId, parentId: null, text: 'Go' })
  await before.until(arrived)
  before.leave()
  const models = createScriptedModels(plain(() => saying('And so on.')))
  const { engine } = await openTestEngine(home, { models, tools })
  const page = openPage(engine, chatId)
  const messageId = lastIn(await page.until(() => true))
  const { runId } =
    how === 'continue'
      ? await engine.continueAnswer({ key: 'on', chatId, messageId })
      : await engine.send({ key: 'two', chatId, parentId: messageId, text: '' })
  await page.untilEnded(runId)
  await engine.close()
  return models.calls
}

const thinking: AnswerSettings = {
  ...defaultAnswerSettings,
  reasoning: { ...defaultAnswerSettings.reasoning, on: true, effort: 'low', level: 'high' },
}

it.each(Object.entries(stories))('[R7] [R9] [FP-14] every provider takes the requests of %s', async (_, story) => {
  const calls = await story()
  expect(calls.length).toBeGreaterThan(0)
  for (const type of protocols) {
    for (const settings of [defaultAnswerSettings, thinking]) {
      for (const { request } of calls) {
        const facts = { ...scriptedFacts, protocol: type }
        expect([type, await findRequestBreach({ type, facts, request, settings, files: new Map() })]).toEqual([
          type,
          null,
        ])
      }
    }
  }
})
