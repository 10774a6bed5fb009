import type { ChatCommand } from '@stet/commands'
import type { EngineErrorCode, StoreErrorKind } from '@stet/engine'
import { EngineError, StoreError } from '@stet/engine'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { fakeFiles } from './testing/fake-files.ts'
import { fakeMcp } from './testing/fake-mcp.ts'
import { fakeWebSearch } from './testing/fake-web-search.ts'
import {
  ANSWER_ID,
  CALL_ID,
  CHAT,
  CHAT_ID,
  CONTEXT,
  failing,
  fakeApi,
  fakeAttachments,
  fakeDesk,
  fakeEngine,
  fakeProviders,
  INSPECTION,
  MESSAGE_ID,
  MISSING_CHAT_ID,
  RUN_ID,
  VIEW,
} from './testing/fakes.ts'
import { INVALID_JSON } from './testing/invalid-json.ts'
import { problem, problemOf } from './testing/problems.ts'
import { BODY_REQUESTS, COMMAND_REQUESTS, READ_REQUESTS } from './testing/requests.ts'

describe('each route', () => {
  const { request, command } = fakeApi()

  it.each([...READ_REQUESTS, ...COMMAND_REQUESTS])('answers $name', async ({ method, path, body, status, answer }) => {
    const response = await (body === null ? request(path) : command(method, path, body))
    const text = await response.text()
    expect([response.status, text && JSON.parse(text)]).toEqual([status, answer])
  })

  it('answers HEAD without a body and OPTIONS with what is allowed', async () => {
    const head = await request('/api/events', { method: 'HEAD' })
    const options = await request(`/api/chats/${CHAT_ID}`, { method: 'OPTIONS' })
    expect([head.status, head.body, options.status, options.headers.get('allow')]).toEqual([
      200,
      null,
      204,
      'DELETE, GET, HEAD, OPTIONS, PATCH',
    ])
  })

  it('answers a wrong method with 405 and the right ones', async () => {
    const response = await request(`/api/chats/${CHAT_ID}/stop`, { method: 'DELETE' })
    expect([response.headers.get('allow'), await problemOf(response)]).toEqual([
      'OPTIONS, POST',
      problem(405, 'method-not-allowed'),
    ])
  })

  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '//api/health',
    '/api//health',
    '/api/chats/..%2f..%2fetc%2fpasswd',
    '/api/chats/%2e%2e%2f',
    '/api/chats/%252e%252e',
    '/api/chats/a;b',
    '/api/chats/a%5cb',
    '/api/chats/%zz',
    '/api/chats/%00',
    `/API/chats/${CHAT_ID}`,
  ])('[FH-8] answers GET %s with 404', async path => {
    expect((await request(path)).status).toBe(404)
  })

  it('puts the security headers on answers and refusals alike, and never a CORS header', async () => {
    for (const response of [
      await request('/api/health'),
      await request('/api/nothing'),
      await request('/api/health', { headers: { origin: 'https://evil.test' } }),
      await request('/api/health', { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } }),
    ]) {
      const { 'content-type': _type, allow: _allow, ...headers } = Object.fromEntries(response.headers)
      expect(headers).toEqual({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cache-control': 'no-store',
      })
    }
  })
})

const CHOICE = { name: 'write_todo', policy: null, options: {} }
const LONG = 'tools.0.options.a'
const MANY = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`o${index}`, true]))

