import { describe, expect, it } from 'vitest'
import { usage } from './fixture-events.ts'
import { rawUsageOf, toUsage } from './usage.ts'

describe('usage of a response', () => {
  it('[U1] counts nothing twice: input is what neither came from the cache nor went into it', () => {
    const raw = {
      input_tokens: 5000,
      input_tokens_details: { cached_tokens: 4000, cache_write_tokens: 600 },
      output_tokens: 300,
      output_tokens_details: { reasoning_tokens: 250 },
    }
    expect(toUsage(raw, [])).toEqual({
      input: 400,
      cacheRead: 4000,
      cacheWrite: 600,
      output: 300,
      reasoning: 250,
      webSearches: 0,
    })
  })

  it('[U1] takes details that a server does not report for zero', () => {
    expect(toUsage({ input_tokens: 7, output_tokens: 3 }, [])).toEqual({
      input: 7,
      cacheRead: 0,
      cacheWrite: 0,
      output: 3,
      reasoning: 0,
      webSearches: 0,
    })
  })

  it('[U1] counts the searches among the items, and not the pages that were opened', () => {
    const call = (action: string) => ({ type: 'web_search_call', action: { type: action } })
    const items = [call('search'), call('open_page'), call('find_in_page'), call('search'), { type: 'message' }]
    expect(toUsage(usage, items)?.webSearches).toBe(2)
  })

  it('[U1] takes the searches that are billed from the provider where it reports them', () => {
    const raw = { ...usage, tool_usage: { web_search: { num_requests: 3 } } }
    expect(toUsage(raw, [{ type: 'web_search_call' }])?.webSearches).toBe(3)
  })

  it.each([
    ['null', null],
    ['a word', 'many'],
    ['no figure of the input', { output_tokens: 3 }],
    ['a negative figure', { ...usage, output_tokens: -3 }],
    ['more in the cache than in all', { ...usage, input_tokens_details: { cached_tokens: 21 } }],
    ['more reasoning than output', { ...usage, output_tokens_details: { reasoning_tokens: 11 } }],
    ['less than no search', { ...usage, tool_usage: { web_search: { num_requests: -1 } } }],
    ['a fraction', { ...usage, input_tokens: 20.5 }],
  ])('[FP-16] is unknown for %s', (_name, raw) => {
    expect(toUsage(raw, [])).toBeNull()
  })

  it('[U5] keeps the tier that served the response beside it, unless that is the usual one', () => {
    expect(rawUsageOf({ usage, service_tier: 'flex' })).toEqual({ ...usage, service_tier: 'flex' })
    expect(rawUsageOf({ usage, service_tier: 'default' })).toEqual(usage)
  })
})
