import { assemble, defaultContextSettings } from '@stet/context'
import { type ContextSettings, hasToolCalls } from '@stet/history'
import { remembered } from '../context/plain-views.ts'
import { NO_WINDOW, type Replay } from '../context/replay-cost.ts'
import { replayModel } from '../context/to-history.ts'

export interface CacheRates {
  readonly read: number
  readonly write: number
}

/** A chat as a series of requests, and the exchanges that may be forgotten. */
export interface Course {
  /** Tokens of each request when nothing is forgotten. */
  readonly requests: readonly { readonly tokens: number; readonly cycle: number }[]
  readonly exchanges: readonly {
    /** Tokens before it when nothing is forgotten. */
    readonly before: number
    /** Tokens that forgetting it saves. */
    readonly saves: number
    readonly cycle: number
    /** The first cycle in which the rule forgets it. */
    readonly dueIn: number
  }[]
  readonly cycles: number
}

/** With the sizes that the replay sends, so that no course of it that forgets the oldest first can cost less than the optimum. */
export function toCourse(replay: Replay, afterConclusions: number): Course {
  const { system, path } = replay
  const whole = sizesOf(replay, { mode: 'always' })
  const forgotten = sizesOf(replay, { mode: 'forget', afterConclusions: 0 })
  const requests: { tokens: number; cycle: number }[] = []
  const exchanges: { before: number; saves: number; cycle: number; dueIn: number; conclusions: number }[] = []
  let total = remembered(system)
  let cycle = -1
  let conclusions = 0
  for (const [index, message] of path.entries()) {
    if (message.role === 'user') {
      cycle += 1
      for (const each of exchanges) {
        if (each.dueIn === Infinity && conclusions - each.conclusions > afterConclusions) each.dueIn = cycle
      }
    }
    if (message.role === 'assistant') requests.push({ tokens: total, cycle: Math.max(0, cycle) })
    if (message.role === 'assistant' && hasToolCalls(message)) {
      const through = path[index + 1]?.role === 'tool-results' ? index + 1 : index
      const saves = sumOf(whole, index, through) - sumOf(forgotten, index, through)
      exchanges.push({ before: total, saves, cycle, dueIn: Infinity, conclusions })
    }
    total += whole[index] ?? 0
    if (message.role === 'assistant' && !hasToolCalls(message)) conclusions += 1
  }
  return { requests, exchanges, cycles: cycle + 1 }
}

/** Tokens that each message has in the last request. */
function sizesOf({ system, path, tokens }: Replay, toolMemory: ContextSettings['toolMemory']): readonly number[] {
  const unlimited = { maxPromptTokens: NO_WINDOW, resultLimit: 10_000_000, stepResultLimit: 10_000_000 }
  const { report } = assemble({
    path,
    lifts: [],
    marks: [],
    settings: { ...defaultContextSettings(replayModel), ...unlimited, markers: 'off', toolMemory },
    model: replayModel,
    system,
    documents: [],
    tools: [],
    tokens,
    previous: null,
    cache: { state: 'warm' },
    outputLimit: null,
    freezeMarks: false,
  })
  return report.messages.map(({ tokensAfter }) => tokensAfter)
}

function sumOf(sizes: readonly number[], from: number, through: number): number {
  return sizes.slice(from, through + 1).reduce((sum, size) => sum + size, 0)
}

function dueIn({ exchanges }: Course, cycle: number): number {
  let due = 0
  while ((exchanges[due]?.dueIn ?? Infinity) <= cycle) due += 1
  return due
}

/**
 * The least that the requests can cost when all of them are known before and the oldest are forgotten first: dynamic programming over how many
 * exchanges are forgotten.
 */
export function optimalCost(course: Course, rates: CacheRates): number {
  const price = pricer(course, rates)
  let best = new Map([[0, 0]])
  for (const cycle of new Set(course.requests.map(request => request.cycle))) {
    const next = new Map<number, number>()
    const due = dueIn(course, cycle)
    for (const [before, cost] of best) {
      for (let after = before; after <= Math.max(before, due); after += 1) {
        const total = cost + price(cycle, before, after)
        if (total < (next.get(after) ?? Infinity)) next.set(after, total)
      }
    }
    best = next
  }
  return Math.min(...best.values())
}

function pricer({ requests, exchanges, cycles }: Course, { read, write }: CacheRates) {
  const saved = [0]
  for (const { saves } of exchanges) saved.push((saved.at(-1) ?? 0) + saves)
  const savedBy = (count: number) => saved[count] ?? 0
  const inCycle = Array.from({ length: cycles }, (): number[] => [])
  for (const [index, { cycle }] of requests.entries()) inCycle[cycle]?.push(index)
  const tokensAt = (index: number) => requests[index]?.tokens ?? 0
  return (cycle: number, before: number, after: number): number => {
    let cost = 0
    for (const [at, index] of (inCycle[cycle] ?? []).entries()) {
      const view = tokensAt(index) - savedBy(after)
      let common = index === 0 ? 0 : tokensAt(index - 1) - savedBy(at === 0 ? before : after)
      if (at === 0 && after > before) common = Math.min(common, (exchanges[before]?.before ?? 0) - savedBy(before))
      cost += read * common + write * (view - common)
    }
    return cost
  }
}
