import type { Json } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { mergeUsage, toUsage } from './usage.ts'

const reported = {
  input_tokens: 12,
  cache_creation_input_tokens: 300,
  cache_read_input_tokens: 4000,
  cache_creation: { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 200 },
  output_tokens: 50,
  output_tokens_details: { thinking_tokens: 20 },
  server_tool_use: { web_search_requests: 2, web_fetch_requests: 1 },
  service_tier: 'standard',
}

describe('usage', () => {
  it('[U1] reads every figure once: input is uncached, output includes thinking', () => {
    expect(toUsage(reported)).toEqual({
      input: 12,
      cacheRead: 4000,
      cacheWrite: 300,
      output: 50,
      reasoning: 20,
      webSearches: 2,
    })
  })

  it('[U1] takes unreported caches, thinking and searches as none', () => {
    expect(toUsage({ input_tokens: 12, output_tokens: 50, cache_read_input_tokens: null })).toEqual({
      input: 12,
      cacheRead: 0,
      cacheWrite: 0,
      output: 50,
      reasoning: 0,
      webSearches: 0,
    })
  })

  it.each<[string, Json | null]>([
    ['missing', null],
    ['no object', []],
    ['without input', { output_tokens: 1 }],
    ['without output', { input_tokens: 1 }],
    ['null', { input_tokens: null, output_tokens: 1 }],
    ['negative', { input_tokens: -1, output_tokens: 1 }],
    ['no number', { input_tokens: 'NaN', output_tokens: 1 }],
    ['broken', { input_tokens: 1.5, output_tokens: 1 }],
    ['more thinking than output', { input_tokens: 1, output_tokens: 1, output_tokens_details: { thinking_tokens: 2 } }],
    [
      'a search count that is none',
      { input_tokens: 1, output_tokens: 1, server_tool_use: { web_search_requests: '2' } },
    ],
  ])('[FP-16] is unknown when it is %s', (_name, raw) => {
    expect(toUsage(raw)).toBeNull()
  })

  it('[U1] later totals take the place of earlier ones, and what only the start reported is kept', () => {
    const start = { ...reported, output_tokens: 1, server_tool_use: null }
    const end = { input_tokens: 15, cache_read_input_tokens: null, output_tokens: 60 }
    expect(mergeUsage(mergeUsage(null, start), end)).toEqual({
      input_tokens: 15,
      cache_creation_input_tokens: 300,
      cache_read_input_tokens: 4000,
      cache_creation: { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 200 },
      output_tokens: 60,
      output_tokens_details: { thinking_tokens: 20 },
      service_tier: 'standard',
    })
  })

  it('[FP-16] a report that is none changes nothing', () => {
    expect(mergeUsage({ input_tokens: 1 }, 'none')).toEqual({ input_tokens: 1 })
    expect(mergeUsage(null, undefined)).toBeNull()
  })
})
