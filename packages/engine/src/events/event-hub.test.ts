import { createHistoryBuilder } from '@stet/history/testing'
import { expect, it } from 'vitest'
import type { ChatEvent, PublishedEvent } from '../view/event.ts'
import { createEventHub, type EventHub, type Subscription } from './event-hub.ts'

const chatA = 'chat_a'
const chatB = 'chat_b'
const NO_APPROVALS = { note: () => null, of: () => null, takeChanged: () => [] }

function delta(text: string, chatId: 'chat_a' | 'chat_b' | `chat_${number}` = chatA) {
  return { kind: 'part-delta', chatId, messageId: 'msg_1', part: 0, at: 0, text } satisfies ChatEvent
}

function hub(): EventHub {
  return createEventHub({
    randomBytes: count => new Uint8Array(count),
    isRunning: () => false,
    approvals: NO_APPROVALS,
  })
}

async function first({ next }: Pick<Subscription, 'next'>, count: number): Promise<readonly PublishedEvent[]> {
  const taken: PublishedEvent[] = []
  for (let event = await next(); event !== null; event = await next()) {
    taken.push(event)
    if (taken.length === count) break
  }
  return taken
}

function texts(events: readonly PublishedEvent[]): readonly string[] {
  return events.map(({ event }) => (event.kind === 'part-delta' ? event.text : event.kind))
}

it('sends a subscriber the events of its chats, in order, and of no other', async () => {
  const events = hub()
  const watcher = events.subscribe(new Set([chatA]), null)
  for (const text of ['a', 'b']) events.publish(delta(text))
  events.publish(delta('foreign', chatB))
  events.publish(delta('c'))
  expect(texts(await first(watcher, 3))).toEqual(['a', 'b', 'c'])
})

it('[FE-1] sends what followed the last event that was seen', async () => {
  const events = hub()
  const watcher = events.subscribe(new Set([chatA]), null)
  for (const text of ['a', 'b', 'c']) events.publish(delta(text))
  const [seen] = await first(watcher, 1)
  const back = events.subscribe(new Set([chatA]), seen?.id ?? null)
  expect([back.unserved, texts(back.missed)]).toEqual([[], ['b', 'c']])
})

it('[FE-2] starts over for an id that is not one of its own', () => {
  const events = hub()
  events.publish(delta('a'))
  const epoch = '0000000000000000'
  const foreign = [
    null,
    '',
    '-',
    epoch,
    `${epoch}-`,
    `${epoch}-0`,
    `${epoch}-00`,
    `${epoch}-1e3`,
    `${epoch}-+1`,
    `${epoch}-1.5`,
    `${epoch}--1`,
    `${epoch}-3`,
    `${epoch}-9007199254740993`,
    `${epoch}-1\r\ndata: forged`,
    `${epoch}-1\n`,
    ` ${epoch}-1`,
    'ffffffffffffffff-1',
    '9'.repeat(100_000),
    '\u0000',
    '\ud800',
  ]
  for (const id of foreign) {
    const { unserved, missed } = events.subscribe(new Set([chatA, chatB]), id)
    expect({ id, unserved, missed }).toEqual({ id, unserved: [chatA, chatB], missed: [] })
  }
  expect(events.subscribe(new Set([chatA]), `${epoch}-1`).unserved).toEqual([])
})

it('keeps the last 1,024 events of each chat, and gives a snapshot to whom more than that passed', () => {
  const events = hub()
  const before = events.subscribe(new Set([chatA]), null).from
  for (let index = 0; index < 1024; index += 1) events.publish(delta(String(index)))
  expect(events.subscribe(new Set([chatA]), before).missed).toHaveLength(1024)
  events.publish(delta('one more'))
  const { unserved, missed } = events.subscribe(new Set([chatA, chatB]), before)
  expect([unserved, missed]).toEqual([[chatA], []])
})

