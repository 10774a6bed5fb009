import { defaultAnswerSettings, EngineError } from '@stet/engine'
import { describe, expect, it } from 'vitest'
import {
  ANSWER_ID,
  ANSWERING,
  CALL_ID,
  CATALOG,
  CHAT,
  CHAT_ID,
  COMPACTION_ID,
  CONTEXT,
  FORM,
  fakeApi,
  fakeDesk,
  fakeEngine,
  fakeProviders,
  INSPECTION,
  MESSAGE_ID,
  ORIGIN,
  PAST_REQUEST,
  PROVIDER,
  PROVIDER_ID,
  REQUEST_ID,
  RUN_ID,
  TOOL,
  USAGE,
  VIEW,
  WORKSPACE,
} from '../testing/fakes.ts'
import { ApiError } from './api-error.ts'
import { createClient } from './create-client.ts'

function clientOf(fetch: (input: string, init: RequestInit) => Promise<Response>) {
  let keys = 0
  return createClient({ fetch, base: ORIGIN, newKey: () => `new-${++keys}` })
}

/** A client of the whole API, and the calls that arrived behind it. */
function wired() {
  const calls: unknown[] = []
  const note =
    <T>(name: string, answer: T) =>
    async (...given: unknown[]) => {
      calls.push([name, ...given])
      return answer
    }
  const { app } = fakeApi({
    engine: fakeEngine({
      send: note('send', { messageId: MESSAGE_ID, runId: RUN_ID, answerId: ANSWER_ID, waits: false }),
      withdraw: note('withdraw', { text: 'Later' }),
      approve: note('approve', { runId: RUN_ID }),
      deny: note('deny', { runId: null }),
      runPending: note('runPending', { runId: RUN_ID }),
      rejectPending: note('rejectPending', undefined),
      continueAnswer: note('continueAnswer', { runId: RUN_ID, answerId: ANSWER_ID }),
      changeTools: note('changeTools', undefined),
      tools: note('tools', [TOOL]),
      expose: note('expose', undefined),
      unexpose: note('unexpose', undefined),
      stop: note('stop', { runIds: [RUN_ID] }),
      summarise: note('summarise', { compactionId: COMPACTION_ID }),
      dismissCompaction: note('dismissCompaction', undefined),
      rename: note('rename', undefined),
      makeTitle: note('makeTitle', undefined),
      changeContext: note('changeContext', undefined),
      changeModel: note('changeModel', undefined),
      changeAnswerSettings: note('changeAnswerSettings', undefined),
      answering: note('answering', ANSWERING),
      mark: note('mark', undefined),
      inspect: note('inspect', INSPECTION),
      usage: note('usage', USAGE),
      totals: note('totals', USAGE.chat),
      request: note('request', PAST_REQUEST),
      view: note('view', VIEW),
      earlier: note('earlier', { path: [], earlier: true, siblings: {}, calls: {} }),
    }),
    desk: fakeDesk({
      createChat: note('createChat', CHAT),
      listChats: note('listChats', { chats: [], next: 'more' }),
      workspace: note('workspace', WORKSPACE),
      changeDefaultModel: note('changeDefaultModel', WORKSPACE),
    }),
    providers: fakeProviders({
      list: note('list', { providers: [PROVIDER], unreadable: [] }),
      add: note('add', PROVIDER),
      change: note('change', PROVIDER),
      remove: note('remove', undefined),
      overrideModel: note('overrideModel', PROVIDER),
      discover: note('discover', CATALOG),
      test: note('test', { ok: true, steps: [] }),
      findLocalServers: note('findLocalServers', []),
      refreshPrices: note('refreshPrices', { asOf: null, error: 'no' }),
      models: note('models', { providers: [], models: [] }),
    }),
  })
  return { client: clientOf(async (input, init) => app.request(input, init)), calls }
}

