import { MESSAGE_OVERHEAD } from '@stet/context'
import { hasToolCalls, type Message } from '@stet/history'
import { remembered } from '../context/plain-views.ts'
import type { Replay } from '../context/replay-cost.ts'

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

export function toCourse({ system, path, tokens }: Replay, afterConclusions: number): Course {
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
      const results = path[index + 1]
      const whole = sizeOf(message) + (results?.role === 'tool-results' ? sizeOf(results) : 0)
      const text = message.parts.flatMap(part => (part.kind === 'text' ? [part.text] : [])).join('')
      const kept = text === '' ? 0 : remembered(text) + MESSAGE_OVERHEAD
      exchanges.push({ before: total, saves: whole - kept, cycle, dueIn: Infinity, conclusions })
    }
    total += sizeOf(message)
    if (message.role === 'assistant' && !hasToolCalls(message)) conclusions += 1
  }
  return { requests, exchanges, cycles: cycle + 1 }

  function sizeOf(message: Message): number {
    return tokens.message(message) + MESSAGE_OVERHEAD
  }
}

/** How many exchanges are forgotten in a cycle, given how many were before. */
export type Policy = (cycle: number, before: number, due: number) => number

export function dueIn({ exchanges }: Course, cycle: number): number {
  let due = 0
  while ((exchanges[due]?.dueIn ?? Infinity) <= cycle) due += 1
  return due
}

export function courseCost(course: Course, policy: Policy, rates: CacheRates): number {
  const price = pricer(course, rates)
  let forgotten = 0
  let cost = 0
  for (let cycle = 0; cycle < course.cycles; cycle += 1) {
    const next = policy(cycle, forgotten, dueIn(course, cycle))
    cost += price(cycle, forgotten, next)
    forgotten = next
  }
  return cost
}

/** The least that the requests can cost when all of them are known before: dynamic programming over how many exchanges are forgotten. */
export function optimalCost(course: Course, rates: CacheRates): number {
  const price = pricer(course, rates)
  let best = new Map([[0, 0]])
  for (let cycle = 0; cycle < course.cycles; cycle += 1) {
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
