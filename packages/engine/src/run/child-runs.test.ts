import type { ChatId } from '@stet/history'
import {
  CALLS_SHELF,
  CHATS_SHELF,
  calledRef,
  chatList,
  chatRef,
  fromChatRow,
  fromRequestRow,
  listRows,
  MESSAGES_SHELF,
  REQUESTS_SHELF,
  RUNS_SHELF,
  type Store,
} from '@stet/store'
import { createLineTool, createWaitingTool, delegateTool, echoTool } from '@stet/tools/testing'
import { expect, it } from 'vitest'
import {
  beginning,
  calling,
  callStates,
  createMemoryDirectories,
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
} from '../testing/index.ts'

type Delegated = { readonly text: string; readonly systemPrompt?: string; readonly tools?: readonly string[] }

/** The calling chat delegates at its first message and then says what it received; a called chat is answered by `child`. */
function delegating(inputs: readonly Delegated[], child: Script): Script {
  return call => {
    const first = call.request.messages[0]
    const asked = first?.form === 'plain' ? first.parts.flatMap(part => (part.kind === 'text' ? [part.text] : [])) : []
    if (asked[0] !== 'Go') return child(call)
    if (call.request.messages.length > 1) return saying(lastTexts(call).join(' | '))
    return calling(inputs.map(input => ({ tool: 'delegate', input })))
  }
}

async function calledChats(store: Store, callIds: readonly string[]) {
  const chats = []
  for (const callId of callIds) {
    for await (const row of listRows(store, CHATS_SHELF, { by: { ref: calledRef(callId) } })) {
      const chat = fromChatRow(row)
      if ('unreadable' in chat) throw new Error(chat.unreadable)
      chats.push({ chat, parent: row.parent })
    }
  }
  return chats
}

it('[T6] [U1] runs a called chat to its end with what it was given, gives its last text to the call, and counts what it spent for the caller', async () => {
  const chat = await openToolChat({
    tools: [delegateTool, echoTool],
    script: delegating([{ text: 'Look\nat ferns', systemPrompt: 'You look.', tools: ['echo'] }], call =>
      call.request.messages.length === 1
        ? calling([{ tool: 'echo', input: { text: 'fern' } }])
        : saying(`I saw ${lastTexts(call).join('')}`),
    ),
  })
  const { engine, chatId, home, page, models, logged, ask } = chat
  const view = await ask()
  expect(transcriptOf(view).slice(1)).toEqual([
    'assistant: tool-call',
    'results: done (complete: I saw done: fern)',
    'assistant: done: complete: I saw done: fern',
  ])
  const callId = Object.keys(view.calls)[0] ?? ''
  const [called] = await calledChats(home.store, [callId])
  const { chat: caller } = view
  expect(called).toMatchObject({
    parent: chatList(caller.workspaceId, 'called'),
    chat: {
      title: { text: 'Look', by: 'model' },
      calledBy: { chatId, callId },
      settings: { ...caller.settings, systemPrompt: 'You look.', tools: [{ name: 'echo' }] },
    },
  })
  expect(models.calls.map(({ purpose, request }) => [purpose, request.tools.map(({ name }) => name)])).toEqual([
    ['answer', ['delegate', 'echo']],
    ['answer', ['echo']],
    ['answer', ['echo']],
    ['answer', ['delegate', 'echo']],
  ])
  const child = called?.chat.id ?? 'chat_'
  const answer = (await engine.view(child)).path.at(-1)
  const forked = await engine.fork({ key: 'fork', chatId: child, messageId: answer?.id ?? 'msg_' })
  expect((await engine.view(forked.chatId)).chat.calledBy).toBeNull()
  const { rows } = await home.store.list(REQUESTS_SHELF, { by: { ref: chatRef(chatId) }, limit: 10 })
  expect(rows.map(({ parent }) => parent)).toEqual([chatId, child, child, chatId])
  const progress = page.received.flatMap(({ event }) => (event.kind === 'call-progress' ? [event.text] : []))
  expect(progress).toEqual(['Calling echo', 'Echo: fern', 'saying fern'])
  expect(page.received.some(({ event }) => event.chatId === child)).toBe(false)
  await engine.close()
  expect(logged).toEqual([])
})

