import type { Message, PriceList, Report } from '@stet/api/client'
import { expect, it } from 'vitest'
import { makeAnswer } from '../testing/make-answer.ts'
import { makeReport } from '../testing/make-report.ts'
import { cacheModeWords, coldCacheWords } from './cache-words.ts'

const model = { definition: 'd', model: 'm' }
const report = makeReport({
  total: 50_000,
  cache: { caching: 'automatic', state: 'cold', prefixTokens: 40_000, sharedTokens: 40_000 },
})
const none = { cacheWriteLong: null, webSearch: null, imageInput: null, imageOutput: null }
const prices: PriceList = {
  prices: { input: 1, output: 10, cacheRead: 0.1, cacheWrite: null, ...none },
  tiers: [],
  from: 'data',
  match: 'exact',
  asOf: null,
}

function answerBy(name: string): Message {
  return makeAnswer({ origin: { definition: 'd', protocol: 'p', model: name } })
}

it('[V4] says what an expired cache or another model costs before the message is sent', () => {
  // 40,000 tokens at $0.90 a million more.
  expect(coldCacheWords({ report, prices, path: [answerBy('m')], model })).toBe(
    'The provider’s cache has probably expired: the next message costs about $0.036 more.',
  )
  expect(coldCacheWords({ report, prices, path: [answerBy('other')], model })).toBe(
    'Another model has nothing of this chat in its cache: the next message costs about $0.036 more.',
  )
})

it('[V4] says nothing while the cache is warm, where there is none, or without a price', () => {
  const asked = { prices, path: [answerBy('m')], model }
  const state = (cache: Partial<Report['cache']>) => ({ ...report, cache: { ...report.cache, ...cache } })
  expect([
    coldCacheWords({ ...asked, report: state({ state: 'warm' }) }),
    coldCacheWords({ ...asked, report: state({ caching: 'none' }) }),
    coldCacheWords({ ...asked, report: state({ sharedTokens: 10 }) }),
    coldCacheWords({ ...asked, report, prices: null }),
  ]).toEqual([null, null, null, null])
})

it('[V4] [C14] names the cache mode', () => {
  const marks = { ...report, cache: { ...report.cache, caching: 'marks' as const } }
  expect([
    cacheModeWords(report, 'all-off'),
    cacheModeWords(marks, 'all-off'),
    cacheModeWords(marks, 'system'),
    cacheModeWords(marks, 'cached'),
  ]).toEqual(['cached automatically', 'cache off', 'system prompt cached', 'cached'])
})

it('[C24] [V4] the composer says when the request is too short to be cached', () => {
  const short = makeReport({ total: 800, cache: { caching: 'marks', prefixTokens: 800, leastCached: 1024 } })
  expect([cacheModeWords(short, 'cached'), cacheModeWords(report, 'cached')]).toEqual([
    'too short to cache',
    'cached automatically',
  ])
})
