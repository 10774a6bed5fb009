import type { ChatEvent, ChatId } from '@stet/engine'
import { describe, expect, it } from 'vitest'
import { WRITE_PAUSE_MS } from '../events/write-pace.ts'
import { FakeHub } from '../testing/fake-hub.ts'
import { FakeTimer, settle } from '../testing/fake-timer.ts'
import { ANSWER_ID, CHAT_ID, fakeApi, fakeEngine, MISSING_CHAT_ID, ORIGIN } from '../testing/fakes.ts'
import type { ApiError } from './api-error.ts'
import { createClient } from './create-client.ts'
import { SILENCE_MS } from './read-events.ts'
import type { WatchOptions, WatchState } from './watch.ts'

type Fetch = (input: string, init: RequestInit) => Promise<Response>

const TEXT = 'Ferns \n\ndata: grow 👩‍🌾\r\0'

/** The answer as single characters, as a model would write it. */
function deltas(): ChatEvent[] {
  return Array.from({ length: TEXT.length }, (_, at) => ({
    kind: 'part-delta',
    chatId: CHAT_ID,
    messageId: ANSWER_ID,
    part: 0,
    at,
    text: TEXT.charAt(at),
  }))
}

/** A page: watches, keeps what it received, and can be looked at. */
function page(options: { hub?: FakeHub; fetch?: (real: Fetch) => Fetch; watch?: Partial<WatchOptions> } = {}) {
  const hub = options.hub ?? new FakeHub()
  const timer = new FakeTimer()
  let now = 0
  // It runs by itself: no write has to wait because of the one before.
  const clock = () => {
    now += WRITE_PAUSE_MS
    return now
  }
  const { app } = fakeApi({ engine: fakeEngine({ watch: hub.watch }), time: { schedule: timer.schedule, clock } })
  const real: Fetch = async (input, init) => app.request(input, init)
  const wakes = new Set<() => void>()
  const states: (WatchState | [WatchState, string])[] = []
  const heard: { id: string; text: string }[] = []
  const client = createClient({
    fetch: options.fetch?.(real) ?? real,
    base: ORIGIN,
    newKey: () => 'key',
    schedule: timer.schedule,
    random: () => 1,
    onWake: wake => {
      wakes.add(wake)
      return () => wakes.delete(wake)
    },
  })
  const watch = client.watch({
    chats: [CHAT_ID],
    onEvent: (event, id) => heard.push({ id, text: event.kind === 'part-delta' ? event.text : event.kind }),
    onState: (state: WatchState, because: ApiError | null) => states.push(because ? [state, because.code] : state),
    ...options.watch,
  })
  const text = () => heard.map(event => event.text).join('')
  /** Between two connections: every other time limit is longer than the longest pause. */
  const pausing = () => timer.waiting.some(ms => ms <= 10_000)
  return { hub, timer, wakes, states, heard, watch, text, pausing }
}

/** An answer whose body breaks after so many bytes. */
function cutAfter(response: Response, bytes: number): Response {
  const reader = response.body?.getReader()
  let left = bytes
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = await reader?.read()
      if (!chunk || chunk.done) return controller.close()
      controller.enqueue(chunk.value.slice(0, left))
      left -= chunk.value.length
      if (left > 0) return
      await reader?.cancel()
      controller.error(new TypeError('network error'))
    },
    cancel: reason => reader?.cancel(reason),
  })
  return new Response(body, response)
}

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries += 1) {
    if (tries > 1000) throw new Error('it did not come about')
    await settle()
  }
}