it('[T6] [T7] a directory that the user hides is hidden from sub-agents too, at once', async () => {
  const home = openMemoryHome()
  const tools = offering('delegate', 'wait')
  const chatId = await writeChat(home.store, { roots: ['/sea', '/land'], settings: { ...scriptedSettings, tools } })
  const reached: (readonly string[])[] = []
  const wait = createWaitingTool(async (_text, { roots }) => {
    reached.push(roots)
    if (reached.length === 1) await engine.unexpose({ key: newKey(), chatId, path: '/sea' })
  })
  const models = createScriptedModels(({ request: { tools: declared, messages } }) => {
    const answered = messages.filter(({ role }) => role === 'tool-results').length
    if (declared.some(({ name }) => name === 'delegate')) {
      return answered > 0 ? saying('Done.') : calling([{ tool: 'delegate', input: { text: 'Look', tools: ['wait'] } }])
    }
    return answered > 1 ? saying('Seen.') : calling([{ tool: 'wait', input: { text: 'a look' } }])
  })
  const directories = createMemoryDirectories({ '/sea': '', '/land': '' })
  const { engine } = await openTestEngine(home, { models, tools: [delegateTool, wait], directories })
  const page = openPage(engine, chatId)
  await page.until(() => true)
  const { runId } = await engine.send({ key: newKey(), chatId, parentId: null, text: 'Go' })
  await page.untilEnded(runId)
  expect(reached).toEqual([['/sea', '/land'], ['/land']])
  await engine.close()
})

it('[T6] runs several at the same time, each in a chat of its own', async () => {
  let open = 0
  const both = Promise.withResolvers<void>()
  const { engine, home, ask } = await openToolChat({
    tools: [delegateTool],
    script: delegating([{ text: 'One' }, { text: 'Two' }], async function* (call) {
      open += 1
      if (open === 2) both.resolve()
      await both.promise
      yield* saying(`${lastTexts(call).join('')}!`)
    }),
  })
  const view = await ask()
  expect(transcriptOf(view)[2]).toBe('results: done (complete: One!), done (complete: Two!)')
  const called = await calledChats(home.store, Object.keys(view.calls))
  expect(called.map(({ chat }) => chat.title?.text)).toEqual(['One', 'Two'])
  await engine.close()
})

