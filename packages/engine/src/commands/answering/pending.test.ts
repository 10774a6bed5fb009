import type { Tool } from '@stet/tools'
import { createLineTool, createWaitingTool, echoTool } from '@stet/tools/testing'
import { expect, it } from 'vitest'
import {
  arriving,
  beginning,
  calling,
  callStates,
  createScriptedModels,
  endIn,
  lastTexts,
  newKey,
  offering,
  openMemoryHome,
  openPage,
  openTestEngine,
  openToolChat,
  type Script,
  saying,
  scriptedSettings,
  transcriptOf,
  untilStopped,
  writeChat,
} from '../../testing/index.ts'
import type { ChatView } from '../../view/chat-view.ts'

const echo = { tool: 'echo', input: { text: 'ferns' } }
const half = { tool: 'echo', input: '{"text":"mo' }

/** Calls cut off by the token limit at the first message, and then what was said last. */
const cutOff: Script = call =>
  call.request.messages.length === 1 ? calling([echo, half], 'length') : saying(lastTexts(call).join(' | '))

function lastOf({ path }: ChatView) {
  const last = path.at(-1)
  if (last === undefined) throw new Error('the path is empty')
  return last
}

const LIMIT = 'denied (Token limit reached, ask user to continue)'

it('[R7] calls cut off by the token limit have no result, and loading the chat writes nothing', async () => {
  const { home, engine, chatId, page, ask } = await openToolChat({ tools: [echoTool], script: cutOff })
  const view = await ask()
  expect([endIn(page), callStates(view), lastOf(view).role]).toEqual(['waiting', ['proposed', 'proposed'], 'assistant'])
  await engine.close()
  const before = await home.store.usage()
  const { engine: next } = await openTestEngine(home, { tools: [echoTool] })
  expect(await next.view(chatId)).toEqual(view)
  const { sequence: _boot, rows: _process, rowBytes: _bytes, ...after } = await home.store.usage()
  expect(before).toMatchObject(after)
  await next.close()
})

