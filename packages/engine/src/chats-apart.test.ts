import type { ChatId } from '@stet/history'
import type { ModelCall } from '@stet/models'
import { echoTool } from '@stet/tools/testing'
import { expect, it } from 'vitest'
import {
  beginning,
  calling,
  comparableRows,
  createScriptedModels,
  finished,
  newKey,
  offering,
  openMemoryHome,
  openPage,
  openTestEngine,
  saying,
  scriptedSettings,
  transcriptOf,
  untilStopped,
  writeChat,
} from './testing/index.ts'

const PIECES = 60

/** Calls a tool, and then writes a text piece by piece, each behind a turn of the event loop; it does not end before it may. */
async function* inPieces({ request }: ModelCall, mayEnd: Promise<void>) {
  const results = request.messages.some(({ role }) => role === 'tool-results')
  if (!results) {
    yield* calling([{ tool: 'echo', input: { text: nameIn(request) } }])
    return
  }
  const pieces = Array.from({ length: PIECES }, (_, index) => `${nameIn(request)} ${index}, `)
  for (const event of beginning(...pieces)) {
    yield event
    await turn()
  }
  await mayEnd
  yield finished([{ kind: 'text', text: pieces.join('') }])
}

function turn(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 0))
}

function nameIn({ messages: [first] }: ModelCall['request']): string {
  const part = first?.form === 'plain' && first.role === 'user' ? first.parts[0] : undefined
  if (part?.kind !== 'text') throw new Error('the first message is a text')
  return part.text
}

/** Three chats that are answered at once; `meanwhile` is what the user does while they are. */
async function threeRuns(meanwhile: (chats: readonly ChatId[], engine: Engine) => Promise<void>) {
  const home = openMemoryHome()
  const mayEnd = Promise.withResolvers<void>()
  const models = createScriptedModels(call => inPieces(call, mayEnd.promise))
  const { engine, logged } = await openTestEngine(home, { models, tools: [echoTool] })
  const settings = { ...scriptedSettings, tools: offering('echo') }
  const chats: ChatId[] = []
  for (const text of ['Fern', 'Moss', 'Ivy']) {
    chats.push(await writeChat(home.store, { title: { text, by: 'person' }, settings }))
  }
  const pages = chats.map(chatId => openPage(engine, chatId))
  await Promise.all(pages.map(page => page.until(() => true)))
  const sent = await Promise.all(
    chats.map((chatId, at) => engine.send({ key: `Ask ${chatId}`, chatId, parentId: null, text: `chat ${at}` })),
  )
  const ended = Promise.all(pages.map((page, at) => page.untilEnded(sent[at]?.runId ?? 'run_')))
  await meanwhile(chats, engine)
  mayEnd.resolve()
  const views = await ended
  for (const page of pages) page.leave()
  await engine.close()
  return { rows: await comparableRows(home.store, chats), views, logged, streams: await home.journal.streams() }
}

type Engine = Awaited<ReturnType<typeof openTestEngine>>['engine']

it('[FU-8] [R2] fifty switches between three chats that are being answered leave the same rows as when nobody touches them', async () => {
  const undisturbed = await threeRuns(async () => undefined)
  let seenRunning = 0
  const switched = await threeRuns(async (chats, engine) => {
    for (let switches = 0; switches < 50; switches += 1) {
      const chatId = chats[switches % chats.length]
      if (chatId === undefined) throw new Error('there are chats')
      const page = openPage(engine, chatId)
      const view = await page.until(now => now.chat.id === chatId)
      if (switches % 2 === 0) await turn()
      const own = `chat ${chats.indexOf(chatId)}`
      const texts = view.drafts.flatMap(({ parts }) => parts.flatMap(({ text }) => text.match(/chat \d/g) ?? []))
      expect(texts.every(text => text === own)).toBe(true)
      seenRunning += view.runs.length
      page.leave()
    }
  })
  expect(switched.rows).toEqual(undisturbed.rows)
  expect(undisturbed.rows.length).toBeGreaterThan(3 * 8)
  expect([switched.streams, switched.logged, undisturbed.logged]).toEqual([[], [], []])
  expect(seenRunning).toBe(50)
  for (const [at, view] of switched.views.entries()) {
    const text = Array.from({ length: PIECES }, (_, index) => `chat ${at} ${index}, `).join('')
    expect(transcriptOf(view)).toEqual([
      `user: chat ${at}`,
      'assistant: tool-call',
      `results: done (chat ${at})`,
      `assistant: ${text}`,
    ])
  }
})

