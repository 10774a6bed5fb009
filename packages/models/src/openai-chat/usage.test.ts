import type { Json } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { toUsage } from './usage.ts'

const none = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, webSearches: 0 }

describe('usage of Chat Completions', () => {
  it.each<[string, Json, object]>([
    ['plain figures', { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 }, { input: 9, output: 4 }],
    [
      'cached tokens, which are inside the prompt, and reasoning, which is inside the completion',
      {
        prompt_tokens: 100,
        completion_tokens: 50,
        total_tokens: 150,
        prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 30 },
        completion_tokens_details: { reasoning_tokens: 40 },
      },
      { input: 10, cacheRead: 60, cacheWrite: 30, output: 50, reasoning: 40 },
    ],
    [
      'the cache hits of DeepSeek',
      { prompt_tokens: 100, completion_tokens: 5, prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 36 },
      { input: 36, cacheRead: 64, output: 5 },
    ],
    [
      'reasoning that the total counts beside the completion',
      {
        prompt_tokens: 307,
        completion_tokens: 26,
        total_tokens: 560,
        completion_tokens_details: { reasoning_tokens: 227 },
      },
      { input: 307, output: 253, reasoning: 227 },
    ],
    [
      'web searches',
      { prompt_tokens: 1, completion_tokens: 1, server_tool_use: { web_search_requests: 2 } },
      { input: 1, output: 1, webSearches: 2 },
    ],
    [
      'details that are null',
      { prompt_tokens: 1, completion_tokens: 2, prompt_tokens_details: null },
      { input: 1, output: 2 },
    ],
  ])('[U1] reads %s', (_name, raw, expected) => {
    expect(toUsage(raw)).toEqual({ ...none, ...expected })
  })

  it.each<[string, Json | null]>([
    ['missing', null],
    ['empty', {}],
    ['half of it', { prompt_tokens: 5 }],
    ['negative', { prompt_tokens: -5, completion_tokens: 5 }],
    ['null', { prompt_tokens: null, completion_tokens: 5 }],
    ['a text', { prompt_tokens: '5', completion_tokens: 5 }],
    ['a fraction', { prompt_tokens: 5, completion_tokens: 0.5 }],
    [
      'more read from the cache than was sent',
      { prompt_tokens: 5, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 6 } },
    ],
    ['more reasoning than output', { prompt_tokens: 5, completion_tokens: 5, reasoning_tokens: 9 }],
    ['no object', [1, 2]],
  ])('[FP-16] is unknown when it is %s', (_name, raw) => {
    expect(toUsage(raw)).toBeNull()
  })
})
