import { once } from 'node:events'
import { connect } from 'node:net'
import type { Chat, ChatEvent, ChatView } from '@stet/api/client'
import { applyEvent } from '@stet/api/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StetProcess, temporaryFolder } from './testing/stet-process.ts'
import { until } from './testing/until.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let stet: StetProcess
let port = 0
let chat: Chat

beforeAll(async () => {
  folder = await temporaryFolder()
  stet = new StetProcess({ STET_DATA: folder.path, STET_DEMO_PACE: '0' })
  port = Number(new URL(await stet.address()).port)
  chat = await (await stet.client()).createChat()
})
afterAll(async () => {
  await stet[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

/** Speaks HTTP by hand, as no library would. */
async function say(lines: readonly string[], body = ''): Promise<{ status: number; text: string }> {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('latin1')
  let text = ''
  socket.on('data', data => {
    text += data
  })
  socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`)
  await once(socket, 'close')
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]), text }
}

describe('Host, byte by byte', () => {
  it.each([
    ['none', ['GET /api/health HTTP/1.1'], 400],
    ['none, in the old protocol', ['GET /api/health HTTP/1.0'], 400],
    ['an empty one', ['GET /api/health HTTP/1.1', 'Host:'], 400],
    ['another', ['GET /api/health HTTP/1.1', 'Host: evil.test'], 403],
    ['one that begins like ours', ['GET /api/health HTTP/1.1', 'Host: 127.0.0.1.evil.test:PORT'], 403],
    ['ours without the port', ['GET /api/health HTTP/1.1', 'Host: 127.0.0.1'], 403],
    ['ours twice', ['GET /api/health HTTP/1.1', 'Host: 127.0.0.1:PORT', 'Host: 127.0.0.1:PORT'], 403],
    ['ours and another', ['GET /api/health HTTP/1.1', 'Host: 127.0.0.1:PORT', 'Host: evil.test'], 403],
    ['another and ours', ['GET /api/health HTTP/1.1', 'Host: evil.test', 'Host: 127.0.0.1:PORT'], 403],
    ['another in the request line', ['GET http://evil.test/api/health HTTP/1.1', 'Host: 127.0.0.1:PORT'], 403],
    ['ours as a number', ['GET /api/health HTTP/1.1', 'Host: 2130706433:PORT'], 'either'],
    ['ours with a name in front', ['GET /api/health HTTP/1.1', 'Host: evil@127.0.0.1:PORT'], 400],
    ['another, for the page', ['GET / HTTP/1.1', 'Host: evil.test'], 403],
    ['another, for the events', ['GET /api/events HTTP/1.1', 'Host: evil.test'], 403],
  ])('[Z-2] refuses %s', async (_, lines, status) => {
    const answer = await say(lines.map(line => line.replace('PORT', String(port))))
    const refused = status === 'either' ? [400, 403] : [status]
    expect([refused.includes(answer.status), answer.text.includes('"ok":true')]).toEqual([true, false])
  })

  it.each(['127.0.0.1', 'localhost', 'LocalHost', '[::1]'])('answers to %s', async name => {
    expect((await say(['GET /api/health HTTP/1.1', `Host: ${name}:${port}`])).status).toBe(200)
  })
})

describe('the request line', () => {
  it.each([
    '/..%2f..%2fetc/passwd',
    '/../../etc/passwd',
    '/api/../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..\\..\\etc\\passwd',
    '//etc/passwd',
    '/api/chats/%00',
    '/api/chats/..;/..;/',
    '*',
    'no-slash',
  ])('[FH-8] gives nothing away for %s', async target => {
    const { status, text } = await say([`GET ${target} HTTP/1.1`, `Host: 127.0.0.1:${port}`])
    expect([[400, 404].includes(status), text.includes('root:')]).toEqual([true, false])
  })
})

describe('bad input', () => {
  const routes = () => [
    ['POST', '/api/chats'],
    ['PATCH', `/api/chats/${chat.id}`],
    ['POST', `/api/chats/${chat.id}/messages`],
    ['POST', `/api/chats/${chat.id}/stop`],
  ]
  const bodies = [
    '',
    'null',
    '[]',
    '0',
    '"x"',
    '{',
    '{"text":1}',
    '{"text":null,"parentId":null}',
    '{"text":"a","parentId":"msg_x"}',
    '{"title":{}}',
    '{"runId":[]}',
    '{"__proto__":{"polluted":1}}',
    '{"text":"a","text":"b"}',
    '['.repeat(100_000),
    `"${'x'.repeat(5 * 1024 * 1024)}"`,
    '\0',
    '\ufeff{}',
  ]

  it('[FH-1] [FH-2] [FH-3] [FH-4] is a 4xx on every route, and the process stays up', async () => {
    const statuses = new Set<number>()
    for (const [method = '', path = ''] of routes()) {
      for (const body of bodies) {
        for (const headers of [
          { 'content-type': 'application/json', 'idempotency-key': 'key' },
          { 'content-type': 'application/json' },
          { 'content-type': 'text/plain', 'idempotency-key': 'key' },
        ]) {
          const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body })
          statuses.add(answer.status)
        }
      }
    }
    for (const query of ['limit=0', 'limit=x', 'after=%00', 'after=nonsense', 'x=1']) {
      statuses.add((await fetch(`http://127.0.0.1:${port}/api/chats?${query}`)).status)
    }
    expect([...statuses].filter(status => status < 400 || status > 499)).toEqual([])
    expect((await (await stet.client()).health()).ok).toBe(true)
    expect(stet.stderr).toBe('')
  })

  it('[FH-6] a command that comes many times at once acts once and answers the same', async () => {
    const client = await stet.client()
    const fresh = await client.createChat()
    const sent = await Promise.all(
      Array.from({ length: 20 }, () => client.send(fresh.id, { text: 'Once', parentId: null, key: 'the-same-key' })),
    )
    const view = await client.chat(fresh.id)
    expect(new Set(sent.map(answer => answer.messageId)).size).toBe(1)
    expect(view.path.filter(message => message.role === 'user').length).toBe(1)
  })

  it('[FH-10] many messages at once to one chat are taken one by one, or refused to be tried again', async () => {
    const client = await stet.client()
    const fresh = await client.createChat()
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        client.send(fresh.id, { text: `Message ${index}`, parentId: null }).then(
          () => 'taken',
          error => `${error.status} ${error.retryable}`,
        ),
      ),
    )
    const taken = outcomes.filter(outcome => outcome === 'taken').length
    expect([taken > 0, outcomes.filter(outcome => outcome !== 'taken' && outcome !== '409 true')]).toEqual([true, []])
    const firsts = (await client.chat(fresh.id)).path.filter(message => message.role === 'user')
    expect(firsts.length).toBe(1)
  })

  it('[FH-5] text comes back from the disk exactly as it was sent', async () => {
    const client = await stet.client()
    const fresh = await client.createChat()
    const text = 'lone \ud800, NUL \0, \ufeffbom, e\u0301, \u202e, 👩‍👩‍👧 \r\n'
    await client.send(fresh.id, { text, parentId: null })
    const [message] = (await client.chat(fresh.id)).path
    expect(message?.role === 'user' && message.parts).toEqual([{ kind: 'text', text }])
  })
})

