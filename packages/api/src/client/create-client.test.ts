import { type AnyCommand, type AnyRead, COMMANDS, READS } from '@stet/commands'
import { EngineError } from '@stet/engine'
import { describe, expect, it } from 'vitest'
import { fakeFiles } from '../testing/fake-files.ts'
import { fakeMcp } from '../testing/fake-mcp.ts'
import { fakeWebSearch } from '../testing/fake-web-search.ts'
import {
  CHAT_ID,
  fakeApi,
  fakeDesk,
  fakeEngine,
  fakeProviders,
  MESSAGE_ID,
  ORIGIN,
  PROVIDER_ID,
  READ_ANSWERS,
  RUN_ID,
  SHOWN_ANSWERS,
} from '../testing/fakes.ts'
import { idsIn } from '../testing/requests.ts'
import { ApiError } from './api-error.ts'
import { createClient } from './create-client.ts'

function clientOf(fetch: (input: string, init: RequestInit) => Promise<Response>) {
  let keys = 0
  return createClient({ fetch, base: ORIGIN, newKey: () => `new-${++keys}` })
}

/** A client of the whole API, and the commands that arrived behind it. */
function wired() {
  const commands: unknown[] = []
  const noting = <T extends object>(fake: T): T =>
    new Proxy(fake, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...given: unknown[]) => {
          commands.push([name, ...given])
          return value.call(target, ...given)
        }
      },
    })
  const { app } = fakeApi({
    engine: noting(fakeEngine()),
    desk: noting(fakeDesk()),
    providers: noting(fakeProviders()),
    files: noting(fakeFiles()),
    mcp: noting(fakeMcp()),
    webSearch: noting(fakeWebSearch()),
  })
  return { client: clientOf(async (input, init) => app.request(input, init)), commands }
}

/** The arguments of a client method: the first id of the path, then everything else. */
function argumentsFor(path: string, rest: object): readonly unknown[] {
  const [first, ...others] = Object.entries(idsIn(path))
  const given = { ...Object.fromEntries(others), ...rest }
  return first === undefined ? [given] : [first[1], given]
}

describe('createClient', () => {
  it.each(Object.entries<AnyCommand>(COMMANDS))(
    '%s reaches its run as it was given, and hands back the answer',
    async (name, command) => {
      const { client, commands } = wired()
      const { path, field, example } = command
      const input = field === null ? example.input : { [field]: example.input }
      const answer = await Reflect.get(client, name)(...argumentsFor(path, { ...input, key: 'mine' }))
      const shown = command.shows === null ? example.answer : Reflect.get(SHOWN_ANSWERS, name)
      expect(commands).toEqual([[name, { key: 'mine', ...idsIn(path), ...input }]])
      expect(answer).toEqual(command.silent ? undefined : shown)
    },
  )

  it.each(Object.entries<AnyRead>(READS))('%s is asked and answered', async (name, { path, example }) => {
    const { client } = wired()
    const answer = await Reflect.get(client, name)(...argumentsFor(path, { ...example.query, ...example.input }))
    expect(answer).toEqual(Reflect.get(READ_ANSWERS, name))
  })

  it('[W3] ends a read that is cancelled, and sends its signal nowhere else', async () => {
    const asked: string[] = []
    const client = clientOf((input, { signal }) => {
      asked.push(input)
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    })
    const cancel = new AbortController()
    const reading = client.search({ text: 'moss', signal: cancel.signal })
    cancel.abort()
    await expect(reading).rejects.toMatchObject({ code: 'unreachable' })
    expect(asked).toEqual([`${ORIGIN}/api/search?text=moss`])
  })

  it('leaves out what is not given, and makes a key for a command that has none', async () => {
    const { client, commands } = wired()
    await client.listChats()
    await client.listChats({ after: 'a&b=c', limit: 7 })
    await client.createChat()
    await client.earlier(CHAT_ID, { before: MESSAGE_ID, limit: 20 })
    await client.stop(CHAT_ID)
    await client.stop(CHAT_ID, { runId: RUN_ID })
    await client.rename(CHAT_ID, { title: 'Ferns' })
    await client.testKeptProvider(PROVIDER_ID)
    await client.usage({ definition: 'def', model: 'vendor/model & more' })
    expect(commands).toEqual([
      ['listChats', { place: 'open', limit: 50, after: null }],
      ['listChats', { place: 'open', limit: 7, after: 'a&b=c' }],
      ['createChat', { key: 'new-1' }],
      ['earlier', CHAT_ID, MESSAGE_ID, 20],
      ['stop', { key: 'new-2', chatId: CHAT_ID }],
      ['stop', { key: 'new-3', chatId: CHAT_ID, runId: RUN_ID }],
      ['rename', { key: 'new-4', chatId: CHAT_ID, title: 'Ferns' }],
      ['test', { providerId: PROVIDER_ID, form: null, model: null }],
      ['totals', { by: 'model', model: { definition: 'def', model: 'vendor/model & more' } }],
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
