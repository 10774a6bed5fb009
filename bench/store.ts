import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createSealedDatabase,
  MESSAGES_SHELF,
  makeKey,
  messageSearchSource,
  type Put,
  type SearchableStore,
  type Store,
  toMessagePut,
} from '@stet/store'
import { openSqliteDatabase, openSqliteJournal } from '@stet/store/sqlite'
import type { Bench, Report } from './harness/row.ts'
import { openBareSqlite } from './store/bare-sqlite.ts'
import { compare } from './store/compare.ts'
import { createMessageSource, MESSAGES_PER_CHAT } from './store/generate-messages.ts'
import { journalLoad } from './store/journal-load.ts'

const MESSAGES = 1_000_000
const BATCH = 100
/** Many and short, of a millisecond or two: on a busy machine most of them then run without being interrupted. */
const ROUNDS = 401
const OWNER = 'owner'
const GOAL = '<= 1.3'
const PEER = 'node:sqlite'

const source = createMessageSource()
const search = [messageSearchSource]

const bench: Bench = async report => {
  const folder = mkdtempSync(join(tmpdir(), 'stet-bench-'))
  try {
    await fill(join(folder, 'ours'))
    cpSync(join(folder, 'ours'), join(folder, 'peer'), { recursive: true })
    await measureRows(report, join(folder, 'ours'), join(folder, 'peer'))
    await measureSealed(report, folder)
    await measureJournal(report, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export default bench

function putsFrom(first: number, count: number): readonly Put[] {
  return Array.from({ length: count }, (_, at) => toMessagePut(source.message(first + at)))
}

async function fill(folder: string): Promise<void> {
  const database = await openSqliteDatabase({ folder, search })
  const store = database.openStore(OWNER)
  for (let first = 0; first < MESSAGES; first += 5000) {
    await store.write(putsFrom(first, 5000))
    if (first % 100_000 === 0) console.log(`${first.toLocaleString('en')} messages`)
  }
  await database.close()
}

async function measureRows(report: Report, folder: string, peerFolder: string): Promise<void> {
  const database = await openSqliteDatabase({ folder, search })
  const store = database.openStore(OWNER)
  await database.integrity
  const peer = openBareSqlite(peerFolder, 1, OWNER)
  try {
    const row = { peerName: PEER, goal: GOAL } as const
    const millis = await comparePuts(store, peer)
    report({ name: 'store: put 100 messages', unit: 'ms', ...millis, ...row })
    report({ name: 'store: get', unit: 'µs', ...(await compareGets(store, peer)), ...row })
    report({ name: 'store: list a page of 100', unit: 'µs', ...(await compareLists(store, peer)), ...row })
    for (const { name, text, match } of queries()) {
      const figures = await compareFinds(store, peer, text, match)
      report({ name: `store: find ${name} in a million`, unit: 'ms', ...figures, ...row })
    }
  } finally {
    peer.close()
    await database.close()
  }
}

type Peer = ReturnType<typeof openBareSqlite>

async function comparePuts(store: Store, peer: Peer): Promise<{ ours: number; peer: number }> {
  const batches = 10
  const rounds = 40
  const puts = Array.from({ length: rounds * batches }, (_, at) => putsFrom(MESSAGES + at * BATCH, BATCH))
  const rows = puts.map(peer.prepare)
  const figures = await compare(
    rounds,
    async round => {
      for (const batch of puts.slice(round * batches, (round + 1) * batches)) await store.write(batch)
    },
    round => {
      for (const batch of rows.slice(round * batches, (round + 1) * batches)) peer.write(batch)
    },
  )
  return { ours: figures.ours / batches, peer: figures.peer / batches }
}

async function compareGets(store: Store, peer: Peer): Promise<{ ours: number; peer: number }> {
  const count = 100
  const ids = eachRound(round => Array.from({ length: count }, (_, at) => source.id(scattered(round * count + at))))
  const figures = await compare(
    ROUNDS,
    async round => {
      for (const id of ids[round] ?? []) await store.get(MESSAGES_SHELF, id)
    },
    round => {
      for (const id of ids[round] ?? []) peer.get(id)
    },
  )
  return { ours: (figures.ours / count) * 1000, peer: (figures.peer / count) * 1000 }
}

async function compareLists(store: Store, peer: Peer): Promise<{ ours: number; peer: number }> {
  const count = 5
  const chats = eachRound(round =>
    Array.from({ length: count }, (_, at) => source.chatId(scattered(round * count + at))),
  )
  const figures = await compare(
    ROUNDS,
    async round => {
      for (const parent of chats[round] ?? [])
        await store.list(MESSAGES_SHELF, { by: { parent }, limit: 100, reverse: true })
    },
    round => {
      for (const parent of chats[round] ?? []) peer.list(parent, 100)
    },
  )
  return { ours: (figures.ours / count) * 1000, peer: (figures.peer / count) * 1000 }
}

/** Computed before the measured time. */
function eachRound<Item>(make: (round: number) => Item): readonly Item[] {
  return Array.from({ length: ROUNDS }, (_, round) => make(round))
}

function scattered(number: number): number {
  return (number * 7919) % MESSAGES
}

function queries(): readonly { readonly name: string; readonly text: string; readonly match: string }[] {
  const [common, middle, rare] = [source.word(20), source.word(900), source.word(22_000)]
  return [
    { name: 'a rare word', text: `${rare} `, match: `"${rare}"` },
    { name: 'a common word', text: `${common} `, match: `"${common}"` },
    { name: 'two words', text: `${common} ${middle} `, match: `"${common}" AND "${middle}"` },
    { name: 'a word being typed', text: middle.slice(0, 4), match: `"${middle.slice(0, 4)}" *` },
  ]
}

async function compareFinds(
  store: SearchableStore,
  peer: Peer,
  text: string,
  match: string,
): Promise<{ ours: number; peer: number }> {
  return compare(
    ROUNDS,
    async () => {
      await store.search.find({ text, limit: 20 })
    },
    () => {
      peer.find(match, text.trim(), 20)
    },
  )
}

/** The cost of sealing, next to the figures of the same store without it. */
async function measureSealed(report: Report, folder: string): Promise<void> {
  const database = await openSqliteDatabase({ folder: join(folder, 'sealed'), search: [] })
  const sealed = await createSealedDatabase(database).openStore('sealed', makeKey())
  const plain = database.openStore('plain')
  const row = { peerName: 'unsealed', goal: null } as const
  const writeAll = (store: Store) => async (round: number) => {
    for (let batch = 0; batch < 10; batch += 1) await store.write(putsFrom((round * 10 + batch) * BATCH, BATCH))
  }
  const puts = await compare(20, writeAll(sealed), writeAll(plain))
  report({ name: 'store: put 100 messages, sealed', unit: 'ms', ours: puts.ours / 10, peer: puts.peer / 10, ...row })
  const getAll = (store: Store) => async (round: number) => {
    for (let at = 0; at < 1000; at += 1) await store.get(MESSAGES_SHELF, source.id((round * 31 + at * 17) % 20_000))
  }
  const gets = await compare(11, getAll(sealed), getAll(plain))
  report({ name: 'store: get, sealed', unit: 'µs', ours: gets.ours, peer: gets.peer, ...row })
  const listAll = (store: Store) => async (round: number) => {
    for (let at = 0; at < 20; at += 1) {
      const parent = source.chatId(((round * 20 + at) * MESSAGES_PER_CHAT) % 20_000)
      await store.list(MESSAGES_SHELF, { by: { parent }, limit: 100, reverse: true })
    }
  }
  const lists = await compare(11, listAll(sealed), listAll(plain))
  const [ours, peer] = [(lists.ours / 20) * 1000, (lists.peer / 20) * 1000]
  report({ name: 'store: list a page of 100, sealed', unit: 'µs', ours, peer, ...row })
  await database.close()
}

async function measureJournal(report: Report, folder: string): Promise<void> {
  const journal = await openSqliteJournal({
    folder: join(folder, 'journal'),
    onError(error) {
      throw error
    },
  })
  await journalLoad(journal, 1000)
  const idle = await journalLoad(null, 5000)
  const busy = await journalLoad(journal, 10_000)
  await journal.close()
  const share = { peer: null, peerName: null, goal: '<= 0.1' } as const
  report({ name: 'journal: 1,000 streams', unit: 'of one core', ours: busy.share - idle.share, ...share })
  const delay = { peer: idle.delayMs, peerName: 'without a journal', goal: '<= 2' } as const
  report({ name: 'journal: 1,000 streams, event-loop delay (p99)', unit: 'ms', ours: busy.delayMs, ...delay })
}