it('keeps no more of a chat than a million characters', () => {
  const events = hub()
  const before = events.subscribe(new Set([chatA]), null).from
  for (let index = 0; index < 3; index += 1) events.publish(delta('x'.repeat(400_000)))
  expect(events.subscribe(new Set([chatA]), before).unserved).toEqual([chatA])
})

it('forgets the chats that were quiet longest, and never serves one of them with a hole', () => {
  const events = hub()
  const before = events.subscribe(new Set(), null).from
  for (let index = 0; index < 65_536; index += 1) events.publish(delta('x', `chat_${Math.floor(index / 1024)}`))
  expect(events.subscribe(new Set(['chat_0', 'chat_63']), before).unserved).toEqual([])
  events.publish(delta('x', 'chat_64'))
  expect(events.subscribe(new Set(['chat_0', 'chat_1', 'chat_64']), before).unserved).toEqual(['chat_0'])
  events.publish(delta('again', 'chat_0'))
  expect(events.subscribe(new Set(['chat_0']), before).unserved).toEqual(['chat_0'])
})

it('keeps the events of more than a thousand active chats, and of all of them no more than 64 million characters', () => {
  const events = hub()
  const before = events.subscribe(new Set(), null).from
  for (let index = 0; index < 1100; index += 1) events.publish(delta('x', `chat_${index}`))
  expect(events.subscribe(new Set(['chat_0', 'chat_1099']), before).unserved).toEqual([])
  for (let index = 0; index < 64; index += 1) events.publish(delta('x'.repeat(1_000_000), `chat_${1200 + index}`))
  expect(events.subscribe(new Set(['chat_0', 'chat_1099', 'chat_1263']), before).unserved).toEqual([
    'chat_0',
    'chat_1099',
  ])
})

it('gives at once what waits for a watcher, in order, and no more of it than makes one write', async () => {
  const events = hub()
  const watcher = events.subscribe(new Set([chatA]), null)
  expect(watcher.takeReady()).toEqual([])
  for (const text of ['a', 'b', 'c']) events.publish(delta(text))
  expect(texts(await first(watcher, 1))).toEqual(['a'])
  const other = events.subscribe(new Set([chatA]), null)
  for (const size of [50_000, 50_000, 50_000]) events.publish(delta('x'.repeat(size)))
  const taken = [other.takeReady(), other.takeReady(), other.takeReady()]
  expect(taken.map(some => texts(some).map(text => text.length))).toEqual([[50_000, 50_000], [50_000], []])
})

it('takes of a watcher that left nothing more', () => {
  const events = hub()
  const watcher = events.subscribe(new Set([chatA]), null)
  events.publish(delta('a'))
  watcher.leave()
  events.publish(delta('b'))
  expect(watcher.takeReady()).toEqual([])
})

it('[FE-4] ends a watcher that does not read, and takes it back where it was', async () => {
  const events = hub()
  const slow = events.subscribe(new Set([chatA]), null)
  for (let index = 0; index < 1001; index += 1) events.publish(delta(String(index)))
  expect(texts(await first(slow, 1))).toEqual([])
  const back = events.subscribe(new Set([chatA]), slow.from)
  expect(texts(back.missed)).toEqual(Array.from({ length: 1001 }, (_, index) => String(index)))
})

it('[FE-4] queues text that continues as one event, with the last id, however many pieces it came in', async () => {
  const events = hub()
  const late = events.subscribe(new Set([chatA]), null)
  for (let at = 0; at < 5000; at += 1) events.publish({ ...delta('x'), at })
  events.publish(delta('again'))
  const [text, other] = await first(late, 2)
  expect([text?.event, texts(other === undefined ? [] : [other])]).toEqual([delta('x'.repeat(5000)), ['again']])
  expect(texts(events.subscribe(new Set([chatA]), text?.id ?? null).missed)).toEqual(['again'])
})

it('[FE-4] bounds what waits for a watcher by its characters too', async () => {
  const events = hub()
  const alone = events.subscribe(new Set([chatA]), null)
  events.publish(delta('x'.repeat(5_000_000)))
  expect(texts(await first(alone, 1))).toEqual(['x'.repeat(5_000_000)])
  const slow = events.subscribe(new Set([chatA]), null)
  for (let index = 0; index < 5; index += 1) events.publish(delta('x'.repeat(1_000_000)))
  expect(texts(await first(slow, 1))).toEqual([])
})

