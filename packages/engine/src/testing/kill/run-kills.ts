import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ChatId, type MessageId, makeId } from '@stet/history'
import { readNewestLeaf, type Store, toMessagePut } from '@stet/store'
import { openSqliteDatabase, openSqliteJournal } from '@stet/store/sqlite'
import { createEngine, type HomeEngine } from '../../create-engine.ts'
import { isSettled } from '../../record/is-settled.ts'
import { randomBytes, scriptedSettings, writeChat } from '../test-home.ts'
import { openPage } from '../test-page.ts'
import type { ChildTask } from './child.ts'
import { type Acknowledged, findBroken } from './inspect-home.ts'
import { killModels, killTools, OFFERED, SAID, WINDOW } from './scenario.ts'

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url))

export interface KillOptions {
  readonly kills: number
  readonly seed: number
}

export interface KillReport {
  /** Processes that died at their instant. */
  readonly killed: number
  /** Those of them that died while a summary was being written. */
  readonly inSummary: number
  readonly acknowledged: number
  readonly effects: number
  /** What did not hold, each with the instant that repeats it. */
  readonly broken: readonly string[]
}

/**
 * Kills a process with -9 at seeded instants of a run: around every write, in the middle of streams and of summaries, before and after the
 * effect of a tool, around a confirmation. After each, another process must find everything that was acknowledged, and the chat must continue.
 */
