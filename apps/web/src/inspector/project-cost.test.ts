import { defaultAnswerSettings, type Message, type PriceList, type Report, type Usage } from '@stet/api/client'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeAnswer } from '../testing/make-answer.ts'
import { makeReport } from '../testing/make-report.ts'
import { moneyWords, type Pace, paceOf, paceWith, projectCost } from './project-cost.ts'

const noUsage: Usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, webSearches: 0 }

function answer(at: number, usage: Partial<Usage>): Message {
  return makeAnswer({ id: `msg_${at}`, order: at, at, usage: { ...noUsage, ...usage } })
}

function report(total: number, cache: Partial<Report['cache']> = {}): Report {
  return makeReport({ total, cache })
}

const none = { cacheWriteLong: null, webSearch: null, imageInput: null, imageOutput: null }
const prices: PriceList = {
  prices: { input: 1, output: 10, cacheRead: 0.1, cacheWrite: 1.25, ...none },
  tiers: [],
  from: 'data',
  match: 'exact',
  asOf: null,
}
const pace: Pace = { growth: 1000, output: 100, reasoning: 0, assumed: false }

const settings = defaultAnswerSettings

describe('what the next messages cost', () => {
  it('[C24] what is too short for the cache is paid in full until the chat has grown', () => {
    const marks = { caching: 'marks' as const, prefixTokens: 1000 }
    const perRequest = [0, 1, 2].map(least => {
      const cache = { ...marks, ...(least > 0 && { leastCached: least * 2000 }) }
      return projectCost(report(1000, cache), prices, pace)?.ten ?? 0
    })
    // Nothing is read before the third request, or before the fifth.
    const [cached = 0, late = 0, later = 0] = perRequest
    expect([late > cached, later > late]).toEqual([true, true])
    const never = projectCost(report(1000, { ...marks, leastCached: 1_000_000 }), prices, pace)?.ten
    expect(never).toBeCloseTo(projectCost(report(1000), prices, pace)?.ten ?? 0, 10)
  })

  it('[X1] a limit shortens answers and what follows them; without reasoning nothing is thought', () => {
    const thinking: Pace = { growth: 1000, output: 800, reasoning: 300, assumed: false }
    const reasoning = { ...settings, reasoning: { ...settings.reasoning, on: true } }
    expect([
      paceWith(thinking, { before: settings, after: { ...settings, temperature: 1 } }),
      paceWith(thinking, { before: reasoning, after: settings }),
      paceWith(thinking, { before: settings, after: { ...settings, outputLimit: 400 } }),
      paceWith(thinking, { before: settings, after: { ...settings, outputLimit: 5000 } }),
    ]).toEqual([
      thinking,
      { ...thinking, output: 500, reasoning: 0 },
      { ...thinking, output: 400, growth: 900 },
      thinking,
    ])
  })

  it('[X1] the pace of a chat is that of its own answers; a summary in between is not a step', () => {
    const path = [
      answer(1, { input: 1000, output: 100 }),
      answer(2, { input: 500, cacheRead: 1000, output: 300 }),
      answer(3, { input: 200, output: 200 }),
      answer(4, { input: 900, output: 200 }),
    ]
    expect(paceOf(path)).toEqual({ output: 200, growth: 600, reasoning: 0, assumed: false })
    expect(paceOf([])).toMatchObject({ assumed: true })
  })

  it('[X1] ten requests without a cache are paid whole, each with its answer', () => {
    // 10,000 to 19,000 tokens at $1 a million, and ten answers of 100 tokens at $10.
    expect(projectCost(report(10_000), prices, pace)).toEqual({
      now: expect.closeTo(0.011, 9),
      ten: expect.closeTo(0.145 + 0.01, 9),
    })
    const automatic = projectCost(report(10_000, { caching: 'automatic' }), prices, pace)
    expect(automatic?.ten).toBeCloseTo(0.01 + (0.009 + (0.1 * 126) / 1000) + 0.01, 9)
    expect(projectCost(report(10_000), null, pace)).toBeNull()
    expect(projectCost(report(10_000), { ...prices, from: 'local' }, pace)).toEqual({ now: 0, ten: 0 })
  })

  it('[X1] fewer tokens never cost more over ten requests, and ten cost at least as much as one', () => {
    const caching = fc.constantFrom('none' as const, 'automatic' as const)
    fc.assert(
      fc.property(fc.nat(90_000), fc.nat(90_000), fc.nat(5000), caching, (one, other, growth, kind) => {
        const [less, more] = [one, other].toSorted((a, b) => a - b)
        const cost = (total = 0) => projectCost(report(total, { caching: kind }), prices, { ...pace, growth })
        const [low, high] = [cost(less), cost(more)]
        expect(low?.ten ?? 0).toBeLessThanOrEqual((high?.ten ?? 0) + 1e-12)
        expect(high?.ten ?? 0).toBeGreaterThanOrEqual(high?.now ?? 0)
      }),
    )
  })

  it('[X1] says both, and nothing where there is no difference', () => {
    const words = moneyWords({ now: 0.01, ten: 0.2 }, { now: 0.014, ten: 0.15 })
    expect(words).toBe('About $0.004 more for the next message, $0.050 less over the next ten.')
    expect(moneyWords({ now: 0.01, ten: 0.2 }, { now: 0.01, ten: 0.2 })).toBe('')
    expect(moneyWords(null, { now: 1, ten: 1 })).toBe('')
  })
})
