import type { ChatId, Message } from '@stet/history'
import type { ModelCall } from '@stet/models'
import { createLineTool, createWaitingTool, echoTool, failingTool, throwingTool } from '@stet/tools/testing'
import { expect, it } from 'vitest'
import { MOST_STEPS } from '../run/live/run-loop.ts'
import {
  calling,
  callStates,
  endIn,
  lastTexts,
  offering,
  openPage,
  openToolChat,
  type ScriptedCall,
  saying,
  scriptedSettings,
  untilStopped,
  writeChat,
} from '../testing/index.ts'
import { MOST_CALLS } from './propose-calls.ts'

/** Calls tools first, and says what their results were. */
const thenSay =
  (...calls: readonly ScriptedCall[]) =>
  (call: ModelCall) =>
    call.request.messages.length === 1 ? calling(calls) : saying(lastTexts(call).join(' | '))

const said = (message: Message | undefined) =>
  message?.role === 'assistant' ? message.parts.flatMap(part => (part.kind === 'text' ? [part.text] : [])) : []

it('[R1] [T1] streams, persists, runs the tool, and continues with its result', async () => {
  const opened = await openToolChat({ tools: [echoTool], script: thenSay({ tool: 'echo', input: { text: 'ferns' } }) })
  const view = await opened.ask()
  expect(view.path.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool-results', 'assistant'])
  expect(said(view.path.at(-1))).toEqual(['done: ferns'])
  const [call] = Object.values(view.calls)
  expect(call).toMatchObject({
    tool: 'echo',
    input: '{"text":"ferns"}',
    policy: 'auto',
    shown: { title: 'Echo', icon: 'flask', summary: 'ferns', mayBeAlways: true },
    state: { kind: 'done', content: [{ kind: 'text', text: 'ferns' }], shown: '*ferns*' },
  })
  expect(opened.models.calls[0]?.request.tools).toEqual([
    { name: 'echo', description: echoTool.description, input: echoTool.input },
  ])
  expect([endIn(opened.page), view.drafts, view.runs, opened.logged]).toEqual(['complete', [], [], []])
  expect(await opened.engine.view(opened.chatId)).toEqual(view)
  await opened.engine.close()
})

it('[R1] [R3] reports each step in its turn, the call as started before its tool runs', async () => {
  const opened = await openToolChat({ tools: [echoTool], script: thenSay({ tool: 'echo', input: { text: 'ferns' } }) })
  await opened.ask()
  const kinds = opened.page.received.flatMap(({ event }) => {
    if (event.kind === 'part-started' || event.kind === 'part-delta') return []
    if (event.kind === 'calls-changed') return [`call ${event.calls[0]?.state.kind}`]
    return [event.kind === 'message-added' ? event.message.role : event.kind]
  })
  expect(kinds).toEqual([
    'snapshot',
    'user',
    'chat-changed',
    'run-started',
    'assistant',
    'request-ended',
    'call started',
    'call-progress',
    'call done',
    'tool-results',
    'step-started',
    'assistant',
    'request-ended',
    'chat-changed',
    'run-ended',
  ])
  await opened.engine.close()
})

it('[R1] settles the calls of one step independently, however each ends', async () => {
  const gate = Promise.withResolvers<void>()
  const opened = await openToolChat({
    tools: [echoTool, failingTool, throwingTool, createWaitingTool(() => gate.promise)],
    script: thenSay(
      { tool: 'wait', input: { text: 'rain' } },
      { tool: 'throw', input: { text: 'it' } },
      { tool: 'fail', input: { text: 'not today' } },
      { tool: 'echo', input: { text: 'ferns' } },
    ),
  })
  const ended = opened.ask()
  // The calls run side by side: three may end before the one that waits has started.
  const waiting = await opened.page.until(
    view =>
      Object.values(view.progress).length === 1 &&
      callStates(view).filter(kind => kind === 'failed' || kind === 'done').length === 3,
  )
  expect([callStates(waiting), Object.values(waiting.progress)]).toEqual([
    ['started', 'failed', 'failed', 'done'],
    ['waiting'],
  ])
  expect(await opened.engine.view(opened.chatId)).toEqual(waiting)
  expect([waiting.runs.length, waiting.drafts]).toEqual([1, []])
  gate.resolve()
  const view = await ended
  expect(said(view.path.at(-1))).toEqual([
    'done: waited for rain | failed: The tool broke down because of a fault of its own. | failed: No: not today | done: ferns',
  ])
  expect(opened.logged.map(({ message }) => message)).toEqual(['a tool failed'])
  await opened.engine.close()
})

it('[FP-10] [FP-12] answers what cannot run with why, and the loop continues', async () => {
  const opened = await openToolChat({
    tools: [echoTool, failingTool],
    offered: [...offering('echo'), { name: 'fail', policy: 'deny', options: {} }],
    script: thenSay(
      { tool: 'echo', input: '{"text":"fer' },
      { tool: 'echo', input: '[1]' },
      { tool: 'echo', input: '' },
      { tool: 'echo', input: { text: 7 } },
      { tool: 'nothing', input: {} },
      { tool: 'fail', input: { text: 'x' } },
      { tool: 'echo', input: { text: 'ferns' } },
    ),
  })
  const view = await opened.ask()
  const results = view.path.flatMap(message => (message.role === 'tool-results' ? message.parts : []))
  expect(
    results.map(({ outcome, content }) => [outcome, content[0]?.kind === 'text' ? content[0].text : null]),
  ).toEqual([
    ['failed', expect.stringMatching(/^The arguments are not valid JSON: /)],
    ['failed', 'The arguments must be one JSON object.'],
    ['failed', '`text` must be a text.'],
    ['failed', '`text` must be a text.'],
    ['failed', 'There is no tool nothing in this chat.'],
    ['denied', 'The user does not allow the tool fail in this chat.'],
    ['done', 'ferns'],
  ])
  expect(endIn(opened.page)).toBe('complete')
  await opened.engine.close()
})

it('[FP-12] of 200 calls in one answer runs the first, and answers the rest that they were not run', async () => {
  const lines: string[] = []
  const append = createLineTool(
    async line => {
      lines.push(line)
    },
    { policy: 'auto' },
  )
  const calls = Array.from({ length: 200 }, (_, index) => ({ tool: 'append_line', input: { text: String(index) } }))
  const opened = await openToolChat({ tools: [append], script: thenSay(...calls) })
  const view = await opened.ask()
  const outcomes = view.path.flatMap(message =>
    message.role === 'tool-results' ? message.parts.map(({ outcome }) => outcome) : [],
  )
  expect([lines.length, outcomes.length, outcomes.filter(outcome => outcome === 'failed').length]).toEqual([
    MOST_CALLS,
    200,
    200 - MOST_CALLS,
  ])
  await opened.engine.close()
})

it('[FP-12] does not run a tool that was switched off while the answer was written, nor one that was set otherwise', async () => {
  const opened = await openToolChat({
    tools: [{ ...echoTool, options: { deep: { kind: 'switch', label: 'Deep', help: '', default: false } } }],
    script: async function* (call) {
      if (call.request.messages.length > 1) return yield* saying(lastTexts(call).join(' | '))
      await opened.engine.changeTools({ key: 'off', chatId: opened.chatId, tools: [] })
      yield* calling([{ tool: 'echo', input: { text: 'ferns' } }])
    },
  })
  const view = await opened.ask()
  expect(said(view.path.at(-1))).toEqual(['failed: There is no tool echo in this chat.'])
  await opened.engine.close()
})

it('[R1] ends as max-steps, and continues when it is asked to', async () => {
  const opened = await openToolChat({
    tools: [echoTool],
    script: ({ request }) => {
      const results = request.messages.filter(({ role }) => role === 'tool-results').length
      return results <= MOST_STEPS ? calling([{ tool: 'echo', input: { text: String(results) } }]) : saying('Enough.')
    },
  })
  const { engine, chatId, page } = opened
  const view = await opened.ask()
  const last = view.path.at(-1)
  expect([endIn(page), view.path.length, last?.role]).toEqual(['max-steps', 1 + 2 * MOST_STEPS, 'tool-results'])
  const { runId } = await engine.continueAnswer({ key: 'on', chatId, messageId: last?.id ?? 'msg_' })
  const after = await page.untilEnded(runId)
  expect([endIn(page), said(after.path.at(-1))]).toEqual(['complete', ['Enough.']])
  await engine.close()
})

it('[R4] a stop ends the running tools, leaves what was not started to the user, and keeps what was settled', async () => {
  const opened = await openToolChat({
    tools: [
      echoTool,
      createWaitingTool(async (_, { signal }) => untilStopped({ signal })),
      createLineTool(async () => undefined),
    ],
    script: thenSay(
      { tool: 'echo', input: { text: 'ferns' } },
      { tool: 'wait', input: { text: 'rain' } },
      { tool: 'append_line', input: { text: 'x' } },
    ),
  })
  const { engine, chatId, page } = opened
  const ended = opened.ask()
  await page.until(view => callStates(view)[0] === 'done' && Object.values(view.progress).length === 1)
  await engine.stop({ key: 'stop', chatId, runId: null })
  const view = await ended
  expect([endIn(page), callStates(view), view.path.at(-1)?.role, view.progress]).toEqual([
    'stopped',
    ['done', 'unknown', 'proposed'],
    'assistant',
    {},
  ])
  expect(await engine.view(chatId)).toEqual(view)
  await engine.close()
})

it('[R4] does not wait for a tool that ignores its signal', async () => {
  const opened = await openToolChat({
    tools: [createWaitingTool(() => new Promise<void>(() => undefined))],
    script: thenSay({ tool: 'wait', input: { text: 'for ever' } }),
  })
  const ended = opened.ask()
  await opened.page.until(view => Object.values(view.progress).length === 1)
  await opened.engine.stop({ key: 'stop', chatId: opened.chatId, runId: null })
  expect(callStates(await ended)).toEqual(['unknown'])
  await opened.engine.close()
})

it('[C18] names a chat whose first answer needed a tool', async () => {
  const opened = await openToolChat({ tools: [echoTool], script: thenSay({ tool: 'echo', input: { text: 'ferns' } }) })
  const other: ChatId = await writeChat(opened.home.store, {
    settings: { ...scriptedSettings, tools: offering('echo') },
  })
  const page = openPage(opened.engine, other)
  await opened.engine.send({ key: 'other', chatId: other, parentId: null, text: 'Go' })
  const { chat } = await page.until(view => view.chat.title !== null)
  expect([chat.title, opened.logged]).toEqual([{ text: 'A title', by: 'model' }, []])
  await opened.engine.close()
})