describe('events', () => {
  /** Every event of a chat that a page receives from before its first message until nothing more can follow. */
  async function wholeStory(text: string) {
    const client = await stet.client()
    const { id } = await client.createChat()
    const received: { id: string; event: ChatEvent }[] = []
    const seen = (what: string, holds: (event: ChatEvent) => boolean) =>
      until(what, () => received.find(({ event }) => holds(event)) ?? null)
    const watch = client.watch({
      chats: [id],
      onEvent(event, eventId) {
        // Other tests' chats change the list meanwhile.
        if (event.chatId === id) received.push({ id: eventId, event })
      },
    })
    await seen('a snapshot', event => event.kind === 'snapshot')
    await client.send(id, { text, parentId: null })
    await seen('the end of the run', event => event.kind === 'run-ended')
    await seen('a title', event => event.kind === 'chat-changed' && event.chat.title !== null)
    // The title is made while the run ends, so either may be published last. What a later command publishes comes after both.
    await client.rename(id, { title: 'The end' })
    await seen('the last event', isLast)
    watch.close()
    return { client, chatId: id, received, view: await client.chat(id) }
  }

  function isLast(event: ChatEvent): boolean {
    return event.kind === 'chat-changed' && event.chat.title?.text === 'The end'
  }

  it('[FE-1] [R3] coming back with the id of any event ends in the same view as never having left', async () => {
    const { client, chatId, received, view } = await wholeStory('Hello')
    expect(received.reduce<ChatView | null>(follow, null)).toEqual(view)
    for (let at = 0; at < received.length - 1; at += 1) {
      const before = received.slice(0, at + 1)
      const after: typeof received = []
      const lastEventId = received[at]?.id ?? null
      const watch = client.watch({
        chats: [chatId],
        lastEventId,
        onEvent: (event, id) => after.push({ id, event }),
      })
      // Not by its id: with changes of the list among what was missed, only the last event of all has an id of its own.
      await until('the rest', () => after.find(({ event }) => isLast(event)) ?? null)
      watch.close()
      expect([...before, ...after].reduce<ChatView | null>(follow, null)).toEqual(view)
    }
  })

  it.each([
    ['nonsense', 'nonsense'],
    ['zero', '0-0'],
    ['that of another process', 'ffffffffffffffff-1'],
    ['a path', '../../x'],
    ['a huge number', '9'.repeat(90)],
    ['thousands of letters', 'x'.repeat(5000)],
  ])(
    '[FE-2] a last event id that is %s gets a snapshot of the chats it asked for and nothing else',
    async (_, lastEventId) => {
      const client = await stet.client()
      const reported: ChatEvent[] = []
      const watch = client.watch({ chats: [chat.id], lastEventId, onEvent: event => reported.push(event) })
      await until('a snapshot', () => reported[0] ?? null)
      watch.close()
      expect(reported.map(event => [event.kind, event.chatId])).toEqual([['snapshot', chat.id]])
    },
  )
})

