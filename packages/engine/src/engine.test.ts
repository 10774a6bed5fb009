import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AssistantMessage, Message } from '@stet/history'
import { ModelError } from '@stet/models'
import { openSqliteDatabase, openSqliteJournal } from '@stet/store/sqlite'
import { afterEach, describe, expect, it } from 'vitest'
import {
  beginning,
  createScriptedModels,
  finished,
  openMemoryHome,
  openPage,
  openTestEngine,
  saying,
  scriptedChoice,
  scriptedFacts,
  type TestHome,
  untilStopped,
  writeChat,
} from './testing/index.ts'
import type { ChatView } from './view/chat-view.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function openSqliteHome(): Promise<TestHome> {
  const folder = await mkdtemp(join(tmpdir(), 'stet-engine-'))
  const database = await openSqliteDatabase({ folder, search: [] })
  const journal = await openSqliteJournal({
    folder,
    onError(error: Error) {
      throw error
    },
  })
  closing.push(async () => {
    await journal.close()
    await database.close()
    await rm(folder, { recursive: true })
  })
  return { store: database.openStore('owner'), journal }
}

const isTitled = (view: ChatView) => view.chat.title !== null

function answerOf({ path }: ChatView): AssistantMessage | undefined {
  return path.findLast(message => message.role === 'assistant')
}

function published(path: readonly Message[]): readonly string[] {
  return path.map(message => {
    switch (message.role) {
      case 'user':
      case 'assistant':
      case 'title':
        return `${message.role}: ${message.parts.map(part => ('text' in part ? part.text : part.kind)).join('|')}`
      default:
        return message.role
    }
  })
}