describe('createClient', () => {
  it('says through every route what the engine and the desk are asked, and hands back their answers', async () => {
    const { client, calls } = wired()
    expect([
      await client.health(),
      await client.listChats(),
      await client.listChats({ after: 'a&b=c', limit: 7 }),
      await client.createChat(),
      await client.createChat({ key: 'mine' }),
      await client.chat(CHAT_ID),
      await client.earlier(CHAT_ID, MESSAGE_ID, 20),
      await client.send(CHAT_ID, { text: 'Hi', parentId: null, key: 'sent' }),
      await client.stop(CHAT_ID),
      await client.stop(CHAT_ID, { runId: RUN_ID }),
      await client.rename(CHAT_ID, { title: 'Ferns' }),
      await client.makeTitle(CHAT_ID, { key: 'title' }),
      await client.changeContext(CHAT_ID, { context: CONTEXT, key: 'set' }),
      await client.mark(CHAT_ID, { messageId: MESSAGE_ID, mark: 'left-out' }),
      await client.mark(CHAT_ID, { messageId: MESSAGE_ID, mark: null, key: 'back' }),
      await client.inspect(CHAT_ID, { context: null, text: '' }),
      await client.inspect(CHAT_ID, { context: CONTEXT, text: ' typed\n' }),
    ]).toEqual([
      { ok: true, version: '1.2.3' },
      { chats: [], next: 'more' },
      { chats: [], next: 'more' },
      CHAT,
      CHAT,
      VIEW,
      { path: [], earlier: true, siblings: {}, calls: {} },
      { messageId: MESSAGE_ID, runId: RUN_ID, answerId: ANSWER_ID, waits: false },
      { runIds: [RUN_ID] },
      { runIds: [RUN_ID] },
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      INSPECTION,
      INSPECTION,
    ])
    expect(calls).toEqual([
      ['listChats', { limit: 50, after: null }],
      ['listChats', { limit: 7, after: 'a&b=c' }],
      ['createChat', { key: 'new-1' }],
      ['createChat', { key: 'mine' }],
      ['view', CHAT_ID],
      ['earlier', CHAT_ID, MESSAGE_ID, 20],
      ['send', { key: 'sent', chatId: CHAT_ID, text: 'Hi', parentId: null }],
      ['stop', { key: 'new-2', chatId: CHAT_ID, runId: null, compactionId: null }],
      ['stop', { key: 'new-3', chatId: CHAT_ID, runId: RUN_ID, compactionId: null }],
      ['rename', { key: 'new-4', chatId: CHAT_ID, title: 'Ferns' }],
      ['makeTitle', { key: 'title', chatId: CHAT_ID }],
      ['changeContext', { key: 'set', chatId: CHAT_ID, context: CONTEXT }],
      ['mark', { key: 'new-5', chatId: CHAT_ID, messageId: MESSAGE_ID, mark: 'left-out' }],
      ['mark', { key: 'back', chatId: CHAT_ID, messageId: MESSAGE_ID, mark: null }],
      ['inspect', { chatId: CHAT_ID, context: null, text: '' }],
      ['inspect', { chatId: CHAT_ID, context: CONTEXT, text: ' typed\n' }],
    ])
  })

  it('[U2] [X1] asks what was spent and what was sent', async () => {
    const { client, calls } = wired()
    const queries = [
      { by: 'workspace', workspaceId: CHAT.workspaceId },
      { by: 'day', day: '2026-11-15' },
      { by: 'model', model: { definition: 'def', model: 'vendor/model & more' } },
    ] as const
    expect([await client.chatUsage(CHAT_ID), await client.request(REQUEST_ID)]).toEqual([USAGE, PAST_REQUEST])
    for (const query of queries) expect(await client.usage(query)).toEqual(USAGE.chat)
    expect(calls).toEqual([['usage', CHAT_ID], ['request', REQUEST_ID], ...queries.map(query => ['totals', query])])
  })

  it('[R6] [R7] [R9] [R10] says what a person decides about calls and what goes on, and hands back the answers', async () => {
    const { client, calls } = wired()
    const tools = [{ name: 'write_todo', policy: 'auto', options: { deep: true } }] as const
    expect([
      await client.approve(CHAT_ID, { callId: CALL_ID, hash: 'ab12', key: 'yes' }),
      await client.approve(CHAT_ID, { callId: CALL_ID, hash: 'ab12', always: true, key: 'always' }),
      await client.deny(CHAT_ID, { callId: CALL_ID, reason: 'Not now', key: 'no' }),
      await client.runPending(CHAT_ID, { messageId: MESSAGE_ID, key: 'run' }),
      await client.rejectPending(CHAT_ID, { messageId: MESSAGE_ID, key: 'reject' }),
      await client.continueAnswer(CHAT_ID, { messageId: MESSAGE_ID, key: 'on' }),
      await client.changeTools(CHAT_ID, { tools, key: 'tools' }),
      await client.tools(),
      await client.expose(CHAT_ID, { path: '/srv/app', key: 'show' }),
      await client.unexpose(CHAT_ID, { path: '/srv/app', key: 'hide' }),
      await client.withdraw(CHAT_ID, { messageId: MESSAGE_ID, key: 'back' }),
      (await client.send(CHAT_ID, { text: 'Now', parentId: MESSAGE_ID, stopFirst: true, key: 'stop' })).messageId,
    ]).toEqual([
      { runId: RUN_ID },
      { runId: RUN_ID },
      { runId: null },
      { runId: RUN_ID },
      undefined,
      { runId: RUN_ID, answerId: ANSWER_ID },
      undefined,
      { tools: [TOOL] },
      undefined,
      undefined,
      { text: 'Later' },
      MESSAGE_ID,
    ])
    expect(calls).toEqual([
      ['approve', { key: 'yes', chatId: CHAT_ID, callId: CALL_ID, hash: 'ab12', always: false }],
      ['approve', { key: 'always', chatId: CHAT_ID, callId: CALL_ID, hash: 'ab12', always: true }],
      ['deny', { key: 'no', chatId: CHAT_ID, callId: CALL_ID, reason: 'Not now' }],
      ['runPending', { key: 'run', chatId: CHAT_ID, messageId: MESSAGE_ID }],
      ['rejectPending', { key: 'reject', chatId: CHAT_ID, messageId: MESSAGE_ID }],
      ['continueAnswer', { key: 'on', chatId: CHAT_ID, messageId: MESSAGE_ID }],
      ['changeTools', { key: 'tools', chatId: CHAT_ID, tools }],
      ['tools'],
      ['expose', { key: 'show', chatId: CHAT_ID, path: '/srv/app' }],
      ['unexpose', { key: 'hide', chatId: CHAT_ID, path: '/srv/app' }],
      ['withdraw', { key: 'back', chatId: CHAT_ID, messageId: MESSAGE_ID }],
      ['send', { key: 'stop', chatId: CHAT_ID, text: 'Now', parentId: MESSAGE_ID, stopFirst: true }],
    ])
  })

  it('[C11] [C12] says which summary a person asks for, and hands back the one that is begun', async () => {
    const { client, calls } = wired()
    expect([
      await client.summarise(CHAT_ID, { form: 'prose' }),
      await client.summarise(CHAT_ID, { form: 'snapshot', again: MESSAGE_ID, key: 'again' }),
      await client.dismissCompaction(CHAT_ID, { compactionId: COMPACTION_ID, key: 'away' }),
    ]).toEqual([{ compactionId: COMPACTION_ID }, { compactionId: COMPACTION_ID }, undefined])
    expect(calls).toEqual([
      ['summarise', { key: 'new-1', chatId: CHAT_ID, form: 'prose' }],
      ['summarise', { key: 'again', chatId: CHAT_ID, form: 'snapshot', again: MESSAGE_ID }],
      ['dismissCompaction', { key: 'away', chatId: CHAT_ID, compactionId: COMPACTION_ID }],
    ])
  })

  it('[P1] [P6] [P7] says through every route of providers and models what is asked, and hands back the answers', async () => {
    const { client, calls } = wired()
    const choice = { definition: 'demo', model: 'demo' }
    const override = { contextWindow: 5 }
    expect([
      await client.changeModel(CHAT_ID, { ...choice, key: 'model' }),
      await client.changeAnswerSettings(CHAT_ID, { answer: defaultAnswerSettings }),
      await client.answering(CHAT_ID),
      await client.presets(),
      await client.providers(),
      await client.addProvider({ form: FORM, key: 'add' }),
      await client.changeProvider(PROVIDER_ID, { form: FORM }),
      await client.deleteProvider(PROVIDER_ID),
      await client.overrideModel(PROVIDER_ID, { model: 'm', override }),
      await client.discoverModels(PROVIDER_ID),
      await client.testProvider(FORM),
      await client.testKeptProvider(PROVIDER_ID),
      await client.testKeptProvider(PROVIDER_ID, { form: FORM, model: 'm' }),
      await client.models(),
      await client.findLocalServers(),
      await client.refreshPrices(),
      await client.workspace(),
      await client.changeDefaultModel({ model: choice }),
    ]).toEqual([
      undefined,
      undefined,
      ANSWERING,
      { presets: [] },
      { providers: [PROVIDER], unreadable: [] },
      PROVIDER,
      PROVIDER,
      undefined,
      PROVIDER,
      CATALOG,
      { ok: true, steps: [] },
      { ok: true, steps: [] },
      { ok: true, steps: [] },
      { providers: [], models: [] },
      { servers: [] },
      { asOf: null, error: 'no' },
      WORKSPACE,
      WORKSPACE,
    ])
    expect(calls).toEqual([
      ['changeModel', { key: 'model', chatId: CHAT_ID, model: choice }],
      ['changeAnswerSettings', { key: 'new-1', chatId: CHAT_ID, answer: defaultAnswerSettings }],
      ['answering', CHAT_ID],
      ['list'],
      ['add', { key: 'add', form: FORM }],
      ['change', { key: 'new-2', providerId: PROVIDER_ID, form: FORM }],
      ['remove', { key: 'new-3', providerId: PROVIDER_ID }],
      ['overrideModel', { key: 'new-4', providerId: PROVIDER_ID, model: 'm', override }],
      ['discover', PROVIDER_ID],
      ['test', { providerId: null, form: FORM, model: null }],
      ['test', { providerId: PROVIDER_ID, form: null, model: null }],
      ['test', { providerId: PROVIDER_ID, form: FORM, model: 'm' }],
      ['models'],
      ['findLocalServers'],
      ['refreshPrices'],
      ['workspace'],
      ['changeDefaultModel', { key: 'new-5', model: choice }],
    ])
  })

  const failures: [string, () => Promise<Response>, object][] = [
    [
      'a refusal of the engine',
      async () => {
        const send = async () => {
          throw new EngineError('run-active', 'An answer is being written.')
        }
        return fakeApi({ engine: fakeEngine({ send }) }).command('POST', `/api/chats/${CHAT_ID}/messages`, {
          text: 'a',
          parentId: null,
        })
      },
      { status: 409, code: 'run-active', message: 'An answer is being written.', retryable: true, field: null },
    ],
    [
      'a fault in a field',
      () => fakeApi().command('POST', `/api/chats/${CHAT_ID}/messages`, { text: 7, parentId: null }),
      {
        status: 400,
        code: 'invalid',
        message: '"text" must be a string.',
        retryable: false,
        field: 'text',
      },
    ],
    [
      'a proxy that answers in HTML',
      async () => new Response('<h1>Bad gateway</h1>', { status: 502 }),
      { status: 502, code: 'unknown', message: 'The answer was 502.', retryable: true, field: null },
    ],
    [
      'nobody there',
      async () => {
        throw new TypeError('fetch failed')
      },
      { status: 0, code: 'unreachable', message: 'Stet cannot be reached.', retryable: true, field: null },
    ],
    [
      'an answer that breaks off',
      async () => new Response('{"messageId":'),
      { status: 0, code: 'unreachable', message: 'Stet cannot be reached.', retryable: true, field: null },
    ],
  ]

  it.each(failures)('rejects with an ApiError for %s', async (_, fetch, facts) => {
    const error = await clientOf(fetch)
      .send(CHAT_ID, { text: 'a', parentId: null })
      .then(
        () => null,
        (thrown: unknown) => thrown,
      )
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject(facts)
  })
})