describe('the page', () => {
  it('has its security headers', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } })
    expect([response.headers.get('content-security-policy'), response.headers.get('x-content-type-options')]).toEqual([
      expect.stringContaining("default-src 'self'"),
      'nosniff',
    ])
  })
})

function follow(view: ChatView | null, { event }: { readonly event: ChatEvent }): ChatView | null {
  if (view === null) return event.kind === 'snapshot' ? event.view : null
  const next = applyEvent(view, event)
  if (next === 'resync') throw new Error('the page lost track')
  return next
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters?: readonly Parameter[] }>>>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: { readonly pattern?: string }
}

describe('what is not there, and what is too much', () => {
  it('[FH-7] every read of a chat answers the same for a missing chat and for an id that is none', async () => {
    const origin = await stet.address()
    const { paths }: OpenApi = await (await fetch(`${origin}/api/openapi.json`)).json()
    const reads = Object.entries(paths).flatMap(([path, { get }]) =>
      get === undefined || !path.includes('{chatId}') ? [] : [{ path, parameters: get.parameters ?? [] }],
    )
    expect(reads.length).toBeGreaterThan(10)
    for (const { path, parameters } of reads) {
      const query = new URLSearchParams(
        parameters.flatMap(({ name, in: place, required, schema: { pattern } }) => {
          const prefix = /\^([a-z]+)_/.exec(pattern ?? '')?.[1]
          return place === 'query' && required === true ? [[name, prefix ? `${prefix}_${'b'.repeat(32)}` : '1']] : []
        }),
      )
      const answerFor = async (id: string) => {
        const filled = path.replace('{chatId}', id).replaceAll(/\{\w+\}/g, `msg_${'b'.repeat(32)}`)
        const response = await fetch(`${origin}${filled}?${query}`)
        return { path, status: response.status, body: await response.text() }
      }
      const missing = await answerFor(`chat_${'b'.repeat(32)}`)
      expect(missing).toEqual(await answerFor('x'))
      expect(missing).toMatchObject({ path, status: 404 })
    }
  })

  it('[FH-1] [FH-2] a body of very many fields gets a short answer', async () => {
    const fieldsOf = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join()}}`
    const put = async (body: string) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
      const response = await fetch(`${await stet.address()}/api/chats/${chat.id}/context`, {
        method: 'PUT',
        headers,
        body,
      })
      return { status: response.status, ...(await response.json()) }
    }
    expect(await put(fieldsOf(10_000))).toMatchObject({ status: 400, detail: 'K0, nor 9999 more, is not a setting.' })
    expect(await put(fieldsOf(300_000))).toMatchObject({ status: 400, detail: 'The body has more than 20,000 values.' })
  })
})