describe('what a request carries', () => {
  const { command, request, logged } = fakeApi()

  describe.each(BODY_REQUESTS)('$method $path', ({ method, path, body }) => {
    it.each([
      ['empty', '', 'body'],
      ['null', 'null', 'body'],
      ['an array', '[]', 'body'],
      ['a string', '"text"', 'body'],
      ['a number', '1', 'body'],
      ['an unknown field', JSON.stringify({ ...body, extra: 1 }), 'extra'],
      ['__proto__', `{"__proto__":{"polluted":true}}`, undefined],
      ['constructor.prototype', `{"constructor":{"prototype":{"polluted":true}}}`, undefined],
      ['a doubled key', '{"a":1,"a":2}', 'a'],
      ['a NUL byte', '{"a":\0}', 'body'],
      ['a byte order mark', '\ufeff{}', 'body'],
    ])('[FH-1] [FH-3] answers %s with 400 that names the field', async (_, text, field) => {
      const { status, body: answer } = await problemOf(await command(method, path, text))
      expect([status, answer.code, field === undefined || answer.field === field]).toEqual([400, 'invalid', true])
      expect(Reflect.get({}, 'polluted')).toBeUndefined()
    })

    it.each(INVALID_JSON)('[FH-2] answers %j with 400', async text => {
      expect(await problemOf(await command(method, path, text))).toMatchObject({
        status: 400,
        body: { code: 'invalid' },
      })
    })

    it('[FH-5] answers bytes that are not UTF-8 with 400', async () => {
      const overlong = new Uint8Array([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x7d])
      expect(await problemOf(await command(method, path, overlong))).toEqual(problem(400, 'invalid', 'body'))
    })

    it.each([
      ['none', ''],
      ['text/plain', 'text/plain'],
      ['a form', 'application/x-www-form-urlencoded'],
      ['JSON in disguise', 'text/plain; application/json'],
    ])('[FH-9] answers the content type %s with 415', async (_, type) => {
      expect(await problemOf(await command(method, path, body, { 'content-type': type }))).toEqual(
        problem(415, 'not-json'),
      )
    })

    it('[FH-4] answers a body over the limit with 413, whether its length was declared or not', async () => {
      const text = JSON.stringify({ text: 'x'.repeat(4 * 1024 * 1024) })
      const published = command(method, path, text, { 'content-length': String(text.length) })
      const untold = command(method, path, text)
      const lying = command(method, path, text, { 'content-length': '2' })
      expect(await Promise.all([published, untold, lying].map(async response => problemOf(await response)))).toEqual(
        Array.from({ length: 3 }, () => problem(413, 'too-large', 'body')),
      )
    })
  })

  describe.each(COMMAND_REQUESTS)('the key of $method $path', ({ method, path, body }) => {
    it.each(['', ' ', 'a b', 'a, b', 'é', 'x'.repeat(201)])('is answered with 400 when it is "%s"', async key => {
      expect(await problemOf(await command(method, path, body, { 'idempotency-key': key }))).toEqual(
        problem(400, 'invalid', 'Idempotency-Key'),
      )
    })

    it('is answered with 400 when it is missing', async () => {
      const headers = { 'content-type': 'application/json' }
      const response = await request(path, { method, headers, body: JSON.stringify(body) })
      expect(await problemOf(response)).toEqual(problem(400, 'invalid', 'Idempotency-Key'))
    })
  })

  it('[C17] needs no key to inspect, which changes nothing', async () => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ context: null, text: '' })
    const response = await request(`/api/chats/${CHAT_ID}/inspection`, { method: 'POST', headers, body })
    expect([response.status, await response.json()]).toEqual([200, INSPECTION])
  })

  it.each([
    ['PATCH', `/api/chats/${CHAT_ID}`, { title: 1 }, 'title'],
    ['PATCH', `/api/chats/${CHAT_ID}`, { title: '' }, 'title'],
    ['PATCH', `/api/chats/${CHAT_ID}`, { title: 'x'.repeat(201) }, 'title'],
    ['PATCH', `/api/chats/${CHAT_ID}`, {}, 'title'],
    ['POST', `/api/chats/${CHAT_ID}/messages`, { text: ['a'], parentId: null }, 'text'],
    ['POST', `/api/chats/${CHAT_ID}/messages`, { text: 'a', parentId: null, stopFirst: 'yes' }, 'stopFirst'],
    ['POST', `/api/chats/${CHAT_ID}/messages`, { text: 'a' }, 'parentId'],
    ['POST', `/api/chats/${CHAT_ID}/messages`, { text: 'a', parentId: 7 }, 'parentId'],
    ['POST', `/api/chats/${CHAT_ID}/stop`, { runId: {} }, 'runId'],
    ['POST', `/api/chats/${CHAT_ID}/calls/${CALL_ID}/deny`, { reason: 'x'.repeat(2001) }, 'reason'],
    ['PUT', `/api/chats/${CHAT_ID}/tools`, { tools: Array.from({ length: 1001 }, () => CHOICE) }, 'tools'],
    ['PUT', `/api/chats/${CHAT_ID}/tools`, { tools: [{ ...CHOICE, options: { a: 'x'.repeat(100_001) } }] }, LONG],
    ['PUT', `/api/chats/${CHAT_ID}/tools`, { tools: [{ ...CHOICE, options: MANY }] }, 'tools.0.options'],
    ['PUT', `/api/chats/${CHAT_ID}/marks/${MESSAGE_ID}`, {}, 'mark'],
    ['PUT', `/api/chats/${CHAT_ID}/marks/${MESSAGE_ID}`, { mark: 'released' }, 'mark'],
    ['PUT', `/api/chats/${CHAT_ID}/context`, {}, 'body'],
    ['PUT', `/api/chats/${CHAT_ID}/context`, { toolMemory: {} }, 'toolMemory.mode'],
    ['PUT', `/api/chats/${CHAT_ID}/context`, { ...CONTEXT, resultLimit: 199 }, 'resultLimit'],
    ['PUT', `/api/chats/${CHAT_ID}/context`, { ...CONTEXT, cache: 'warm' }, 'cache'],
    ['PUT', `/api/chats/${CHAT_ID}/context`, { ...CONTEXT, reservedResponseTokens: 0.5 }, 'reservedResponseTokens'],
    ['PUT', `/api/chats/${CHAT_ID}/context`, { ...CONTEXT, maxPromptTokens: 400 }, 'reservedResponseTokens'],
    ['POST', `/api/chats/${CHAT_ID}/inspection`, { text: '' }, 'context'],
    ['POST', `/api/chats/${CHAT_ID}/inspection`, { context: null }, 'text'],
    ['POST', `/api/chats/${CHAT_ID}/inspection`, { context: [], text: '' }, 'context'],
    ['POST', `/api/chats/${CHAT_ID}/inspection`, { context: { ...CONTEXT, extra: 1 }, text: '' }, 'extra'],
  ])('[FH-1] %s %s with %j names the field', async (method, path, body, field) => {
    expect(await problemOf(await command(method, path, body))).toEqual(problem(400, 'invalid', field))
  })

  it('[FH-3] answers many unknown or very long names with a short error', async () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key-${index}`, 1]))
    const long = { ['x'.repeat(1_000_000)]: 1 }
    const doubled = `{"${'y'.repeat(100_000)}":1,"${'y'.repeat(100_000)}":2}`
    for (const body of [many, long, doubled]) {
      const response = await command('POST', '/api/chats', body)
      expect([response.status, (await response.text()).length < 1000]).toEqual([400, true])
    }
  })

  it('[FH-4] says in words how long a text may be, whatever words another package gave zod', async () => {
    z.config(z.locales.en())
    const text = 'x'.repeat(1_000_001)
    const response = await command('POST', `/api/chats/${CHAT_ID}/messages`, { text, parentId: null })
    expect(await response.json()).toMatchObject({
      status: 400,
      field: 'text',
      detail: '"text" must be at most 1,000,000 characters long.',
    })
  })

  it.each([
    ['k0, nor 9 more, is not a setting', 'k0', '"k0", nor 9 more, is not a setting.'],
    ['a message needs some text', 'text', 'A message needs some text.'],
    ['names are too long', 'name', 'Names are too long.'],
  ])('[FH-1] spells a field that begins a sentence as the request does: %s', async (message, field, detail) => {
    const engine = fakeEngine({
      view: async () => {
        throw new EngineError('invalid', message, field)
      },
    })
    const response = await fakeApi({ engine }).request(`/api/chats/${CHAT_ID}`)
    expect(await response.json()).toMatchObject({ field, detail })
  })

  it.each([
    ['/api/chats?limit=0', 'limit'],
    ['/api/chats?limit=101', 'limit'],
    ['/api/chats?limit=1e1', 'limit'],
    ['/api/chats?limit=', 'limit'],
    ['/api/chats?limit=-1', 'limit'],
    ['/api/chats?after=', 'after'],
    [`/api/chats?after=${'x'.repeat(201)}`, 'after'],
    ['/api/chats?other=1', 'other'],
    [`/api/chats/${CHAT_ID}/messages`, 'before'],
    [`/api/chats/${CHAT_ID}/messages?before=${MESSAGE_ID}&limit=x`, 'limit'],
    [`/api/events?chats=${Array.from({ length: 51 }, () => CHAT_ID).join()}`, 'chats'],
    ['/api/events?other=1', 'other'],
  ])('[FH-1] GET %s names the field', async (path, field) => {
    expect(await problemOf(await request(path))).toEqual(problem(400, 'invalid', field))
  })

  it('[FH-2] refuses 100,000 nested brackets in a moment', async () => {
    const started = performance.now()
    const response = await command('POST', '/api/chats', '['.repeat(100_000))
    const tookMs = performance.now() - started
    expect(await problemOf(response)).toEqual(problem(400, 'invalid', 'body'))
    // The promise is 50 ms on a quiet machine; a parse that walks the nesting dies.
    expect(tookMs).toBeLessThan(3_000)
  })

  it('logs nothing about any of this: bad input is no trouble of ours', () => {
    expect(logged).toEqual([])
  })
})

describe('text', () => {
  it.each([
    'a lone \ud800 surrogate',
    '\udc00\ud83d',
    'NUL \0 and friends \u0001\u001f\u007f',
    '\ufeffbom, \u2028 line, \u202e override, \u200b nothing',
    'e\u0301 stays decomposed, é composed',
    ' padded \r\n\t',
    '{"text":"\\u0000"}',
    '👩‍👩‍👧‍👦 Ｔｅｘｔ ﷽',
  ])('[FH-5] reaches the engine and comes back exactly: %j', async text => {
    const sent: ChatCommand<'send'>[] = []
    const engine = fakeEngine({
      send: async command => {
        sent.push(command)
        return { messageId: MESSAGE_ID, runId: RUN_ID, answerId: ANSWER_ID, waits: false }
      },
      view: async () => ({ ...VIEW, chat: { ...CHAT, title: { text, by: 'person' } } }),
    })
    const { command, request } = fakeApi({ engine })
    await command('POST', `/api/chats/${CHAT_ID}/messages`, { text, parentId: MESSAGE_ID })
    const view = await (await request(`/api/chats/${CHAT_ID}`)).json()
    expect(sent).toEqual([{ key: 'key-1', chatId: CHAT_ID, text, parentId: MESSAGE_ID }])
    expect(view.chat.title.text).toBe(text)
  })
})

describe('ids', () => {
  const engine = fakeEngine({
    view: async chatId => {
      throw new EngineError('chat-not-found', `no chat ${chatId}`)
    },
    send: async ({ parentId }) => {
      throw new EngineError('message-not-found', `no message ${parentId}`)
    },
  })
  const { request, command } = fakeApi({ engine })

  it.each([
    'x',
    'chat_',
    `msg_${'a'.repeat(32)}`,
    `chat_${'A'.repeat(32)}`,
    `chat_${'a'.repeat(33)}`,
    '%0d%0aSet-Cookie',
  ])('[FH-7] a malformed chat id (%s) and a missing one look the same', async id => {
    const missing = await request(`/api/chats/${MISSING_CHAT_ID}`)
    const malformed = await request(`/api/chats/${id}`)
    expect([malformed.status, await malformed.text()]).toEqual([404, await missing.text()])
    expect(missing.status).toBe(404)
  })

  it('[FH-7] neither are message ids in a body', async () => {
    const path = `/api/chats/${CHAT_ID}/messages`
    const missing = await command('POST', path, { text: 'a', parentId: MESSAGE_ID })
    const malformed = await command('POST', path, { text: 'a', parentId: 'nonsense' })
    expect([malformed.status, await malformed.text()]).toEqual([404, await missing.text()])
  })

  it.each([
    ['POST', `/api/chats/${CHAT_ID}/stop`, { runId: 'nonsense' }, 'run-not-found'],
    ['POST', `/api/chats/${CHAT_ID}/stop`, { compactionId: 'nonsense' }, 'compaction-not-found'],
    ['PATCH', '/api/chats/nonsense', { title: 'a' }, 'chat-not-found'],
    ['POST', '/api/chats/nonsense/stop', {}, 'chat-not-found'],
    ['POST', '/api/chats/nonsense/inspection', { context: null, text: '' }, 'chat-not-found'],
    ['PUT', '/api/chats/nonsense/context', CONTEXT, 'chat-not-found'],
    ['PUT', `/api/chats/nonsense/marks/${MESSAGE_ID}`, { mark: null }, 'chat-not-found'],
    ['PUT', `/api/chats/${CHAT_ID}/marks/nonsense`, { mark: null }, 'message-not-found'],
    ['POST', `/api/chats/${CHAT_ID}/calls/nonsense/approve`, { hash: 'a', always: false }, 'call-not-found'],
    ['POST', `/api/chats/${CHAT_ID}/calls/nonsense/deny`, { reason: '' }, 'call-not-found'],
    ['POST', `/api/chats/${CHAT_ID}/messages/nonsense/continue`, {}, 'message-not-found'],
  ])('[FH-7] %s %s with %j is a 404', async (method, path, body, code) => {
    expect(await problemOf(await command(method, path, body))).toEqual(problem(404, code))
  })
})

/** What these report depends on nothing that could fail. */
const FIXED = [
  '/api/health',
  '/api/read-only',
  '/api/openapi.json',
  '/api/events',
  '/api/presets',
  '/api/slash-commands',
]

describe('failure', () => {
  it.each<[EngineErrorCode, number, boolean, string | null]>([
    ['chat-not-found', 404, false, null],
    ['message-not-found', 404, false, null],
    ['provider-not-found', 404, false, null],
    ['call-not-found', 404, false, null],
    ['message-gone', 409, false, null],
    ['directory-refused', 409, false, null],
    ['request-not-found', 404, false, null],
    ['request-gone', 410, false, null],
    ['request-unreadable', 409, false, null],
    ['call-decided', 409, false, null],
    ['call-changed', 409, false, null],
    ['chat-unreadable', 409, false, null],
    ['provider-unreadable', 409, false, null],
    ['run-active', 409, true, '1'],
    ['key-reused', 422, false, null],
    ['secrets-differ', 409, false, null],
    ['model-not-found', 409, false, null],
    ['cannot-fit', 422, false, null],
    ['invalid', 400, false, null],
    ['closed', 503, true, '1'],
  ])('reports the engine error %s as %i', async (code, status, retryable, retryAfter) => {
    const send = async () => {
      throw new EngineError(code, 'what the engine says')
    }
    const { command, logged } = fakeApi({ engine: fakeEngine({ send }) })
    const response = await command('POST', `/api/chats/${CHAT_ID}/messages`, { text: 'a', parentId: null })
    const body = await response.json()
    expect([response.status, body.code, body.retryable, response.headers.get('retry-after')]).toEqual([
      status,
      code,
      retryable,
      retryAfter,
    ])
    expect(body.detail).toMatch(status === 404 ? /^There is no such/ : /^What the engine says\.$/)
    expect(logged).toEqual([])
  })

  it.each<[StoreErrorKind, boolean, string | null]>([
    ['busy', true, '2'],
    ['full', true, '2'],
    ['in-use', false, null],
    ['unreadable', false, null],
    ['newer', false, null],
    ['refused', false, null],
    ['locked', false, null],
    ['closed', false, null],
  ])('[FS-2] [FS-3] reports the store error %s as 503 and logs it', async (kind, retryable, retryAfter) => {
    const error = new StoreError(kind, 'what the store says')
    const send = async () => {
      throw error
    }
    const { command, logged } = fakeApi({ engine: fakeEngine({ send }) })
    const response = await command('POST', `/api/chats/${CHAT_ID}/messages`, { text: 'a', parentId: null })
    const { status, code, detail, ...rest } = await response.json()
    expect([status, code, detail, rest.retryable, response.headers.get('retry-after')]).toEqual([
      503,
      `store-${kind}`,
      'What the store says.',
      retryable,
      retryAfter,
    ])
    expect(logged).toEqual([{ message: 'the store failed', facts: { kind, error } }])
  })

  it.each([...READ_REQUESTS, ...COMMAND_REQUESTS].filter(route => !FIXED.includes(route.path)))(
    '[Z-13] reports what nobody foresaw on $method $path by a reference only, and logs it whole',
    async ({ method, path, body }) => {
      const secret = new Error('password=hunter2')
      const fail = async () => {
        throw secret
      }
      const { command, request, logged } = fakeApi({
        engine: failing(fakeEngine(), fail),
        desk: failing(fakeDesk(), fail),
        providers: failing(fakeProviders(), fail),
        storage: { use: fail, sweep: fail },
        files: failing(fakeFiles(), fail),
        mcp: failing(fakeMcp(), fail),
        webSearch: failing(fakeWebSearch(), fail),
        jobs: { list: fail, stop: fail },
      })
      const response = body === null ? await request(path) : await command(method, path, body)
      const text = await response.text()
      const reference = logged[0]?.facts.reference
      expect([response.status, JSON.parse(text).code, text.includes(String(reference))]).toEqual([
        500,
        'unexpected',
        true,
      ])
      expect(text).not.toMatch(/hunter2|\.ts\b/)
      expect(logged).toEqual([{ message: 'a request failed unexpectedly', facts: { reference, error: secret } }])
    },
  )
})

it('[W4] [FH-4] refuses an upload that its sender breaks off, which is no failure of the home', async () => {
  const attachments = fakeAttachments({
    async receive({ bytes }) {
      for await (const piece of bytes) throw new Error(`arrived: ${piece.length} bytes`)
      throw new Error('the end was never reached')
    },
  })
  const { request, logged } = fakeApi({ attachments })
  const body = new ReadableStream({ pull: controller => controller.error(new Error('aborted')) })
  const headers = { 'x-file-name': 'notes.txt' }
  // TypeScript's DOM does not know `duplex`, which a streamed body needs.
  const init: RequestInit & { readonly duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' }
  const response = await request('/api/blobs', init)
  expect([response.status, await response.json()]).toEqual([
    400,
    expect.objectContaining({ code: 'invalid', detail: 'The file ended early: aborted' }),
  ])
  expect(logged).toEqual([])
})

it('[FS-2] is not healthy while nothing can be saved', async () => {
  const checkHealth = async () => {
    throw new StoreError('full', 'the disk is full')
  }
  const { request } = fakeApi({ checkHealth })
  expect(await problemOf(await request('/api/health'))).toEqual(problem(503, 'store-full'))
})