export async function runKills({ kills, seed }: KillOptions): Promise<KillReport> {
  const folder = await mkdtemp(join(tmpdir(), 'stet-kill-'))
  const effects = join(folder, 'effects')
  await writeFile(effects, '')
  try {
    const points = await countPoints(folder, effects)
    const random = randomFrom(seed)
    const total = { killed: 0, inSummary: 0, acknowledged: 0, broken: [] as string[] }
    for (let index = 0; index < kills; index += 1) {
      const killAt = 1 + Math.floor(random() * points)
      const one = await killOnce(folder, effects, killAt)
      total.killed += one.killed ? 1 : 0
      total.inSummary += one.inSummary ? 1 : 0
      total.acknowledged += one.acknowledged.messages.length + one.acknowledged.approved.length
      total.broken.push(...one.broken.map(because => `seed ${seed}, kill ${index}, point ${killAt}: ${because}`))
    }
    return { ...total, effects: (await readEffects(effects)).length }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function countPoints(folder: string, effects: string): Promise<number> {
  const chat = await inHome(folder, effects, ({ store }) => newChat(store))
  const { reports, stderr } = await runChild({ folder, effects, ...chat, killAt: 0 })
  const points = Number(reports.find(([kind]) => kind === 'points')?.[1])
  if (!(points > 0)) throw new Error(`the child did not come to its end: ${stderr} ${JSON.stringify(reports)}`)
  const summaries = Number(reports.find(([kind]) => kind === 'summaries')?.[1])
  if (!(summaries > 1)) throw new Error('the run began without a summary')
  return points
}

async function killOnce(folder: string, effects: string, killAt: number) {
  const chat = await inHome(folder, effects, ({ store }) => newChat(store))
  const { chatId } = chat
  const { reports, signal, stderr } = await runChild({ folder, effects, ...chat, killAt })
  const of = (wanted: string) => reports.flatMap(([kind, id]) => (kind === wanted ? [id] : []))
  const acknowledged: Acknowledged = { messages: of('message'), approved: of('approved') }
  const broken = [...of('log'), ...of('error')].map(text => `logged: ${text}`)
  if (signal !== 'SIGKILL') broken.push(`was not killed: ${stderr}`)
  const left = await readEffects(effects)
  await inHome(folder, effects, async ({ store, engine }) => {
    const found = await readEffects(effects)
    if (found.length !== left.length) broken.push('the restart itself took effect')
    broken.push(...(await findBroken(store, chatId, acknowledged, found)))
    if (killAt % 2 === 0) broken.push(...(await runWhatWaits(engine, chatId)))
    broken.push(...(await goOn(engine, store, chatId)))
    // Sending another message gives up calls that were approved and did not run.
    const kept = { ...acknowledged, approved: [] }
    broken.push(...(await findBroken(store, chatId, kept, await readEffects(effects))))
  })
  return { killed: signal === 'SIGKILL', inSummary: of('in-summary').length > 0, acknowledged, broken }
}

/** The user comes back, and lets what is unanswered run. */
async function runWhatWaits(engine: HomeEngine, chatId: ChatId): Promise<readonly string[]> {
  const { path, calls } = await engine.view(chatId)
  const last = path.at(-1)
  const open = Object.values(calls).filter(({ messageId }) => messageId === last?.id)
  if (last === undefined || open.length === 0) return []
  const page = openPage(engine, chatId)
  await page.until(() => true)
  for (const { id: callId, hash, state, policy } of open) {
    if (state.kind !== 'proposed' || policy === 'auto') continue
    await engine.approve({ key: `approve ${callId}`, chatId, callId, hash, always: false })
  }
  const { runs } = await engine.view(chatId)
  const runId = runs[0]?.runId ?? (await engine.runPending({ key: `run ${chatId}`, chatId, messageId: last.id })).runId
  if (runId === null) return ['the calls that stand unanswered do not run']
  const view = await page.untilEnded(runId)
  page.leave()
  const left = Object.values(view.calls).filter(call => call.messageId === last.id && !isSettled(call.state))
  return left.map(({ id, state }) => `${id} was run and is ${state.kind}`)
}

/** The user comes back, and says one more thing. */
async function goOn(engine: HomeEngine, store: Store, chatId: ChatId): Promise<readonly string[]> {
  const page = openPage(engine, chatId)
  const { chat } = await page.until(() => true)
  const parentId: MessageId | null = await readNewestLeaf(store, chatId, chat.tip)
  const sent = await engine.send({ key: `on ${chatId}`, chatId, parentId, text: 'Continue' })
  const waiting = await page.untilEnded(sent.runId)
  const call = Object.values(waiting.calls).find(({ state }) => state.kind === 'proposed')
  if (call === undefined) return ['the chat does not continue: no call waits for approval']
  const { id: callId, hash } = call
  const { runId } = await engine.approve({ key: `yes ${chatId}`, chatId, callId, hash, always: false })
  if (runId === null) return ['the chat does not continue after the approval']
  const { path } = await page.untilEnded(runId)
  page.leave()
  const last = path.findLast(({ role }) => role === 'assistant')
  const whole =
    last?.role === 'assistant' && last.parts.some(part => part.kind === 'text' && part.text === 'All of it is done.')
  return whole ? [] : [`the chat ends with ${JSON.stringify(last)}`]
}

async function newChat(store: Store): Promise<Pick<ChildTask, 'chatId' | 'parentId'>> {
  const context = { ...scriptedSettings.context, ...WINDOW }
  const settings = { ...scriptedSettings, context, tools: OFFERED }
  const chatId = await writeChat(store, { title: { text: 'Named', by: 'person' }, settings })
  const ids = SAID.map((): MessageId => makeId('msg', randomBytes(20)))
  const puts = SAID.map((facts, index) => {
    const place = { id: ids[index] ?? 'msg_', chatId, parentId: ids[index - 1] ?? null }
    return toMessagePut({ ...facts, ...place, at: 0, copiedFrom: null })
  })
  await store.write(puts)
  return { chatId, parentId: ids.at(-1) ?? null }
}

interface OpenHome {
  readonly store: Store
  readonly engine: HomeEngine
}

/** The process that comes after. */
async function inHome<Result>(
  folder: string,
  effects: string,
  work: (home: OpenHome) => Promise<Result>,
): Promise<Result> {
  const database = await openSqliteDatabase({ folder, search: [] })
  const refuse = (error: unknown) => {
    throw error
  }
  const journal = await openSqliteJournal({ folder, onError: refuse })
  try {
    const store = database.openStore('owner')
    const engine = await createEngine({
      store,
      journal,
      models: killModels({ answer: async () => undefined, summary: async () => undefined }),
      tools: killTools(callId => writeFile(effects, `${callId}\n`, { flag: 'a' })),
      clock: () => Date.now(),
      randomBytes,
      boot: `boot-${crypto.randomUUID()}`,
      log: { warn: refuseLog, error: refuseLog },
    })
    const result = await work({ store, engine })
    await engine.close()
    return result
  } finally {
    await journal.close()
    await database.close()
  }
}

function refuseLog(message: string, facts: Readonly<Record<string, unknown>> = {}): never {
  throw new Error(`${message}: ${String(facts.error)}`)
}

async function readEffects(effects: string): Promise<readonly string[]> {
  return (await readFile(effects, 'utf8')).split('\n').filter(line => line !== '')
}

async function runChild(task: ChildTask) {
  const child = spawn(process.execPath, [CHILD, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', data => {
    stdout += data
  })
  child.stderr.on('data', data => {
    stderr += data
  })
  const signal = await new Promise<NodeJS.Signals | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (_, by) => resolve(by))
  })
  const reports = stdout.split('\n').flatMap(line => {
    const space = line.indexOf(' ')
    return space === -1 ? [] : [[line.slice(0, space), line.slice(space + 1)] as const]
  })
  return { reports, signal, stderr }
}

/** The same numbers for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
