import type { ChatEvent, PublishedEvent, Watcher, Watching } from '@stet/engine'
import { describe, expect, it } from 'vitest'
import { FakeHub } from '../testing/fake-hub.ts'
import { FakeTimer, settle } from '../testing/fake-timer.ts'
import { ANSWER_ID, CHAT, CHAT_ID, fakeApi, fakeEngine } from '../testing/fakes.ts'
import { HEARTBEAT_MS, toEventStream } from './event-stream.ts'
import { createWritePace, WRITE_PAUSE_MS } from './write-pace.ts'

function delta(text: string, at = 0): ChatEvent {
  return { kind: 'part-delta', chatId: CHAT_ID, messageId: ANSWER_ID, part: 0, at, text }
}

function frame(id: string, event: ChatEvent): string {
  return `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`
}

function open(hub: { watch(watcher: Watcher): Watching }) {
  const timer = new FakeTimer()
  const troubles: unknown[] = []
  const gone = new AbortController()
  const stream = toEventStream({
    watch: signal => hub.watch({ chats: [CHAT_ID], lastEventId: null, signal }),
    gone: gone.signal,
    time: timer,
    pace: createWritePace(),
    onError: error => troubles.push(error),
  })
  const reader = stream.getReader()
  const read = async () => {
    const { value } = await reader.read()
    return value === undefined ? null : new TextDecoder().decode(value)
  }
  return { timer, troubles, gone, reader, read }
}

describe('toEventStream', () => {
  it('writes an id and one line of JSON for each event', async () => {
    const hub = new FakeHub()
    const { read } = open(hub)
    hub.publish(delta('Hi'))
    expect([await read(), await read()]).toEqual([
      ': open\n\n',
      `id: epoch-1\ndata: ${JSON.stringify(delta('Hi'))}\n\n`,
    ])
  })

  it('writes at once what waits already, and the same bytes for everyone who watches the chat list', async () => {
    const changed: ChatEvent = { kind: 'chat-changed', chatId: CHAT_ID, chat: CHAT }
    const events = [delta('Hi'), changed, delta(' there', 2)].map((event, index) => ({ id: `epoch-${index}`, event }))
    async function written() {
      const waiting = events.slice()
      const stream = toEventStream({
        watch: () => ({
          async *[Symbol.asyncIterator]() {
            for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) yield next
          },
          takeReady: () => waiting.splice(0),
        }),
        gone: new AbortController().signal,
        time: new FakeTimer(),
        pace: createWritePace(),
        onError: () => undefined,
      })
      const reader = stream.getReader()
      await reader.read()
      const { value } = await reader.read()
      expect(await reader.read()).toEqual({ done: true, value: undefined })
      return new TextDecoder().decode(value)
    }
    const expected = events.map(({ id, event }) => `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`).join('')
    expect([await written(), await written()]).toEqual([expected, expected])
  })

  /** Everything of it can be taken at once, as from the engine. */
  function openReady(waiting: PublishedEvent[]) {
    const hub = new FakeHub()
    const watch = (watcher: Watcher) => ({
      [Symbol.asyncIterator]: () => hub.watch(watcher)[Symbol.asyncIterator](),
      takeReady: () => waiting.splice(0),
    })
    return { hub, ...open({ watch }) }
  }

  it('writes text no more often than a screen shows it, and joins text that continues under the last id', async () => {
    const waiting: PublishedEvent[] = []
    const { hub, read, timer } = openReady(waiting)
    await read()
    hub.publish(delta('Fe'))
    const first = await read()
    waiting.push({ id: 'epoch-2', event: delta('rn', 2) }, { id: 'epoch-3', event: delta('s', 4) })
    const second = read()
    await settle()
    const pausing = timer.waiting
    waiting.push({ id: 'epoch-4', event: delta(' grow', 5) }, { id: 'epoch-5', event: delta('elsewhere', 0) })
    await timer.pass(WRITE_PAUSE_MS)
    expect([first, pausing, await second]).toEqual([
      frame('epoch-1', delta('Fe')),
      [WRITE_PAUSE_MS],
      frame('epoch-4', delta('rns grow', 2)) + frame('epoch-5', delta('elsewhere', 0)),
    ])
  })

  it('lets nothing wait that is no text, nor what comes with it', async () => {
    const waiting: PublishedEvent[] = []
    const { hub, read, timer } = openReady(waiting)
    await read()
    hub.publish(delta('Ferns'))
    await read()
    const ended: ChatEvent = { kind: 'run-ended', chatId: CHAT_ID, runId: 'run_a', state: 'complete' }
    waiting.push({ id: 'epoch-2', event: delta('.', 5) }, { id: 'epoch-3', event: ended })
    expect([await read(), timer.waiting]).toEqual([frame('epoch-2', delta('.', 5)) + frame('epoch-3', ended), []])
  })

  it('[FE-3] sends a comment when 15 s pass without an event, and continues', async () => {
    const hub = new FakeHub()
    const { read, timer } = open(hub)
    await read()
    const first = read()
    await timer.pass(HEARTBEAT_MS)
    const second = read()
    hub.publish(delta('late'))
    expect([HEARTBEAT_MS, await first, await second]).toEqual([
      15_000,
      ': \n\n',
      `id: epoch-1\ndata: ${JSON.stringify(delta('late'))}\n\n`,
    ])
  })

  it('[FE-4] takes nothing from the engine while the client does not read', async () => {
    let taken = 0
    async function* endless(): AsyncGenerator<PublishedEvent> {
      for (;;) {
        taken += 1
        yield { id: `epoch-${taken}`, event: delta('x'.repeat(10_000)) }
      }
    }
    const stream = toEventStream({
      watch: endless,
      gone: new AbortController().signal,
      time: new FakeTimer(),
      pace: createWritePace(),
      onError: () => undefined,
    })
    const reader = stream.getReader()
    await reader.read()
    await reader.read()
    await settle()
    expect(taken).toBe(1)
    await reader.cancel()
  })

  it('lets the watcher go when the client goes, by either way of going, and leaves no timer', async () => {
    const hub = new FakeHub()
    const cancelled = open(hub)
    const aborted = open(hub)
    await cancelled.read()
    await aborted.read()
    const last = [cancelled.read(), aborted.read()]
    await cancelled.reader.cancel()
    aborted.gone.abort()
    expect([await Promise.all(last), hub.watchers.map(watcher => watcher.signal.aborted)]).toEqual([
      [null, null],
      [true, true],
    ])
    await settle()
    expect([cancelled.timer.waiting, aborted.timer.waiting, cancelled.troubles, aborted.troubles]).toEqual([
      [],
      [],
      [],
      [],
    ])
  })

  it('ends when the engine ends', async () => {
    const hub = new FakeHub()
    const { read } = open(hub)
    await read()
    const last = read()
    hub.close()
    expect(await last).toBeNull()
  })

  it('starts nothing for an answer that nobody reads', async () => {
    const hub = new FakeHub()
    const { app } = fakeApi({ engine: fakeEngine({ watch: hub.watch }) })
    const response = await app.request('http://127.0.0.1:4848/api/events', { method: 'HEAD' })
    await settle()
    expect([response.status, response.headers.get('content-type'), hub.watchers]).toEqual([
      200,
      'text/event-stream',
      [],
    ])
  })

  it('[Z-13] reports a watch that fails, and ends without a word of it', async () => {
    const trouble = new Error('the hub broke')
    const troubles: unknown[] = []
    const stream = toEventStream({
      // biome-ignore lint/correctness/useYield: it fails before its first event.
      watch: async function* () {
        throw trouble
      },
      gone: new AbortController().signal,
      time: new FakeTimer(),
      pace: createWritePace(),
      onError: error => troubles.push(error),
    })
    const reader = stream.getReader()
    await reader.read()
    // It fails before anybody reads on, which must not be a rejection that nobody handles.
    await settle()
    expect([await reader.read(), troubles]).toEqual([{ done: true, value: undefined }, [trouble]])
  })

  it('[Z-12] gives line breaks in titles no way to forge a field', async () => {
    const hub = new FakeHub()
    const { read } = open(hub)
    await read()
    const title = 'a\r\n\r\nid: epoch-99\rdata: {"kind":"forged"}\n\n\u2028'
    hub.publish({ kind: 'chat-changed', chatId: CHAT_ID, chat: { ...CHAT, title: { text: title, by: 'person' } } })
    const frame = await read()
    expect(frame?.split(/\r\n|\n|\r/).map(line => line.split(':')[0])).toEqual(['id', 'data', '', ''])
  })

  it('[Z-12] refuses to send an id that would break its line', async () => {
    const troubles: unknown[] = []
    const stream = toEventStream({
      watch: async function* () {
        yield { id: '1\ndata: x', event: delta('a') }
      },
      gone: new AbortController().signal,
      time: new FakeTimer(),
      pace: createWritePace(),
      onError: error => troubles.push(error),
    })
    const reader = stream.getReader()
    await reader.read()
    expect([await reader.read(), troubles]).toEqual([
      { done: true, value: undefined },
      [new Error('an event has the id "1\\ndata: x"')],
    ])
  })
})

