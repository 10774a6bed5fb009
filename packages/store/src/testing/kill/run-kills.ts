import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkAfterKill, type Promised } from './check-after-kill.ts'
import type { KillOrders, KillReport } from './kill-orders.ts'

export interface KillOptions {
  readonly kills: number
  readonly seed: number
  /** How many processes live at a time. */
  readonly parallel: number
}

export interface KillResult {
  readonly kills: number
  /** Messages that were acknowledged before a kill and found after it. */
  readonly acknowledged: number
  readonly streamed: number
  /**
   * The most streamed text that a kill lost, in milliseconds before the last word of its process and beyond the longest time for
   * which the machine kept that process waiting.
   */
  readonly worstLostMs: number
}

/** Kills per folder: recovery must also work on the result of an earlier recovery. */
const LIVES = 10
const LONGEST_LIFE_MS = 400
const LONGEST_START_MS = 150

/** Kills real processes at seeded instants and checks after each what was promised. Throws at the first broken promise. */
export async function runKills({ kills, seed, parallel }: KillOptions): Promise<KillResult> {
  const cache = mkdtempSync(join(tmpdir(), 'stet-kill-cache-'))
  const total = { kills: 0, acknowledged: 0, streamed: 0, worstLostMs: 0 }
  const folders = Array.from({ length: Math.ceil(kills / LIVES) }, (_, index) => index)
  async function work(): Promise<void> {
    for (let index = folders.shift(); index !== undefined; index = folders.shift()) {
      const lives = Math.min(LIVES, kills - index * LIVES)
      await runFolder(seed + index, lives, cache, total)
    }
  }
  try {
    await Promise.all(Array.from({ length: parallel }, work))
  } finally {
    rmSync(cache, { recursive: true, force: true })
  }
  return total
}

async function runFolder(
  seed: number,
  lives: number,
  cache: string,
  total: { -readonly [Key in keyof KillResult]: number },
): Promise<void> {
  const random = seeded(seed)
  const folder = mkdtempSync(join(tmpdir(), 'stet-kill-'))
  const promised: Promised = { written: new Set(), boots: [] }
  try {
    for (let life = 0; life < lives; life += 1) {
      const boot = `${seed}-${life}`
      promised.boots.push(boot)
      const reports = await liveAndDie({ folder, boot, dieAtWrite: chooseWrite(random) }, random, cache)
      for (const report of reports) {
        if (report.kind === 'written') for (const id of report.ids) promised.written.add(id)
        if (report.kind === 'streamed') total.streamed += 1
      }
      const { lostMs, lateMs } = await checkAfterKill(folder, boot, reports, promised)
      total.worstLostMs = Math.max(total.worstLostMs, lostMs - lateMs)
      total.kills += 1
    }
  } catch (error) {
    throw new Error(`folder of seed ${seed}, life ${promised.boots.length - 1}`, { cause: error })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  total.acknowledged += promised.written.size
}

/** Every third process dies in a write of its choice, at each of the points where a write can be cut. */
function chooseWrite(random: () => number): KillOrders['dieAtWrite'] {
  if (random() > 1 / 3) return null
  const turns = Math.floor(random() * 4)
  return { write: 1 + Math.floor(random() * 30), turns: turns === 3 ? 'resolved' : turns }
}

async function liveAndDie(orders: KillOrders, random: () => number, cache: string): Promise<readonly KillReport[]> {
  // Some die while they create or open the folder.
  const young = random() < 0.1
  const life = random() * (young ? LONGEST_START_MS : LONGEST_LIFE_MS)
  const child = spawn(process.execPath, [join(import.meta.dirname, 'kill-child.ts'), JSON.stringify(orders)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: cache, NODE_OPTIONS: '' },
  })
  const reading = readReports(child)
  if (!young) await reading.ready
  if (orders.dieAtWrite === null || young) {
    await sleep(life)
    child.kill('SIGKILL')
  }
  return reading.ended
}

function readReports(child: ChildProcess): { readonly ready: Promise<void>; readonly ended: Promise<KillReport[]> } {
  const ready = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<KillReport[]>()
  let text = ''
  let complaint = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    ready.resolve()
  })
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    complaint += chunk
  })
  child.on('error', error => {
    ready.resolve()
    ended.reject(error)
  })
  child.on('close', (_code, signal) => {
    ready.resolve()
    if (signal !== 'SIGKILL') ended.reject(new Error(`the process ended by itself: ${complaint}`))
    // What follows the last line break was cut short by the kill.
    else
      ended.resolve(
        text
          .split('\n')
          .slice(0, -1)
          .map((line): KillReport => JSON.parse(line)),
      )
  })
  return { ready: ready.promise, ended: ended.promise }
}

/** Numbers in [0, 1) that are the same for the same seed: a kill that found something can be repeated. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