describe.each([
  ['memory', async () => openMemoryHome()],
  ['SQLite', openSqliteHome],
])('a chat kept in %s', (_name, openHome) => {
  it('[R1] [C18] answers a message, and then gives the chat a title', async () => {
    const home = await openHome()
    const { engine, logged } = await openTestEngine(home)
    const chatId = await writeChat(home.store)
    const page = openPage(engine, chatId)
    const sent = await engine.send({ key: 'one', chatId, parentId: null, text: 'A question?' })
    const view = await page.until(isTitled)
    expect(published(view.path)).toEqual([
      'user: A question?',
      'assistant: An answer.',
      'system-title',
      'title: A title',
    ])
    expect(view.chat.title).toEqual({ text: 'A title', by: 'model' })
    expect(answerOf(view)).toEqual({
      id: sent.answerId,
      chatId,
      parentId: sent.messageId,
      order: expect.any(Number),
      at: expect.any(Number),
      copiedFrom: null,
      role: 'assistant',
      parts: [{ kind: 'text', text: 'An answer.' }],
      runId: sent.runId,
      end: 'complete',
      native: { protocol: 'scripted', content: [{ kind: 'text', text: 'An answer.' }] },
      durationMs: expect.any(Number),
      origin: { definition: scriptedFacts.definition, protocol: scriptedFacts.protocol, model: scriptedFacts.model },
      requestId: expect.stringMatching(/^req_/),
      rawUsage: { in: 10, out: 5 },
      usage: { input: 10, cacheRead: 0, cacheWrite: 0, output: 5, reasoning: 0, webSearches: 0 },
    })
    expect(await engine.view(chatId)).toEqual(view)
    expect(logged).toEqual([])
    page.leave()
    await engine.close()
  })

  it('[R1] reports the end of a run after everything else of it', async () => {
    const home = await openHome()
    const { engine } = await openTestEngine(home)
    const chatId = await writeChat(home.store, { title: { text: 'Named', by: 'person' } })
    const page = openPage(engine, chatId)
    await page.until(() => true)
    const { runId } = await engine.send({ key: 'one', chatId, parentId: null, text: 'A question?' })
    await page.untilEnded(runId)
    await engine.close()
    expect(page.received.map(({ event }) => event.kind)).toEqual([
      'snapshot',
      'message-added',
      'chat-changed',
      'run-started',
      'part-started',
      'part-delta',
      'part-delta',
      'message-added',
      'request-ended',
      'chat-changed',
      'run-ended',
    ])
    page.leave()
  })

  it('[R2] [H2] continues from the answer, and sends the model what was said before', async () => {
    const home = await openHome()
    const models = createScriptedModels(({ request }) => saying(`${request.messages.length} messages`))
    const { engine } = await openTestEngine(home, { models })
    const chatId = await writeChat(home.store)
    const page = openPage(engine, chatId)
    const first = await engine.send({ key: 'one', chatId, parentId: null, text: 'First' })
    await page.until(isTitled)
    const second = await engine.send({ key: 'two', chatId, parentId: first.answerId, text: 'Second' })
    const view = await page.untilEnded(second.runId)
    expect(published(view.path)).toEqual([
      'user: First',
      'assistant: 1 messages',
      'system-title',
      'title: A title',
      'user: Second',
      'assistant: 3 messages',
    ])
    expect(await engine.view(chatId)).toEqual(view)
    page.leave()
    await engine.close()
  })

  it('[R3] shows a page that comes late what was written so far, and when it began', async () => {
    const home = await openHome()
    const gate = Promise.withResolvers<void>()
    const models = createScriptedModels(async function* () {
      yield* beginning('So ', 'far')
      await gate.promise
      yield { kind: 'part-delta', part: 0, text: ', so good.' }
      yield finished([{ kind: 'text', text: 'So far, so good.' }])
    })
    const { engine } = await openTestEngine(home, { models })
    const chatId = await writeChat(home.store)
    const first = openPage(engine, chatId)
    const sent = await engine.send({ key: 'one', chatId, parentId: null, text: 'Well?' })
    const before = await first.until(view => view.drafts[0]?.parts[0]?.text === 'So far')
    const late = openPage(engine, chatId)
    const seen = await late.until(() => true)
    expect(seen).toEqual(before)
    expect(seen.drafts).toEqual([
      {
        runId: sent.runId,
        messageId: sent.answerId,
        parentId: sent.messageId,
        startedAt: expect.any(Number),
        model: scriptedChoice,
        state: 'writing',
        retry: null,
        parts: [{ kind: 'text', text: 'So far' }],
      },
    ])
    expect(engine.isRunning(chatId)).toBe(true)
    gate.resolve()
    expect(await late.until(isTitled)).toEqual(await first.until(isTitled))
    expect(engine.isRunning(chatId)).toBe(false)
    first.leave()
    late.leave()
    await engine.close()
  })

  it('[R4] stops at once, also a provider that hangs, and keeps what arrived', async () => {
    const home = await openHome()
    const models = createScriptedModels(async function* () {
      yield* beginning('Half of')
      await new Promise(() => undefined)
    })
    const { engine, logged } = await openTestEngine(home, { models })
    const chatId = await writeChat(home.store)
    const page = openPage(engine, chatId)
    const sent = await engine.send({ key: 'one', chatId, parentId: null, text: 'Continue' })
    await page.until(view => view.drafts[0]?.parts[0]?.text === 'Half of')
    expect(await engine.stop({ key: 'stop', chatId, runId: null })).toEqual({ runIds: [sent.runId] })
    const view = await engine.view(chatId)
    expect(answerOf(view)).toMatchObject({ end: 'stopped', parts: [{ kind: 'text', text: 'Half of' }], native: null })
    expect(await page.untilEnded(sent.runId)).toEqual(view)
    expect(await engine.stop({ key: 'stop', chatId, runId: null })).toEqual({ runIds: [sent.runId] })
    expect(await engine.stop({ key: 'stop again', chatId, runId: null })).toEqual({ runIds: [] })
    expect(logged).toEqual([])
    page.leave()
    await engine.close()
  })

  it('[R5] shows what had arrived as interrupted after a crash, and continues from it', async () => {
    const home = await openHome()
    const models = createScriptedModels(async function* (call) {
      yield { kind: 'part-started', part: 0, start: { kind: 'reasoning' } }
      yield { kind: 'part-delta', part: 0, text: 'Hm \ud83d' }
      yield { kind: 'part-delta', part: 0, text: '\ude00' }
      yield { kind: 'part-started', part: 1, start: { kind: 'tool-call', tool: 'look', providerCallId: 'p1' } }
      yield { kind: 'part-delta', part: 1, text: '{"at":' }
      await untilStopped(call)
    })
    const dead = await openTestEngine(home, { models })
    const chatId = await writeChat(home.store)
    const page = openPage(dead.engine, chatId)
    const sent = await dead.engine.send({ key: 'one', chatId, parentId: null, text: 'Think' })
    await page.until(view => view.drafts[0]?.parts[1]?.text === '{"at":')
    page.leave()
    await home.journal.flush()

    const { engine } = await openTestEngine(home)
    const view = await engine.view(chatId)
    expect(answerOf(view)).toMatchObject({
      id: sent.answerId,
      end: 'interrupted',
      native: null,
      usage: null,
      parts: [
        { kind: 'reasoning', text: 'Hm 😀', signature: null },
        { kind: 'tool-call', tool: 'look', input: '{"at":', providerCallId: 'p1', callId: expect.any(String) },
      ],
    })
    expect(await home.journal.streams()).toEqual([])
    const next = await engine.send({ key: 'two', chatId, parentId: sent.answerId, text: 'And?' })
    expect(next.messageId).not.toBe(sent.messageId)
    await engine.close()
  })

  it('[FH-6] acts once for the same key, at the same time and after a restart', async () => {
    const home = await openHome()
    const first = await openTestEngine(home)
    const chatId = await writeChat(home.store)
    const command = { key: 'one', chatId, parentId: null, text: 'Only once' }
    const [sent, ...repeated] = await Promise.all(Array.from({ length: 20 }, () => first.engine.send(command)))
    expect(repeated).toEqual(Array.from({ length: 19 }, () => sent))
    await first.engine.close()

    const { engine } = await openTestEngine(home)
    expect(await engine.send(command)).toEqual(sent)
    expect(published((await engine.view(chatId)).path).filter(text => text.startsWith('user'))).toEqual([
      'user: Only once',
    ])
    await expect(engine.send({ ...command, text: 'Something else' })).rejects.toMatchObject({ code: 'key-reused' })
    await expect(engine.rename({ key: 'one', chatId, title: 'x' })).rejects.toMatchObject({ code: 'key-reused' })
    await engine.close()
  })

  it('[R8] puts what the provider refused into the chat, with what had arrived', async () => {
    const home = await openHome()
    const models = createScriptedModels(function* () {
      yield* beginning('I was ')
      throw new ModelError('overloaded', { message: 'The provider is overloaded.', status: 529 })
    })
    const { engine, logged } = await openTestEngine(home, { models })
    const chatId = await writeChat(home.store)
    const page = openPage(engine, chatId)
    const { runId } = await engine.send({ key: 'one', chatId, parentId: null, text: 'Hello' })
    const view = await page.untilEnded(runId)
    expect(answerOf(view)).toMatchObject({
      end: 'failed',
      parts: [
        { kind: 'text', text: 'I was ' },
        { kind: 'error', code: 'overloaded', message: 'The provider is overloaded.', status: 529, retryable: true },
      ],
    })
    expect([view.chat.title, logged]).toEqual([null, []])
    page.leave()
    await engine.close()
  })
})
