import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { rollUpsBuiltNote } from '@stet/engine/testing'
import { addUsage, type ChatId, makeId, noUsage, type Usage, type WorkspaceId } from '@stet/history'
import { type RollUp, type RollUpKey, rollUpId, toRollUpPut } from '@stet/store'
import { openSqliteDatabase } from '@stet/store/sqlite'

const DAYS = 365
const REQUESTS_A_DAY = 1000
const CHATS_A_DAY = 25
const MODELS = ['large', 'small', 'local'] as const
const PURPOSES = [
  'answer',
  'answer',
  'answer',
  'answer',
  'answer',
  'answer',
  'answer',
  'answer',
  'title',
  'summary',
] as const
const FIRST_DAY = Math.floor(Date.UTC(2026, 0, 1) / 86_400_000)

/** A year of requests: the roll-ups that a home has of them, and the same requests as rows of one bare table with an index on the day. */
export async function fillYear(folder: string): Promise<DatabaseSync> {
  const bare = new DatabaseSync(join(folder, 'bare.sqlite'))
  bare.exec(
    `pragma journal_mode = wal; create table requests (day integer, workspace text, model text, chat text, purpose text,
      input integer, cached integer, output integer, nanos integer); create index by_day on requests (day)`,
  )
  const insert = bare.prepare('insert into requests values (?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const workspaces = Array.from(
    { length: 4 },
    (): WorkspaceId => makeId('ws', crypto.getRandomValues(new Uint8Array(20))),
  )
  const rollUps = new Map<string, RollUp>()
  bare.exec('begin')
  for (let number = 0; number < DAYS * REQUESTS_A_DAY; number += 1) {
    const day = FIRST_DAY + Math.floor(number / REQUESTS_A_DAY)
    const chat = day * CHATS_A_DAY + (number % CHATS_A_DAY)
    const chatId: ChatId = `chat_${String(chat).padStart(32, '0')}`
    const key: RollUpKey = {
      day,
      workspaceId: workspaces[chat % workspaces.length] ?? 'ws_',
      model: { definition: 'upstream', model: MODELS[chat % MODELS.length] ?? '' },
      chatId,
      countsFor: [chatId],
      purpose: PURPOSES[Math.floor(number / CHATS_A_DAY) % PURPOSES.length] ?? 'answer',
    }
    const usage = { ...noUsage, input: 1000 + (number % 700), cacheRead: 4000, output: 200 + (number % 90) }
    const nanos = usage.input * 3000 + usage.cacheRead * 300 + usage.output * 15_000
    const { workspaceId, model, purpose } = key
    insert.run(day, workspaceId, model.model, chatId, purpose, usage.input, usage.cacheRead, usage.output, nanos)
    const id = rollUpId(key, 'ended')
    rollUps.set(id, grown(rollUps.get(id) ?? { ...key, ...nothing }, usage, nanos))
  }
  bare.exec('commit')
  await writeRollUps(folder, [...rollUps.values()])
  return bare
}

const compared = { requests: 0, reportedNanos: 0, listNanos: 0 }
const nothing = { requests: 0, unreliable: 0, usage: noUsage, nanos: 0, cacheSavedNanos: 0, layers: [], compared }

function grown(rollUp: RollUp, usage: Usage, nanos: number): RollUp {
  const saved = rollUp.cacheSavedNanos + usage.cacheRead * 2700
  const sums = { usage: addUsage(rollUp.usage, usage), nanos: rollUp.nanos + nanos, cacheSavedNanos: saved }
  return { ...rollUp, ...sums, requests: rollUp.requests + 1 }
}

async function writeRollUps(folder: string, rollUps: readonly RollUp[]): Promise<void> {
  const database = await openSqliteDatabase({ folder, search: [] })
  try {
    const store = database.openStore('owner')
    for (let at = 0; at < rollUps.length; at += 2000) {
      await store.write(rollUps.slice(at, at + 2000).map(rollUp => toRollUpPut(rollUp, 'ended', 0)))
    }
    await store.write([rollUpsBuiltNote()])
  } finally {
    await database.close()
  }
}

const SUMS = 'count(*), sum(input), sum(cached), sum(output), sum(nanos)'

/** What the usage page shows, asked of the bare table: in all and by day, model, workspace, purpose and chat, and the parts of each day. */
export function sumsBySql(bare: DatabaseSync): number {
  const groups = ['', 'day', 'model', 'workspace', 'purpose', 'chat', 'day, model', 'day, workspace', 'day, purpose']
  const from = `from requests where day between ${FIRST_DAY} and ${FIRST_DAY + DAYS}`
  let rows = 0
  for (const group of groups) {
    const by = group === '' ? `select ${SUMS} ${from}` : `select ${group}, ${SUMS} ${from} group by ${group}`
    rows += bare.prepare(by).all().length
  }
  return rows
}