it('[R7] run: what can run runs, what was cut off in the middle gets a result that says so, and the answer continues', async () => {
  const { engine, chatId, page, ask } = await openToolChat({ tools: [echoTool], script: cutOff })
  const view = await ask()
  const { runId } = await engine.runPending({ key: 'run', chatId, messageId: lastOf(view).id })
  if (runId === null) throw new Error('the run continues')
  const after = await page.untilEnded(runId)
  expect([endIn(page), callStates(after), transcriptOf(after)[2]]).toEqual([
    'complete',
    ['done', 'failed'],
    expect.stringMatching(/^results: done \(ferns\), failed \(The arguments are not valid JSON: /),
  ])
  const again = engine.runPending({ key: 'again', chatId, messageId: lastOf(view).id })
  await expect(again).rejects.toMatchObject({ code: 'call-decided' })
  await engine.close()
})

it('[R7] reject: each is answered with the real reason, and nothing is asked of the model yet', async () => {
  const { engine, chatId, page, ask, models } = await openToolChat({ tools: [echoTool], script: cutOff })
  const view = await ask()
  await engine.rejectPending({ key: 'no', chatId, messageId: lastOf(view).id })
  const after = await page.until(now => lastOf(now).role === 'tool-results')
  expect([transcriptOf(after)[2], callStates(after), models.calls.length]).toEqual([
    `results: ${LIMIT}, ${LIMIT}`,
    ['denied', 'denied'],
    1,
  ])
  expect(await engine.view(chatId)).toEqual(after)
  const { runId } = await engine.continueAnswer({ key: 'on', chatId, messageId: lastOf(after).id })
  await page.untilEnded(runId)
  expect(endIn(page)).toBe('complete')
  await engine.close()
})

it('[R7] just sending rejects them, in the same write, and the model reads both', async () => {
  const { engine, chatId, page, ask } = await openToolChat({ tools: [echoTool], script: cutOff })
  const view = await ask()
  const after = await ask({ text: 'Never mind', parentId: lastOf(view).id })
  expect(transcriptOf(after).slice(2)).toEqual([
    `results: ${LIMIT}, ${LIMIT}`,
    'user: Never mind',
    'assistant: Never mind',
  ])
  expect([await engine.view(chatId), endIn(page)]).toEqual([after, 'complete'])
  await engine.close()
})

it('[R7] Send works with an empty composer there, and nowhere else', async () => {
  const { engine, chatId, ask } = await openToolChat({ tools: [echoTool], script: cutOff })
  const view = await ask()
  const after = await ask({ text: '', parentId: lastOf(view).id })
  expect(transcriptOf(after).slice(2)).toEqual([
    `results: ${LIMIT}, ${LIMIT}`,
    'assistant: denied: Token limit reached, ask user to continue | denied: Token limit reached, ask user to continue',
  ])
  const nothing = { key: 'nothing', chatId, parentId: lastOf(after).id, text: ' ' }
  await expect(engine.send(nothing)).rejects.toMatchObject({ code: 'invalid' })
  await engine.close()
})

it('[R7] run leaves calls that need approval to their own approval', async () => {
  const lines: string[] = []
  const append = createLineTool(async line => {
    lines.push(line)
  })
  const { engine, chatId, ask } = await openToolChat({
    tools: [append],
    script: () => calling([{ tool: 'append_line', input: { text: 'one' } }], 'length'),
  })
  const view = await ask()
  const run = engine.runPending({ key: 'run', chatId, messageId: lastOf(view).id })
  await expect(run).rejects.toMatchObject({ code: 'invalid' })
  expect([callStates(await engine.view(chatId)), lines]).toEqual([['proposed'], []])
  await engine.close()
})

it('[R5] [FP-14] after a crash in the middle of a tool the call is unknown, is never run again, and the chat continues', async () => {
  const lines: string[] = []
  const append = createLineTool(
    line => {
      lines.push(line)
      return new Promise<void>(() => undefined)
    },
    { policy: 'auto' },
  )
  const script: Script = call =>
    call.request.messages.length === 1
      ? calling([{ tool: 'append_line', input: { text: 'one' } }, echo])
      : saying(lastTexts(call).join(' | '))
  const crashed = await openToolChat({ tools: [append, echoTool], script })
  const { home, chatId } = crashed
  await crashed.engine.send({ key: 'one', chatId, parentId: null, text: 'Go' })
  await crashed.page.until(view => callStates(view).includes('done'))
  // The tool starts after `started` was published: no event shows that it has.
  await expect.poll(() => lines).toEqual(['one'])
  crashed.page.leave()
  const { engine, logged } = await openTestEngine(home, {
    models: createScriptedModels(script),
    tools: [append, echoTool],
  })
  const view = await engine.view(chatId)
  expect([callStates(view), lastOf(view).role, view.runs, logged]).toEqual([['unknown', 'done'], 'assistant', [], []])
  const page = openPage(engine, chatId)
  const { runId } = await engine.runPending({ key: 'run', chatId, messageId: lastOf(view).id })
  if (runId === null) throw new Error('the run continues')
  const after = await page.untilEnded(runId)
  expect([lines, transcriptOf(after)[2]]).toEqual([
    ['one'],
    expect.stringMatching(/^results: unknown \(It was started and then broken off\. .*\), done \(ferns\)$/),
  ])
  await engine.close()
})

it('[R5] [R7] calls that had arrived when the process died have no result, and the journal has what was written of them', async () => {
  const script: Script = async function* (call) {
    if (call.request.messages.length > 1) return yield* saying(lastTexts(call).join(' | '))
    yield* arriving([echo, half])
    await untilStopped(call)
  }
  const { home, chatId, engine: dead, page: first } = await openToolChat({ tools: [echoTool], script })
  await dead.send({ key: 'one', chatId, parentId: null, text: 'Go' })
  await first.until(view => view.drafts[0]?.parts[1]?.text === half.input)
  first.leave()
  const { engine } = await openTestEngine(home, { models: createScriptedModels(script), tools: [echoTool] })
  const view = await engine.view(chatId)
  expect([callStates(view), Object.values(view.calls).map(({ input }) => input)]).toEqual([
    ['proposed', 'proposed'],
    ['{"text":"ferns"}', half.input],
  ])
  const page = openPage(engine, chatId)
  const sent = await engine.send({ key: 'two', chatId, parentId: lastOf(view).id, text: '' })
  expect(transcriptOf(await page.untilEnded(sent.runId))[2]).toBe(
    'results: denied (Not run: the answer that asked for it was interrupted.), denied (Not run: the answer that asked for it was interrupted.)',
  )
  await engine.close()
})

it('[R9] continues below an answer that the token limit cut off, and asks with that answer last', async () => {
  const { engine, chatId, page, ask, models } = await openToolChat({
    tools: [],
    script: ({ request }) => (request.messages.length === 1 ? cutText('Half') : saying(' and half')),
  })
  const view = await ask()
  const answer = lastOf(view)
  const { runId, answerId } = await engine.continueAnswer({ key: 'on', chatId, messageId: answer.id })
  const after = await page.untilEnded(runId)
  expect([transcriptOf(after), lastOf(after).id, lastOf(after).parentId]).toEqual([
    ['user: Go', 'assistant: Half', 'assistant:  and half'],
    answerId,
    answer.id,
  ])
  expect(models.calls[1]?.request.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
  const complete = engine.continueAnswer({ key: 'more', chatId, messageId: answerId })
  await expect(complete).rejects.toMatchObject({ code: 'invalid' })
  await engine.close()
})

it('[R10] a message sent while a tool is running goes with its results, in the order in which they were sent', async () => {
  const gate = Promise.withResolvers<void>()
  const { engine, chatId, page, ask } = await openToolChat({
    tools: [createWaitingTool(() => gate.promise)],
    script: call =>
      call.request.messages.length === 1
        ? calling([{ tool: 'wait', input: { text: 'rain' } }])
        : saying(lastTexts(call).join(' | ')),
  })
  const ended = ask()
  const working = await page.until(view => Object.keys(view.progress).length === 1)
  const below = { chatId, parentId: lastOf(working).id }
  const first = await engine.send({ ...below, key: 'first', text: 'Also this' })
  expect(await engine.send({ ...below, key: 'first', text: 'Also this' })).toEqual(first)
  await engine.send({ ...below, key: 'second', text: 'And that' })
  const waiting = await page.until(view => view.waiting.length === 2)
  expect([waiting.waiting.map(({ text }) => text), await engine.view(chatId)]).toEqual([
    ['Also this', 'And that'],
    waiting,
  ])
  gate.resolve()
  const view = await ended
  expect([transcriptOf(view).slice(2), view.waiting, first.waits]).toEqual([
    ['results: done (waited for rain)', 'user: Also this', 'user: And that', 'assistant: And that'],
    [],
    true,
  ])
  expect([view.path.some(({ id }) => id === first.messageId), await engine.view(chatId)]).toEqual([true, view])
  await engine.close()
})

it('[T1] [R10] a message that joins a run has the tools as they are then', async () => {
  const gate = Promise.withResolvers<void>()
  const home = openMemoryHome()
  const settings = { ...scriptedSettings, tools: offering('wait', 'late') }
  const chatId = await writeChat(home.store, { title: { text: 'Named', by: 'person' }, settings })
  const models = createScriptedModels(call =>
    call.request.messages.length === 1 ? calling([{ tool: 'wait', input: { text: 'rain' } }]) : saying('Done.'),
  )
  let added: readonly Tool[] = []
  const tools = [createWaitingTool(() => gate.promise)]
  const { engine } = await openTestEngine(home, { models, tools, toolsOf: async () => added })
  const page = openPage(engine, chatId)
  await page.until(() => true)
  const { runId } = await engine.send({ key: 'go', chatId, parentId: null, text: 'Go' })
  const working = await page.until(view => Object.keys(view.progress).length === 1)
  added = [{ ...echoTool, name: 'late' }]
  await engine.send({ key: 'also', chatId, parentId: lastOf(working).id, text: 'Also this' })
  gate.resolve()
  await page.untilEnded(runId)
  const names = models.calls.map(({ request }) => request.tools.map(({ name }) => name))
  expect(names).toEqual([['wait'], ['wait', 'late']])
  await engine.close()
})

it('[R10] a message sent while an answer is written goes behind it, in the same run', async () => {
  const gate = Promise.withResolvers<void>()
  const { engine, chatId, page, ask } = await openToolChat({
    tools: [],
    script: async function* (call) {
      if (call.request.messages.length === 1) await gate.promise
      yield* saying(`On "${lastTexts(call).join('')}"`)
    },
  })
  const ended = ask({ text: 'One' })
  const { path } = await page.until(view => view.drafts.length === 1)
  await engine.send({ key: newKey(), chatId, parentId: path[0]?.id ?? null, text: 'Two' })
  gate.resolve()
  expect(transcriptOf(await ended)).toEqual(['user: One', 'assistant: On "One"', 'user: Two', 'assistant: On "Two"'])
  await engine.close()
})

it('[R10] stop and send is one command: given twice, it stops and sends once', async () => {
  const { engine, chatId, page } = await openToolChat({
    tools: [],
    script: async function* (call) {
      if (call.request.messages.length > 1) return yield* saying('Now this.')
      yield* beginning('Wel')
      await untilStopped(call)
    },
  })
  const first = await engine.send({ key: 'one', chatId, parentId: null, text: 'One' })
  await page.until(view => view.drafts[0]?.parts[0]?.text === 'Wel')
  const command = { key: 'stop', chatId, parentId: first.messageId, text: 'Two', stopFirst: true }
  const [sent, again] = await Promise.all([engine.send(command), engine.send(command)])
  const view = await page.untilEnded(sent.runId)
  expect([again, transcriptOf(view), sent.waits]).toEqual([
    sent,
    ['user: One', 'assistant: Wel', 'user: Two', 'assistant: Now this.'],
    false,
  ])
  await engine.close()
})

it('[R10] [S7] a message that waits survives the end of its process, and goes before the next one', async () => {
  const script: Script = async function* (call) {
    if (call.request.messages.length > 1) return yield* saying(`On "${lastTexts(call).join('')}"`)
    await untilStopped(call)
  }
  const { home, chatId, engine: dead, page: first } = await openToolChat({ tools: [], script })
  const sent = await dead.send({ key: 'one', chatId, parentId: null, text: 'One' })
  await dead.send({ key: 'two', chatId, parentId: sent.messageId, text: 'Two' })
  first.leave()
  const { engine } = await openTestEngine(home, { models: createScriptedModels(script) })
  const view = await engine.view(chatId)
  expect([transcriptOf(view), view.waiting.map(({ text }) => text)]).toEqual([['user: One', 'assistant: '], ['Two']])
  const page = openPage(engine, chatId)
  const three = await engine.send({ key: 'three', chatId, parentId: lastOf(view).id, text: 'Three' })
  const after = await page.untilEnded(three.runId)
  expect([transcriptOf(after), after.waiting]).toEqual([
    ['user: One', 'assistant: ', 'user: Two', 'user: Three', 'assistant: On "Three"'],
    [],
  ])
  expect(await engine.view(chatId)).toEqual(after)
  await engine.close()
})

function* cutText(text: string) {
  for (const event of saying(text)) {
    yield event.kind === 'answer-finished' ? ({ ...event, answer: { ...event.answer, end: 'length' } } as const) : event
  }
}

it('[R7] run continues with what was approved and had not started when the process died', async () => {
  const lines: string[] = []
  const tools = [
    createLineTool(async line => {
      lines.push(line)
    }),
  ]
  const script: Script = call =>
    call.request.messages.length === 1
      ? calling(['one', 'two'].map(text => ({ tool: 'append_line', input: { text } })))
      : saying(lastTexts(call).join(' | '))
  const { home, chatId, engine: dead, page: before, ask } = await openToolChat({ tools, script })
  const view = await ask()
  const [first, second] = Object.values(view.calls)
  if (first === undefined || second === undefined) throw new Error('two calls wait')
  await dead.approve({ key: 'yes', chatId, callId: first.id, hash: first.hash, always: false })
  before.leave()
  const { engine } = await openTestEngine(home, { models: createScriptedModels(script), tools })
  expect([callStates(await engine.view(chatId)), lines]).toEqual([['approved', 'proposed'], []])
  const page = openPage(engine, chatId)
  const { runId } = await engine.runPending({ key: 'run', chatId, messageId: lastOf(view).id })
  if (runId === null) throw new Error('the run continues')
  const waiting = await page.untilEnded(runId)
  expect([endIn(page), callStates(waiting), lines]).toEqual(['waiting', ['done', 'proposed'], ['one']])
  await engine.close()
})

it('[R10] [R6] a message that waits for a run which itself waits for the user is sent when that is decided', async () => {
  const gate = Promise.withResolvers<void>()
  const { engine, chatId, page, ask } = await openToolChat({
    tools: [createWaitingTool(() => gate.promise), createLineTool(async () => undefined)],
    script: call =>
      call.request.messages.length === 1
        ? calling([
            { tool: 'wait', input: { text: 'rain' } },
            { tool: 'append_line', input: { text: 'one' } },
          ])
        : saying(`On "${lastTexts(call).join('')}"`),
  })
  const ended = ask()
  const working = await page.until(view => Object.keys(view.progress).length === 1)
  await engine.send({ key: 'below', chatId, parentId: lastOf(working).id, text: 'And this' })
  gate.resolve()
  const waiting = await ended
  expect([endIn(page), waiting.waiting.map(({ text }) => text)]).toEqual(['waiting', ['And this']])
  const call = Object.values(waiting.calls).find(({ state }) => state.kind === 'proposed')
  const { runId } = await engine.deny({ key: 'no', chatId, callId: call?.id ?? 'call_', reason: '' })
  if (runId === null) throw new Error('the run continues')
  const view = await page.untilEnded(runId)
  expect([transcriptOf(view).slice(2), view.waiting]).toEqual([
    [
      'results: done (waited for rain), denied (The user denied this call.)',
      'user: And this',
      'assistant: On "And this"',
    ],
    [],
  ])
  await engine.close()
})

it('[H7] [R10] deleting an answer takes what was sent below it and has not gone', async () => {
  const { engine, chatId, page } = await openToolChat({
    tools: [],
    script: async function* (call) {
      yield* beginning('Wel')
      await untilStopped(call)
    },
  })
  const sent = await engine.send({ key: 'one', chatId, parentId: null, text: 'One' })
  await page.until(view => view.drafts[0]?.parts[0]?.text === 'Wel')
  await engine.send({ key: 'two', chatId, parentId: sent.messageId, text: 'Two' })
  await engine.stop({ key: 'stop', chatId, runId: null })
  expect((await engine.view(chatId)).waiting.map(({ text }) => text)).toEqual(['Two'])
  await engine.deleteMessage({ key: 'delete', chatId, messageId: sent.answerId })
  expect((await engine.view(chatId)).waiting).toEqual([])
  await engine.close()
})
