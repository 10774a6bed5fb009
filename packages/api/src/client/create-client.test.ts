import { EngineError } from '@stet/engine'
import { describe, expect, it } from 'vitest'
import {
  ANSWER_ID,
  CHAT,
  CHAT_ID,
  CONTEXT,
  fakeApi,
  fakeDesk,
  fakeEngine,
  INSPECTION,
  MESSAGE_ID,
  ORIGIN,
  RUN_ID,
  VIEW,
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
      send: note('send', { messageId: MESSAGE_ID, runId: RUN_ID, answerId: ANSWER_ID }),
      stop: note('stop', { runIds: [RUN_ID] }),
      rename: note('rename', undefined),
      changeContext: note('changeContext', undefined),
      mark: note('mark', undefined),
      inspect: note('inspect', INSPECTION),
      view: note('view', VIEW),
      earlier: note('earlier', { path: [], earlier: true, siblings: {} }),
    }),
    desk: fakeDesk({ createChat: note('createChat', CHAT), listChats: note('listChats', { chats: [], next: 'more' }) }),
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
      { path: [], earlier: true, siblings: {} },
      { messageId: MESSAGE_ID, runId: RUN_ID, answerId: ANSWER_ID },
      { runIds: [RUN_ID] },
      { runIds: [RUN_ID] },
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
      ['stop', { key: 'new-2', chatId: CHAT_ID, runId: null }],
      ['stop', { key: 'new-3', chatId: CHAT_ID, runId: RUN_ID }],
      ['rename', { key: 'new-4', chatId: CHAT_ID, title: 'Ferns' }],
      ['changeContext', { key: 'set', chatId: CHAT_ID, context: CONTEXT }],
      ['mark', { key: 'new-5', chatId: CHAT_ID, messageId: MESSAGE_ID, mark: 'left-out' }],
      ['mark', { key: 'back', chatId: CHAT_ID, messageId: MESSAGE_ID, mark: null }],
      ['inspect', { chatId: CHAT_ID, context: null, text: '' }],
      ['inspect', { chatId: CHAT_ID, context: CONTEXT, text: ' typed\n' }],
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
      () => fakeApi().command('POST', `/api/chats/${CHAT_ID}/messages`, { text: '', parentId: null }),
      {
        status: 400,
        code: 'invalid',
        message: '"text" must be at least 1 characters long.',
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