describe('watch', () => {
  it('hands on each event with its id, and goes live', async () => {
    const { hub, states, heard, watch } = page()
    hub.publish(...deltas().slice(0, 2))
    await until(() => heard.length === 2)
    expect([states, heard]).toEqual([
      ['connecting', 'live'],
      [
        { id: 'epoch-1', text: 'F' },
        { id: 'epoch-2', text: 'e' },
      ],
    ])
    watch.close()
  })

  it('[FE-1] [FE-7] gives the same text wherever in the first hundreds of bytes the connection breaks, three times over', async () => {
    const wire = 300
    for (let bytes = 1; bytes < wire; bytes += 3) {
      const { hub, timer, text, watch, pausing } = page({
        fetch: real => {
          let connections = 0
          return async (input, init) => {
            connections += 1
            const response = await real(input, init)
            return connections <= 3 ? cutAfter(response, bytes * connections) : response
          }
        },
      })
      hub.publish(...deltas())
      for (let drops = 0; drops < 3; drops += 1) {
        await until(pausing)
        await timer.pass(10_000)
      }
      await until(() => text().length >= TEXT.length)
      expect(text()).toBe(TEXT)
      watch.close()
    }
  })

  it('[FE-1] resumes behind the last event it handed on', async () => {
    const hub = new FakeHub()
    const { watch, heard, timer, pausing } = page({
      hub,
      fetch: real => async (input, init) => {
        const response = await real(input, init)
        return hub.watchers.length === 0 ? cutAfter(response, 200) : response
      },
    })
    hub.publish(...deltas())
    await until(pausing)
    const last = heard.at(-1)?.id
    await timer.pass(500)
    await until(() => heard.length === TEXT.length)
    expect(hub.watchers.map(watcher => watcher.lastEventId)).toEqual([null, last])
    watch.close()
  })

  it('[FE-3] says reconnecting, never failed, and backs off from half a second to ten', async () => {
    let refused = 0
    const { timer, states, watch, pausing } = page({
      fetch: () => async () => {
        refused += 1
        throw new TypeError('fetch failed')
      },
    })
    const waits: number[] = []
    for (let tries = 1; tries <= 7; tries += 1) {
      await until(() => refused === tries && pausing())
      waits.push(...timer.waiting)
      await timer.pass(10_000)
    }
    expect([waits, states]).toEqual([
      [500, 1000, 2000, 4000, 8000, 10_000, 10_000],
      ['connecting', ['reconnecting', 'unreachable']],
    ])
    watch.close()
  })

  it('tries again at once when the network or the user returns', async () => {
    let down = true
    const { states, wakes, watch } = page({
      fetch: real => async (input, init) => {
        if (down) throw new TypeError('fetch failed')
        return real(input, init)
      },
    })
    await until(() => states.length === 2)
    down = false
    for (const wake of wakes) wake()
    await until(() => states.at(-1) === 'live')
    watch.close()
    expect([states.at(-1), wakes.size]).toEqual(['closed', 0])
  })

  it('gives up a connection on which nothing was received for 40 s, and opens another', async () => {
    const silent = new ReadableStream<Uint8Array>()
    let connections = 0
    const { timer, states, watch, hub, pausing } = page({
      fetch: real => async (input, init) => {
        connections += 1
        return connections === 1 ? new Response(silent) : real(input, init)
      },
    })
    await until(() => states.at(-1) === 'live')
    await timer.pass(SILENCE_MS)
    await until(pausing)
    await timer.pass(500)
    await until(() => states.at(-1) === 'live')
    expect([SILENCE_MS, states, hub.watchers.length <= 1]).toEqual([
      40_000,
      ['connecting', 'live', ['reconnecting', 'unreachable'], 'live'],
      true,
    ])
    watch.close()
  })

  it('[FE-8] comes back when the home ends the stream', async () => {
    const { hub, states, watch, timer } = page()
    await until(() => hub.watchers.length === 1)
    hub.close()
    await until(() => states.at(-1) === 'reconnecting')
    expect(timer.waiting).toEqual([500])
    watch.close()
  })

  it('ends for good when the home refuses it', async () => {
    const { states, timer, wakes } = page({
      fetch: real => (input, init) => real(input, { ...init, headers: { origin: 'https://evil.test' } }),
    })
    await until(() => states.length === 2)
    await settle()
    expect([states, timer.waiting, wakes.size]).toEqual([['connecting', ['closed', 'origin-refused']], [], 0])
  })

  it('lets the home go when closed, and receives nothing after that', async () => {
    const { hub, watch, heard, timer, states } = page()
    await until(() => hub.watchers.length === 1)
    watch.close()
    watch.close()
    hub.publish(...deltas())
    await until(() => hub.watchers[0]?.signal.aborted === true)
    await settle()
    expect([heard, timer.waiting, states]).toEqual([[], [], ['connecting', 'live', 'closed']])
  })

  it.each<[string, ChatId[], string | null]>([
    ['a chat more starts with snapshots', [CHAT_ID, MISSING_CHAT_ID], null],
    ['a chat less resumes', [], 'epoch-1'],
  ])('turns to other chats at once: %s', async (_, chats, lastEventId) => {
    const { hub, watch, heard, states } = page()
    hub.publish(...deltas().slice(0, 1))
    await until(() => heard.length === 1)
    watch.setChats(chats)
    await until(() => hub.watchers.length === 2)
    expect(hub.watchers.map(watcher => [watcher.chats, watcher.lastEventId, watcher.signal.aborted])).toEqual([
      [[CHAT_ID], null, true],
      [chats, lastEventId, false],
    ])
    expect(states).toEqual(['connecting', 'live'])
    watch.close()
  })

  it('stays connected when it watches these chats already', async () => {
    const { hub, watch } = page()
    await until(() => hub.watchers.length === 1)
    watch.setChats([CHAT_ID])
    await settle()
    expect(hub.watchers.map(watcher => watcher.signal.aborted)).toEqual([false])
    watch.close()
  })

  it('begins again with snapshots when a handler asks for it in the middle', async () => {
    const hub = new FakeHub()
    const ids: string[] = []
    const { watch } = page({
      hub,
      watch: {
        onEvent: (_, id) => {
          ids.push(id)
          if (ids.length === 2) watch.resync()
        },
      },
    })
    hub.publish(...deltas().slice(0, 3))
    await until(() => ids.length === 5)
    expect([ids, hub.watchers.map(watcher => watcher.lastEventId)]).toEqual([
      ['epoch-1', 'epoch-2', 'epoch-1', 'epoch-2', 'epoch-3'],
      [null, null],
    ])
    watch.close()
  })
})