it.each<[string, Delegated, RegExp]>([
  ['a tool that the chat does not have', { text: 'x', tools: ['elsewhere'] }, /^failed \(There is no tool elsewhere/],
  ['the tool that calls', { text: 'x', tools: ['delegate'] }, /^failed \(The tool delegate cannot be given/],
  ['nothing to do', { text: ' ' }, /^failed \(text: a message needs some text\)$/],
])('[T6] refuses %s in words that the model reads, and makes no chat', async (_what, input, because) => {
  const { engine, home, ask } = await openToolChat({
    tools: [delegateTool],
    script: delegating([input], () => saying('never')),
  })
  const view = await ask()
  expect(transcriptOf(view)[2]?.replace('results: ', '')).toMatch(because)
  expect(await calledChats(home.store, Object.keys(view.calls))).toEqual([])
  await engine.close()
})

it('[T6] [C12] refuses more than fits where nothing is to be summarised, and makes no chat', async () => {
  const { engine, chatId, home, ask } = await openToolChat({
    tools: [delegateTool],
    script: delegating([{ text: 'words '.repeat(20_000) }], () => saying('never')),
  })
  const { context } = (await engine.view(chatId)).chat.settings
  const off = { ...context, compaction: { ...context.compaction, automatic: false } }
  await engine.changeContext({ key: 'off', chatId, context: off })
  const view = await ask()
  expect(transcriptOf(view)[2]).toMatch(/^results: failed \(The request needs /)
  expect(await calledChats(home.store, Object.keys(view.calls))).toEqual([])
  await engine.close()
})

it('[T6] what is called calls no further', async () => {
  const nested = { ...delegateTool, name: 'nested' }
  const { engine, ask } = await openToolChat({
    tools: [delegateTool, nested],
    script: delegating([{ text: 'One', tools: ['nested'] }], call =>
      call.request.messages.length === 1
        ? calling([{ tool: 'nested', input: { text: 'Two' } }])
        : saying(lastTexts(call).join('')),
    ),
  })
  expect(transcriptOf(await ask())[2]).toBe('results: done (complete: failed: Nothing can be delegated from here.)')
  await engine.close()
})

it('[R4] [T6] stopping the run that called stops what it called, which keeps what arrived', async () => {
  const { engine, chatId, home, page } = await openToolChat({
    tools: [delegateTool],
    script: delegating([{ text: 'One' }], async function* (call) {
      yield* beginning('Half an answer, and more of it than is shown at once: '.repeat(2))
      await untilStopped(call)
    }),
  })
  const { runId } = await engine.send({ key: 'go', chatId, parentId: null, text: 'Go' })
  const working = await page.until(view => Object.keys(view.progress).length === 1)
  const [called] = await calledChats(home.store, Object.keys(working.calls))
  const child = called?.chat.id ?? 'chat_'
  await engine.stop({ key: 'stop', chatId, runId })
  await page.untilEnded(runId)
  const watching = openPage(engine, child)
  const { path } = await watching.until(({ runs }) => runs.length === 0)
  expect([endIn(page), path.at(-1)]).toMatchObject(['stopped', { role: 'assistant', end: 'stopped' }])
  expect(path.map(({ role }) => role)).toEqual(['user', 'assistant'])
  watching.leave()
  await engine.close()
})

it('[R6] [T6] an approval in a called chat holds the call, which continues when the user decides', async () => {
  const lines: string[] = []
  const line = createLineTool(async text => {
    lines.push(text)
  })
  const { engine, chatId, home, page } = await openToolChat({
    tools: [delegateTool, line],
    script: delegating([{ text: 'One', tools: ['append_line'] }], call =>
      call.request.messages.length === 1
        ? calling([{ tool: 'append_line', input: { text: 'fern' } }])
        : saying(lastTexts(call).join('')),
    ),
  })
  const { runId } = await engine.send({ key: 'go', chatId, parentId: null, text: 'Go' })
  const waiting = await page.until(view => Object.values(view.progress).includes('Waiting for approval'))
  const [called] = await calledChats(home.store, Object.keys(waiting.calls))
  const child: ChatId = called?.chat.id ?? 'chat_'
  const call = Object.values((await engine.view(child)).calls)[0]
  if (call === undefined) throw new Error('the called chat makes a call')
  expect([lines, engine.isRunning(chatId)]).toEqual([[], true])
  await engine.approve({ key: 'yes', chatId: child, callId: call.id, hash: call.hash, always: false })
  expect(transcriptOf(await page.untilEnded(runId))[2]).toBe('results: done (complete: done: appended fern)')
  expect(lines).toEqual(['fern'])
  // Once when it began to wait, once when it was decided: pages of the calling chat read it again.
  expect(page.received.filter(({ event }) => event.kind === 'call-questions-changed')).toHaveLength(2)
  await engine.close()
})

it('[R6] [T6] stopping the run that called denies what waits for approval in what it called', async () => {
  const { engine, chatId, home, page } = await openToolChat({
    tools: [delegateTool, createLineTool(async () => undefined)],
    script: delegating([{ text: 'One', tools: ['append_line'] }], () =>
      calling([{ tool: 'append_line', input: { text: 'fern' } }]),
    ),
  })
  const { runId } = await engine.send({ key: 'go', chatId, parentId: null, text: 'Go' })
  const waiting = await page.until(view => Object.values(view.progress).includes('Waiting for approval'))
  expect(engine.waitsAt(chatId) !== null).toBe(true)
  await engine.stop({ key: 'stop', chatId, runId })
  await page.untilEnded(runId)
  const [called] = await calledChats(home.store, Object.keys(waiting.calls))
  expect(callStates(await engine.view(called?.chat.id ?? 'chat_'))).toEqual(['denied'])
  expect([endIn(page), engine.waitsAt(chatId) !== null]).toEqual(['stopped', false])
  await engine.close()
})

it('[R6] [T6] an approval that waits in a called chat outlives the process, and the call that was broken off names that chat', async () => {
  const lines: string[] = []
  const line = createLineTool(async text => {
    lines.push(text)
  })
  const { engine, chatId, home, page } = await openToolChat({
    tools: [delegateTool, line],
    script: delegating([{ text: 'One', tools: ['append_line'] }], () =>
      calling([{ tool: 'append_line', input: { text: 'fern' } }]),
    ),
  })
  await engine.send({ key: 'go', chatId, parentId: null, text: 'Go' })
  const waiting = await page.until(view => Object.values(view.progress).includes('Waiting for approval'))
  const [called] = await calledChats(home.store, Object.keys(waiting.calls))
  const child: ChatId = called?.chat.id ?? 'chat_'
  const { engine: next } = await openTestEngine(home, {
    tools: [delegateTool, line],
    models: createScriptedModels(call => saying(lastTexts(call).join(' | '))),
  })
  expect(next.waitsAt(chatId) !== null).toBe(true)
  const [broken] = Object.values((await next.view(chatId)).calls)
  expect(broken?.state).toMatchObject({
    kind: 'unknown',
    content: [{ kind: 'text', text: expect.stringContaining(`is in the chat ${child}: continue there`) }],
  })
  const [call] = Object.values((await next.view(child)).calls)
  const { runId } = await next.approve({
    key: 'yes',
    chatId: child,
    callId: call?.id ?? 'call_',
    hash: call?.hash ?? '',
    always: false,
  })
  const watching = openPage(next, child)
  await watching.untilEnded(runId ?? 'run_')
  expect([lines, next.waitsAt(chatId) !== null]).toEqual([['fern'], false])
  watching.leave()
  await next.close()
})

it('[H7] [T6] [U1] deleting the message that called takes what it called and everything in it, but not what that cost', async () => {
  const { engine, chatId, home, ask } = await openToolChat({
    tools: [delegateTool, echoTool],
    script: delegating([{ text: 'One', tools: ['echo'] }, { text: 'Two' }], call =>
      lastTexts(call)[0] === 'One' ? calling([{ tool: 'echo', input: { text: 'fern' } }]) : saying('Done.'),
    ),
  })
  const view = await ask()
  const called = await calledChats(home.store, Object.keys(view.calls))
  expect(called).toHaveLength(2)
  await engine.deleteMessage({ key: 'delete', chatId, messageId: view.path[1]?.id ?? 'msg_' })
  expect(await calledChats(home.store, Object.keys(view.calls))).toEqual([])
  await engine.deletionsSettled()
  for (const { chat } of called) {
    for (const shelf of [MESSAGES_SHELF, RUNS_SHELF]) {
      expect((await home.store.list(shelf, { by: { parent: chat.id }, limit: 1 })).rows).toEqual([])
    }
    await expect(engine.view(chat.id)).rejects.toMatchObject({ code: 'chat-not-found' })
  }
  expect(transcriptOf(await engine.view(chatId))).toEqual(['user: Go', 'accounting'])
  const { rows } = await home.store.list(REQUESTS_SHELF, { by: { ref: chatRef(chatId) }, limit: 10 })
  const requests = rows.map(fromRequestRow)
  expect(requests.map(request => ('unreadable' in request ? null : request.manifest))).toEqual(Array(5).fill(null))
  expect((await engine.usage(chatId)).chat.requests).toBe(5)
  await engine.close()
})

it('[H7] [T6] a message is not deleted while a chat that it called is running', async () => {
  const gate = Promise.withResolvers<void>()
  const waits = createWaitingTool(() => gate.promise)
  const script = delegating([{ text: 'One', tools: ['wait'] }], call =>
    call.request.messages.length === 1 ? calling([{ tool: 'wait', input: { text: 'x' } }]) : saying('Done.'),
  )
  const confirmed = [
    { name: 'delegate', policy: null, options: {} },
    { name: 'wait', policy: 'confirm', options: {} },
  ] as const
  const crashed = await openToolChat({
    tools: [delegateTool, waits],
    offered: confirmed,
    script,
  })
  const { chatId, home, page } = crashed
  await crashed.engine.send({ key: 'go', chatId, parentId: null, text: 'Go' })
  const waiting = await page.until(view => Object.values(view.progress).includes('Waiting for approval'))
  const [called] = await calledChats(home.store, Object.keys(waiting.calls))
  const child: ChatId = called?.chat.id ?? 'chat_'
  const call = Object.values((await crashed.engine.view(child)).calls)[0]
  if (call === undefined) throw new Error('the called chat makes a call')
  const { engine } = await openTestEngine(home, { tools: [delegateTool, waits], models: createScriptedModels(script) })
  await engine.approve({ key: 'yes', chatId: child, callId: call.id, hash: call.hash, always: false })
  const answerId = waiting.path[1]?.id ?? 'msg_'
  const removal = engine.deleteMessage({ key: 'delete', chatId, messageId: answerId })
  await expect(removal).rejects.toMatchObject({ code: 'run-active' })
  const watching = openPage(engine, child)
  await watching.until(({ runs }) => runs.length === 1)
  gate.resolve()
  await watching.until(({ runs }) => runs.length === 0)
  await engine.deleteMessage({ key: 'delete again', chatId, messageId: answerId })
  expect((await home.store.list(CALLS_SHELF, { by: { parent: answerId }, limit: 1 })).rows).toEqual([])
  watching.leave()
  await engine.close()
})

it('[R5] [T6] after a crash what was called is interrupted like what called it, and nothing runs again', async () => {
  const { engine, chatId, home, page } = await openToolChat({
    tools: [delegateTool],
    script: delegating([{ text: 'One' }], async function* (call) {
      yield { kind: 'part-started', part: 0, start: { kind: 'reasoning' } }
      await untilStopped(call)
    }),
  })
  await engine.send({ key: 'go', chatId, parentId: null, text: 'Go' })
  const working = await page.until(view => Object.keys(view.progress).length === 1)
  const [called] = await calledChats(home.store, Object.keys(working.calls))
  const child: ChatId = called?.chat.id ?? 'chat_'
  const { engine: next, logged } = await openTestEngine(home, { tools: [delegateTool] })
  expect(callStates(await next.view(chatId))).toEqual(['unknown'])
  expect((await next.view(child)).path.at(-1)).toMatchObject({ role: 'assistant', end: 'interrupted' })
  expect([next.isRunning(chatId), next.isRunning(child), logged]).toEqual([false, false, []])
  await next.close()
})