it('sends what still waits before it closes', async () => {
  const events = hub()
  const watcher = events.subscribe(new Set([chatA]), null)
  events.publish(delta('last'))
  events.close()
  expect(texts(await first(watcher, 5))).toEqual(['last'])
})

it('[T6] publishes every chat to lists except those that calls made, which only their own subscribers get', async () => {
  const events = hub()
  const listing = events.subscribe(new Set(), null)
  const watching = events.subscribe(new Set([chatA]), null)
  const chat = createHistoryBuilder().chat()
  const called = { ...chat, calledBy: { chatId: chatB, callId: 'call_a' } } as const
  events.publish({ kind: 'chat-changed', chatId: chatA, chat: called })
  events.publish({ kind: 'chat-changed', chatId: chatB, chat })
  const heard = (published: readonly PublishedEvent[]) => published.map(({ event }) => event.chatId)
  expect([heard(await first(listing, 1)), heard(await first(watching, 2))]).toEqual([[chatB], [chatA, chatB]])
})

/** A hub with a clock that the test advances. */
function slowHub(isRunning: (chatId: string) => boolean = () => false) {
  const due: (() => void)[] = []
  const events = createEventHub({
    randomBytes: count => new Uint8Array(count),
    isRunning,
    approvals: NO_APPROVALS,
    later: act => {
      due.push(act)
      return () => due.splice(due.indexOf(act), 1)
    },
  })
  return { events, goOn: () => due.shift()?.(), due: () => due.length }
}

function changed(chatId: `chat_${string}`, text: string): ChatEvent {
  return { kind: 'chat-changed', chatId, chat: { ...createHistoryBuilder().chat(), title: { text, by: 'person' } } }
}

function titles(events: readonly PublishedEvent[]): readonly (string | undefined)[] {
  return events.map(({ event }) =>
    event.kind === 'chat-changed' || event.kind === 'chat-listed' ? event.chat.title?.text : event.kind,
  )
}

it('sends the lists all changes of a while together, each chat as it last was, and who watches it at once', () => {
  const { events, goOn, due } = slowHub()
  const watching = events.subscribe(new Set([chatA]), null)
  const listing = events.subscribe(new Set([chatB]), null)
  for (const text of ['one', 'two', 'three']) events.publish(changed(chatA, text))
  events.publish(changed('chat_c', 'other'))
  expect([titles(watching.takeReady()), titles(listing.takeReady())]).toEqual([['one', 'two', 'three'], []])
  goOn()
  expect([titles(watching.takeReady()), titles(listing.takeReady()), due()]).toEqual([['other'], ['three', 'other'], 0])
})

it('sends a watcher that wants no list its chats alone, also when it comes back', () => {
  const { events, goOn } = slowHub()
  const watcher = events.subscribe(new Set([chatB]), null, false)
  events.publish(changed(chatA, 'elsewhere'))
  events.publish(changed(chatB, 'here'))
  goOn()
  expect(titles(watcher.takeReady())).toEqual(['here'])
  expect(titles(events.subscribe(new Set([chatB]), watcher.from, false).missed)).toEqual(['here'])
})

it('[FE-1] publishes a list change to a subscriber that reconnects with an earlier event', () => {
  const { events, goOn } = slowHub()
  const watcher = events.subscribe(new Set([chatB]), null)
  events.publish(changed(chatA, 'changed'))
  events.publish(delta('later', chatB))
  const [seen] = watcher.takeReady()
  const early = events.subscribe(new Set([chatB]), seen?.id ?? null)
  goOn()
  const late = events.subscribe(new Set([chatB]), seen?.id ?? null)
  expect([titles(early.takeReady()), titles(late.missed)]).toEqual([['changed'], ['changed']])
  expect(titles(events.subscribe(new Set([chatA]), seen?.id ?? null).missed)).toEqual([])
})