describe('GET /api/events', () => {
  async function watcherOf(query: string, headers: Record<string, string>) {
    const hub = new FakeHub()
    const { request } = fakeApi({ engine: fakeEngine({ watch: hub.watch }) })
    const reader = (await request(`/api/events${query}`, { headers })).body?.getReader()
    await reader?.read()
    await reader?.cancel()
    return hub.watchers.map(({ chats, lastEventId }) => ({ chats, lastEventId }))
  }

  it.each([
    ['epoch-7', 'epoch-7'],
    ['', null],
    ['x'.repeat(101), null],
    ['with space', null],
    ['é', null],
  ])('[FE-2] hands the last event id "%s" on as %s', async (header, lastEventId) => {
    expect(await watcherOf(`?chats=${CHAT_ID}`, { 'last-event-id': header })).toEqual([
      { chats: [CHAT_ID], lastEventId },
    ])
  })

  it('[FH-7] watches each chat once, and an id that no chat can have as one that is not there', async () => {
    expect(await watcherOf(`?chats=${CHAT_ID},,nonsense,${CHAT_ID}`, {})).toEqual([
      { chats: [CHAT_ID], lastEventId: null },
    ])
  })

  it('leaves the chat list out where it is not wanted, and refuses what says neither', async () => {
    const hub = new FakeHub()
    const { request } = fakeApi({ engine: fakeEngine({ watch: hub.watch }) })
    for (const query of ['', '&list=true', '&list=false']) {
      const reader = (await request(`/api/events?chats=${CHAT_ID}${query}`, {})).body?.getReader()
      await reader?.read()
      await reader?.cancel()
    }
    const refused = await request(`/api/events?chats=${CHAT_ID}&list=perhaps`, {})
    expect([hub.watchers.map(({ list }) => list), refused.status]).toEqual([[true, true, false], 400])
  })

  it('watches the chat list alone when no chat is named', async () => {
    expect(await watcherOf('', {})).toEqual([{ chats: [], lastEventId: null }])
  })
})