it('[R2] chats that are answered at once each keep to their own settings and their own past, and a change in one reaches no other', async () => {
  const home = openMemoryHome()
  const arrived = Promise.withResolvers<void>()
  const models = createScriptedModels(async function* (call) {
    if (models.calls.length === 2) arrived.resolve()
    await arrived.promise
    yield* saying(`by ${call.settings.temperature ?? 'default'}`)
  })
  const { engine } = await openTestEngine(home, { models })
  const named = { title: { text: 'Named', by: 'person' } } as const
  const kind = await writeChat(home.store, { ...named, settings: { ...scriptedSettings, systemPrompt: 'Be kind.' } })
  const brief = await writeChat(home.store, { ...named, settings: { ...scriptedSettings, systemPrompt: 'Be brief.' } })
  const pages = [kind, brief].map(chatId => openPage(engine, chatId))
  const before = await engine.view(brief)
  await engine.changeAnswerSettings({
    key: newKey(),
    chatId: kind,
    answer: { ...scriptedSettings.answer, temperature: 0.5 },
  })
  expect(await engine.view(brief)).toEqual(before)
  const sent = await Promise.all(
    [kind, brief].map((chatId, at) => engine.send({ key: newKey(), chatId, parentId: null, text: `Question ${at}` })),
  )
  const views = await Promise.all(pages.map((page, at) => page.untilEnded(sent[at]?.runId ?? 'run_')))
  expect(views.map(transcriptOf)).toEqual([
    ['user: Question 0', 'assistant: by 0.5'],
    ['user: Question 1', 'assistant: by default'],
  ])
  const asked = models.calls.map(({ request }) => [request.system.map(({ text }) => text), request.messages.length])
  expect(asked).toEqual([
    [['Be kind.'], 1],
    [['Be brief.'], 1],
  ])
  for (const page of pages) page.leave()
  await engine.close()
})

it('[R2] [R3] an answer that nobody watches is completed, and shown when a page opens', async () => {
  const home = openMemoryHome()
  const { engine, logged } = await openTestEngine(home, {
    models: createScriptedModels(() => saying('All ', 'alone.')),
  })
  const chatId = await writeChat(home.store, { title: { text: 'Named', by: 'person' } })
  const page = openPage(engine, chatId)
  await page.until(() => true)
  const sent = await engine.send({ key: newKey(), chatId, parentId: null, text: 'Go' })
  page.leave()
  while (engine.isRunning(chatId)) await turn()
  const opened = openPage(engine, chatId)
  const view = await opened.until(() => true)
  expect([transcriptOf(view), view.path.at(-1)?.id, view.runs, view.drafts, logged]).toEqual([
    ['user: Go', 'assistant: All alone.'],
    sent.answerId,
    [],
    [],
    [],
  ])
  opened.leave()
  await engine.close()
})

it('[R3] three pages that opened at different times of an answer show the same, and a fourth that opens last', async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const models = createScriptedModels(async function* () {
    yield* beginning('One ')
    for (const [at, gate] of gates.entries()) {
      await gate.promise
      yield { kind: 'part-delta', part: 0, text: `more ${at} ` }
    }
    yield finished([{ kind: 'text', text: 'One more 0 more 1 ' }])
  })
  const home = openMemoryHome()
  const { engine } = await openTestEngine(home, { models })
  const chatId = await writeChat(home.store, { title: { text: 'Named', by: 'person' } })
  const pages = [openPage(engine, chatId)]
  await pages[0]?.until(() => true)
  const { runId } = await engine.send({ key: newKey(), chatId, parentId: null, text: 'Count' })
  for (const [at, text] of ['One ', 'One more 0 '].entries()) {
    await pages[0]?.until(view => view.drafts[0]?.parts[0]?.text === text)
    const late = openPage(engine, chatId)
    const soFar = await late.until(() => true)
    expect(soFar.drafts).toMatchObject([{ runId, startedAt: expect.any(Number), parts: [{ kind: 'text', text }] }])
    pages.push(late)
    gates[at]?.resolve()
  }
  const views = await Promise.all(pages.map(page => page.untilEnded(runId)))
  const last = await engine.view(chatId)
  expect(views).toEqual([last, last, last])
  expect(transcriptOf(last)).toEqual(['user: Count', 'assistant: One more 0 more 1 '])
  for (const page of pages) page.leave()
  await engine.close()
})

it('[R2] [R4] stopping one of two answers of one chat leaves the other to reach its end', async () => {
  const stopped = Promise.withResolvers<void>()
  const models = createScriptedModels(async function* (call) {
    if (nameIn(call.request) === 'Long') {
      yield* beginning('Begun')
      await untilStopped(call)
    }
    await stopped.promise
    yield* saying('Whole.')
  })
  const home = openMemoryHome()
  const { engine } = await openTestEngine(home, { models })
  const chatId = await writeChat(home.store, { title: { text: 'Named', by: 'person' } })
  const page = openPage(engine, chatId)
  await page.until(() => true)
  const long = await engine.send({ key: newKey(), chatId, parentId: null, text: 'Long' })
  await page.until(view => view.drafts[0]?.parts[0]?.text === 'Begun')
  const short = await engine.send({ key: newKey(), chatId, parentId: null, text: 'Short' })
  await engine.stop({ key: newKey(), chatId, runId: long.runId })
  expect((await engine.view(chatId)).runs.map(({ runId }) => runId)).toEqual([short.runId])
  stopped.resolve()
  expect(transcriptOf(await page.untilEnded(short.runId))).toEqual(['user: Short', 'assistant: Whole.'])
  await engine.chooseTip({ key: newKey(), chatId, messageId: long.messageId })
  expect((await engine.view(chatId)).path.at(-1)).toMatchObject({
    end: 'stopped',
    parts: [{ kind: 'text', text: 'Begun' }],
  })
  page.leave()
  await engine.close()
})
