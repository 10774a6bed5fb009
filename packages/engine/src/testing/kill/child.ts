import { writeSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChatId, MessageId } from '@stet/history'
import { openSqliteDatabase, openSqliteJournal } from '@stet/store/sqlite'
import { createEngine } from '../../create-engine.ts'
import type { ChatView } from '../../view/chat-view.ts'
import { randomBytes } from '../test-home.ts'
import { openPage } from '../test-page.ts'
import { killModels, killTools } from './scenario.ts'

/** The task of a child: its folders, and at which of its points it is killed; 0 lets it finish. */
export interface ChildTask {
  readonly folder: string
  readonly effects: string
  readonly chatId: ChatId
  readonly parentId: MessageId | null
  readonly killAt: number
}

const task: ChildTask = JSON.parse(process.argv[2] ?? '{}')
let points = 0

/** A place at which the process may die. */
function point(): void {
  points += 1
  if (points !== task.killAt) return
  process.kill(process.pid, 'SIGKILL')
  // The signal may take a moment to arrive: nothing more may happen until it does.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

/** On the pipe when it returns: what was acknowledged before the kill is known to the parent. */
function tell(kind: string, id: string | number): void {
  writeSync(1, `${kind} ${id}\n`)
}

const database = await openSqliteDatabase({ folder: task.folder, search: [] })
const sqlite = await openSqliteJournal({ folder: task.folder, onError: error => tell('error', String(error)) })
const opened = database.openStore('owner')
const store: typeof opened = Object.assign(Object.create(opened), {
  async write(operations: Parameters<typeof opened.write>[0]) {
    point()
    const written = await opened.write(operations)
    point()
    return written
  },
})
const journal: typeof sqlite = Object.assign(Object.create(sqlite), {
  append(stream: string, entry: string) {
    sqlite.append(stream, entry)
    point()
  },
})

const engine = await createEngine({
  store,
  journal,
  models: killModels({
    answer: () => sleep(2),
    async summary() {
      await sleep(2)
      if (points + 1 === task.killAt) tell('in-summary', points)
      point()
    },
  }),
  tools: killTools(async callId => {
    point()
    await appendFile(task.effects, `${callId}\n`)
    point()
  }),
  clock: () => Date.now(),
  randomBytes,
  boot: `boot-${process.pid}-${Date.now()}`,
  log: {
    warn: (message, facts) => tell('log', `${message} ${String(facts?.error ?? '')}`),
    error: (message, facts) => tell('log', `${message} ${String(facts?.error ?? '')}`),
  },
})

function summariesIn({ path }: ChatView): number {
  return path.filter(({ role }) => role === 'summary').length
}

const { chatId, parentId } = task
const page = openPage(engine, chatId)
const sent = await engine.send({ key: `send ${process.pid}`, chatId, parentId, text: 'Go' })
tell('message', sent.messageId)
const waiting = await page.untilEnded(sent.runId)
const call = Object.values(waiting.calls).find(
  ({ messageId, state }) => messageId === sent.answerId && state.kind === 'proposed',
)
if (call === undefined) throw new Error('no call waits for approval')
const approved = await engine.approve({
  key: `approve ${process.pid}`,
  chatId,
  callId: call.id,
  hash: call.hash,
  always: false,
})
tell('approved', call.id)
if (approved.runId === null) throw new Error('the run does not continue')
const below = await engine.send({ key: `below ${process.pid}`, chatId, parentId: sent.answerId, text: 'And this' })
tell('message', below.messageId)
await page.untilEnded(approved.runId)
const before = summariesIn(await engine.view(chatId))
await engine.summarise({ key: `summarise ${process.pid}`, chatId, form: 'prose' })
await page.until(view => view.compactions.length === 0 && summariesIn(view) > before)
tell('summaries', before + 1)
page.leave()
await engine.close()
tell('points', points)
await sqlite.close()
await database.close()
