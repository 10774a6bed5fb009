import { TITLE_INSTRUCTION } from '@stet/context'
import type { ChatId, ModelChoice } from '@stet/history'
import { ModelError } from '@stet/models'
import { fromRequestRow, listRows, REQUESTS_SHELF } from '@stet/store'
import { expect, it } from 'vitest'
import type { Engine } from '../../engine.ts'
import {
  createScriptedModels,
  finished,
  openMemoryHome,
  openPage,
  openTestEngine,
  type Script,
  saying,
  untilStopped,
  writeChat,
} from '../../testing/index.ts'

async function open(title: Script, answer: Script = () => saying('An answer.')) {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store)
  const models = createScriptedModels(answer, title)
  return { ...home, chatId, models, ...(await openTestEngine(home, { models })) }
}

async function ask(engine: Engine, chatId: ChatId, text = 'A question?') {
  const page = openPage(engine, chatId)
  const sent = await engine.send({ key: text, chatId, parentId: null, text })
  await page.untilEnded(sent.runId)
  return { page, sent }
}

it('[C18] asks with the first exchange, and keeps what was asked and spent as asides of the answer', async () => {
  const { engine, chatId, models } = await open(() => saying('"A good name."'))
  const { page, sent } = await ask(engine, chatId)
  const view = await page.until(now => now.chat.title !== null)
  expect(view.chat.title).toEqual({ text: 'A good name', by: 'model' })
  expect(view.path.slice(2)).toMatchObject([
    { role: 'system-title', parentId: sent.answerId, parts: [{ kind: 'text', text: TITLE_INSTRUCTION }] },
    {
      role: 'title',
      parentId: sent.answerId,
      parts: [{ kind: 'text', text: '"A good name."' }],
      usage: { input: 10, output: 5 },
    },
  ])
  expect(models.calls.map(call => [call.purpose, call.request.messages.map(message => message.messageId)])).toEqual([
    ['answer', [sent.messageId]],
    ['title', [sent.messageId, sent.answerId, view.path[2]?.id]],
  ])
  page.leave()
  await engine.close()
})

it('[C18] names a chat once, and never sends its title to a model', async () => {
  const { engine, chatId, models } = await open(() => saying('A name'))
  const { page, sent } = await ask(engine, chatId)
  await page.until(now => now.chat.title !== null)
  const next = await engine.send({ key: 'two', chatId, parentId: sent.answerId, text: 'More' })
  await page.untilEnded(next.runId)
  await engine.close()
  expect(models.calls.map(call => call.purpose)).toEqual(['answer', 'title', 'answer'])
  expect(models.calls.at(-1)?.request.messages.map(message => message.messageId)).toEqual([
    sent.messageId,
    sent.answerId,
    next.messageId,
  ])
  page.leave()
})

it('[C18] does not make an answer wait for its title, and a message sent meanwhile forks nothing', async () => {
  const gate = Promise.withResolvers<void>()
  const { engine, chatId } = await open(async function* () {
    await gate.promise
    yield* saying('A name')
  })
  const { page, sent } = await ask(engine, chatId)
  const next = await engine.send({ key: 'two', chatId, parentId: sent.answerId, text: 'More' })
  await page.untilEnded(next.runId)
  gate.resolve()
  const view = await page.until(now => now.chat.title !== null)
  expect([view.path.map(message => message.role), view.siblings]).toEqual([
    ['user', 'assistant', 'system-title', 'title', 'user', 'assistant'],
    {},
  ])
  expect(view).toEqual(await engine.view(chatId))
  page.leave()
  await engine.close()
})

it('[C18] never overwrites what the user wrote, not even when it comes later', async () => {
  const gate = Promise.withResolvers<void>()
  const { engine, chatId } = await open(async function* () {
    await gate.promise
    yield* saying('By the model')
  })
  const { page } = await ask(engine, chatId)
  await engine.rename({ key: 'rename', chatId, title: '  By hand ' })
  gate.resolve()
  await page.until(now => now.path.some(message => message.role === 'title'))
  expect((await engine.view(chatId)).chat.title).toEqual({ text: '  By hand ', by: 'person' })
  page.leave()
  await engine.close()
})

