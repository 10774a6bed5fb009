// A process that writes without a pause until it is killed, and prints every acknowledgement it got.
import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { ChatId, MessageId } from '@stet/history'
import { messageSearchSource, toMessagePut } from '../../records/messages.ts'
import { openSqliteDatabase } from '../../sqlite/open-sqlite-database.ts'
import { openSqliteJournal } from '../../sqlite/sqlite-journal.ts'
import { KILL_OWNER, type KillOrders, type KillReport, streamEntry } from './kill-orders.ts'

const orders: KillOrders = JSON.parse(process.argv[2] ?? '')
const say = (report: KillReport) => writeSync(1, `${JSON.stringify(report)}\n`)
const chatId: ChatId = `chat_${orders.boot}`

const database = await openSqliteDatabase({ folder: orders.folder, search: [messageSearchSource] })
const store = database.openStore(KILL_OWNER)
const journal = await openSqliteJournal({
  folder: orders.folder,
  onError(error) {
    throw error
  },
})
// Compiled code is saved when a process exits, which this one never does.
flushCompileCache()
say({ kind: 'ready' })
await Promise.all([writeMessages(), streamText()])

/** Each write is a few messages below the one before, with a row that it replaces: the shape of a step of a run. */
async function writeMessages(): Promise<void> {
  let parentId: MessageId | null = null
  for (let write = 1; ; write += 1) {
    const size = 1 + (write % 3)
    const ids = Array.from({ length: size }, (_, at): MessageId => `msg_${orders.boot}.${write}.${at}of${size}`)
    const puts = ids.map(id => {
      const text = `${id} ${'some words of an answer '.repeat(write % 40)}`
      const put = toMessagePut({
        id,
        chatId,
        parentId,
        at: write,
        copiedFrom: null,
        role: 'user',
        parts: [{ kind: 'text', text }],
      })
      parentId = id
      return put
    })
    const chat = { kind: 'put', shelf: 'chats', id: chatId, parent: 'ws/open', order: 'next', refs: [] } as const
    const writing = store.write([...puts, { ...chat, expect: write - 1, body: new Uint8Array([write % 256]) }])
    if (orders.dieAtWrite?.write === write) await dieWithin(writing, orders.dieAtWrite.turns)
    await writing
    say({ kind: 'written', ids })
    if (write % 8 === 0) await sleep(1)
  }
}

/** Dies so many turns of the event loop into a write: before its commit, after it, or before the acknowledgement. */
async function dieWithin(writing: Promise<unknown>, turns: number | 'resolved'): Promise<never> {
  if (turns === 'resolved') await writing
  else for (let turn = 0; turn < turns; turn += 1) await nextTurn()
  process.kill(process.pid, 'SIGKILL')
  throw new Error('still alive')
}

/** Five answers at a time; each ends after a while, is written as a message and dropped from the journal. */
async function streamText(): Promise<void> {
  const streams = Array.from({ length: 5 }, (_, at) => ({ lane: at, round: 0, entries: 0 }))
  for (;;) {
    for (const stream of streams) {
      const name = `${orders.boot}.${stream.lane}.${stream.round}`
      journal.append(name, streamEntry(name, stream.entries))
      say({ kind: 'streamed', stream: name, entry: stream.entries, at: performance.now() })
      stream.entries += 1
      if (stream.entries === 30 + stream.lane * 17) {
        await journal.drop([name])
        say({ kind: 'dropped', stream: name })
        stream.round += 1
        stream.entries = 0
      }
    }
    await sleep(5)
  }
}