it('[FE-4] does not overrun who reads when very many chats change at once', () => {
  const { events, goOn } = slowHub()
  const watcher = events.subscribe(new Set(), null)
  for (let index = 0; index < 1500; index += 1) events.publish(changed(`chat_${index}`, String(index)))
  const published: (string | undefined)[] = []
  for (let phases = 0; phases < 15; phases += 1) {
    goOn()
    for (let some = watcher.takeReady(); some.length > 0; some = watcher.takeReady()) published.push(...titles(some))
  }
  expect(published).toEqual(Array.from({ length: 1500 }, (_, index) => String(index)))
})

it('sends the lists what still waits before it closes', async () => {
  const { events, due } = slowHub()
  const watcher = events.subscribe(new Set(), null)
  events.publish(changed(chatA, 'last'))
  events.close()
  expect([titles(await first(watcher, 2)), due()]).toEqual([['last'], 0])
})

it('sends the lists the start and the end of a run, with what a list shows of the chat and nothing else', () => {
  const running = new Set<string>([chatA])
  const { events, goOn } = slowHub(chatId => running.has(chatId))
  const listing = events.subscribe(new Set(), null)
  const listed = () => listing.takeReady().map(({ event }) => event)
  const { id, place, activeAt, deleteAt } = createHistoryBuilder().chat()
  const entry = { id, title: { text: 'Ferns', by: 'person' }, place, activeAt, deleteAt }
  events.publish(changed(chatA, 'Ferns'))
  goOn()
  expect(listed()).toEqual([{ kind: 'chat-listed', chatId: chatA, chat: entry, running: true, waiting: null }])
  running.delete(chatA)
  events.publish({ kind: 'run-ended', chatId: chatA, runId: 'run_a', state: 'complete' })
  goOn()
  expect(listed()).toEqual([{ kind: 'chat-listed', chatId: chatA, chat: entry, running: false, waiting: null }])
})

it('[FE-1] joins what was missed in each of ten chats that were written at once, and can be resumed after any of it', async () => {
  const events = hub()
  const chats = Array.from({ length: 10 }, (_, index) => `chat_${index}` as const)
  const written = (at: number) => `${at % 10},`
  const watcher = events.subscribe(new Set(chats), null)
  for (const chatId of chats) events.publish(delta('first', chatId))
  const seen = (await first(watcher, 10)).at(-1)?.id ?? ''
  for (let at = 0; at < 95; at += 1) {
    for (const chatId of chats) events.publish({ ...delta(written(at), chatId), at: 2 * at })
  }
  const { unserved, missed } = events.subscribe(new Set(chats), seen)
  const whole = Array.from({ length: 95 }, (_, at) => written(at)).join('')
  expect([unserved, texts(missed)]).toEqual([[], chats.map(() => whole)])
  for (const [index, { id }] of missed.entries()) {
    const again = events.subscribe(new Set(chats), id)
    const received = new Set([...missed.slice(0, index + 1), ...again.missed].map(({ event }) => event.chatId))
    expect(received.size).toBe(10)
  }
  expect(events.subscribe(new Set(chats), missed.at(-1)?.id ?? '').missed).toEqual([])
})

it('[W1] a changed workspace is sent to every page with a list, and to one that comes back', async () => {
  const events = hub()
  const [inChat, without] = [events.subscribe(new Set([chatA]), null), events.subscribe(new Set([chatB]), null, false)]
  events.publish(delta('before'))
  const [seen] = await first(inChat, 1)
  const changed = { kind: 'workspaces-changed', chatId: null } as const
  events.publish(changed)
  events.publish(delta('after', chatB))
  expect((await first(inChat, 1)).map(({ event }) => event)).toEqual([changed])
  expect(texts(await first(without, 1))).toEqual(['after'])
  expect(texts(events.subscribe(new Set([chatA]), seen?.id ?? null).missed)).toEqual(['workspaces-changed'])
})