it.each<[string, Script]>([
  ['fails', () => failing()],
  ['is empty', () => saying(' ')],
  ['is a tool call', () => [finished([{ kind: 'tool-call', tool: 'x', input: '{}', providerCallId: null }])]],
])('[C18] continues without a title when it %s, and tries again with the next answer', async (_how, failed) => {
  let tries = 0
  const { engine, chatId, logged } = await open(call => {
    tries += 1
    return tries === 1 ? failed(call) : saying('A name')
  })
  const { page, sent } = await ask(engine, chatId)
  while (logged.length === 0) await new Promise(resolve => setTimeout(resolve, 1))
  expect((await engine.view(chatId)).chat.title).toBeNull()
  await engine.send({ key: 'two', chatId, parentId: sent.answerId, text: 'More' })
  expect((await page.until(now => now.chat.title !== null)).chat.title?.text).toBe('A name')
  expect(logged.map(entry => entry.message)).toEqual(['a title failed'])
  page.leave()
  await engine.close()
})

it('[C18] [P1] says without an error that a chat gets no title where the provider was deleted during the first answer', async () => {
  let isThere = true
  const home = openMemoryHome()
  const chatId = await writeChat(home.store)
  const scripted = createScriptedModels(function* () {
    isThere = false
    yield* saying('An answer.')
  })
  const models = { ...scripted, facts: async (choice: ModelChoice) => (isThere ? scripted.facts(choice) : null) }
  const { engine, logged } = await openTestEngine(home, { models })
  const { page } = await ask(engine, chatId)
  page.leave()
  await engine.close()
  const because = 'the model one cannot be used: its provider was removed or is switched off'
  expect(logged).toEqual([{ level: 'warn', message: 'a chat gets no title', facts: { chatId, because } }])
  expect(scripted.calls.map(({ purpose }) => purpose)).toEqual(['answer'])
})

it('does not ask for a title of an answer without text, nor wait for one when it closes', async () => {
  const { engine, chatId, models, logged } = await open(
    async function* (call) {
      await untilStopped(call)
      yield* saying('never')
    },
    ({ request }) => (request.messages.length === 1 ? [finished([])] : saying('Text')),
  )
  const { page, sent } = await ask(engine, chatId)
  const next = await engine.send({ key: 'two', chatId, parentId: sent.answerId, text: 'More' })
  await page.untilEnded(next.runId)
  while (models.calls.length < 3) await new Promise(resolve => setTimeout(resolve, 1))
  await engine.close()
  expect([models.calls.map(call => call.purpose), logged]).toEqual([['answer', 'answer', 'title'], []])
  page.leave()
})

it.each([
  ['', 'invalid'],
  [' \n ', 'invalid'],
])('refuses the title %j', async (title, code) => {
  const { engine, chatId } = await open(() => saying('A name'))
  await expect(engine.rename({ key: 'one', chatId, title })).rejects.toMatchObject({ code })
})

it('[FH-5] keeps a title exactly as it was given', async () => {
  const { engine, chatId } = await open(() => saying('A name'))
  await engine.rename({ key: 'one', chatId, title: ' padded\u00a0' })
  expect((await engine.view(chatId)).chat.title).toEqual({ text: ' padded\u00a0', by: 'person' })
})

function* failing() {
  yield { kind: 'part-started', part: 0, start: { kind: 'text' } } as const
  throw new ModelError('overloaded', { message: 'Later.' })
}

it.each<[string, 'failed' | 'stopped']>([
  ['breaks off', 'failed'],
  ['is stopped', 'stopped'],
])('[U1] keeps the usage that was reported before a title %s', async (_how, state) => {
  const usage = { input: 20, cacheRead: 1000, cacheWrite: 0, output: 1, reasoning: 0, webSearches: 0 }
  const { engine, chatId, store } = await open(async function* (call) {
    call.onUsage?.({ rawUsage: { reported: true }, usage })
    yield { kind: 'part-started', part: 0, start: { kind: 'text' } }
    yield { kind: 'part-delta', part: 0, text: 'A na' }
    if (state === 'failed') throw new ModelError('network', { message: 'the connection was lost' })
    void engine.close()
    await untilStopped(call)
  })
  const { page } = await ask(engine, chatId)
  page.leave()
  const ended = async () => {
    for await (const row of listRows(store, REQUESTS_SHELF, { by: { parent: chatId } })) {
      const request = fromRequestRow(row)
      if (!('unreadable' in request) && request.purpose === 'title' && request.state !== 'sent') return request
    }
    return null
  }
  let request = await ended()
  while (request === null) {
    await new Promise(resolve => setTimeout(resolve, 1))
    request = await ended()
  }
  expect(request).toMatchObject({ state, rawUsage: { reported: true }, usage: { input: 20, cacheRead: 1000 } })
})
