import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTokenCounts, MESSAGE_OVERHEAD } from '@stet/context'
import { createScriptedModels, newKey, openPage, openTestEngine, saying, type TestEngine } from '@stet/engine/testing'
import { openSqliteDatabase, openSqliteJournal } from '@stet/store/sqlite'
import type { Report } from '../harness/row.ts'
import { type LongChat, longChatText, writeLongChat } from './long-chat.ts'

const MESSAGES = 100_000
const WINDOW = 200_000
/** How many tokens of the window are filled; the rest is left for the measured turns. */
const FILLED = 185_000
const TURNS = 41
const WARM_UP = 10

/** What one turn costs beside the model, in a chat that is long and in one that just fills its window: both send as much. */
export async function measureTurns(report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'stet-turns-'))
  const database = await openSqliteDatabase({ folder, search: [] })
  const journal = await openSqliteJournal({ folder, onError: rethrow })
  try {
    const store = database.openStore('owner')
    const sent = Math.floor(FILLED / (createTokenCounts().text(longChatText) + MESSAGE_OVERHEAD))
    const long = await writeLongChat(store, { messages: MESSAGES, sent, window: WINDOW })
    const short = await writeLongChat(store, { messages: sent, sent, window: WINDOW })
    const models = createScriptedModels(() => saying('It ', 'is ', 'so.'))
    const home = await openTestEngine({ store, journal }, { models, clock: () => Date.now() })
    const [inLong, inShort] = await measureInTurns(home, [long, short])
    const [last] = models.calls.slice(-1)
    if (inLong === undefined || inShort === undefined || last === undefined) throw new Error('nothing was measured')
    if (last.request.messages.length < sent) throw new Error(`only ${last.request.messages.length} messages are sent`)
    const row = { peerName: 'ours, a full window', goal: '<= 1.5' } as const
    const name = 'runs: a turn in a chat of 100,000 messages'
    report({ name: `${name}, time`, unit: 'ms', ours: inLong.ms, peer: inShort.ms, ...row })
    report({ name: `${name}, CPU`, unit: 'ms', ours: inLong.cpuMs, peer: inShort.cpuMs, ...row })
    await home.engine.close()
  } finally {
    await journal.close()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Turn {
  readonly ms: number
  readonly cpuMs: number
}

/** The median of several turns of each chat, taken alternately so that a busy moment affects both. */
async function measureInTurns({ engine }: TestEngine, chats: readonly LongChat[]): Promise<readonly Turn[]> {
  const open = chats.map(({ chatId, lastId }) => {
    const page = openPage(engine, chatId)
    let parentId = lastId
    return {
      measured: [] as Turn[],
      page,
      async turn(): Promise<Turn> {
        const start = performance.now()
        const before = process.cpuUsage()
        const sent = await engine.send({ key: newKey(), chatId, parentId, text: 'And now?' })
        await page.untilEnded(sent.runId)
        const { user, system } = process.cpuUsage(before)
        parentId = sent.answerId
        return { ms: performance.now() - start, cpuMs: (user + system) / 1000 }
      },
    }
  })
  for (const { page } of open) await page.until(() => true)
  for (let round = 0; round < WARM_UP + TURNS; round += 1) {
    for (const { measured, turn } of open) {
      const once = await turn()
      if (round >= WARM_UP) measured.push(once)
    }
  }
  for (const { page } of open) page.leave()
  return open.map(({ measured }) => ({
    ms: median(measured.map(({ ms }) => ms)),
    cpuMs: median(measured.map(({ cpuMs }) => cpuMs)),
  }))
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

function rethrow(error: Error): never {
  throw error
}
