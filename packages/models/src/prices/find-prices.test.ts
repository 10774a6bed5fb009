import { describe, expect, it } from 'vitest'
import { defaultDefinitionOptions } from '../definition.ts'
import type { Prices } from '../price-list.ts'
import { findContextWindow } from './find-context-window.ts'
import { findPrices, type PriceSources } from './find-prices.ts'
import { loadBundledPrices } from './load-bundled-prices.ts'
import { parsePriceData } from './parse-price-data.ts'

const unknown: Prices = {
  input: null,
  output: null,
  cacheRead: null,
  cacheWrite: null,
  cacheWriteLong: null,
  webSearch: null,
  imageInput: null,
  imageOutput: null,
}

const data = parsePriceData(
  [
    {
      id: 'birds',
      api_pattern: 'https://api\\.birds\\.example',
      fallback_model_providers: ['fish'],
      models: [
        { id: 'wren', match: { starts_with: 'wren' }, prices: { input_mtok: 1, output_mtok: 2 } },
        {
          id: 'wren-large',
          match: { or: [{ equals: 'wren-large' }, { contains: '/wren-large' }] },
          context_window: 9_000,
          prices: {
            input_mtok: { base: 3, tiers: [{ start: 200_000, price: 6 }] },
            output_mtok: { base: 15, tiers: [{ start: 200_000, price: 22.5 }] },
            cache_read_mtok: 0.3,
            web_searches_kcount: 10,
            storage_searches_kcount: 2.5,
          },
        },
        { id: 'heron', match: { equals: 'heron' }, prices: { input_mtok: 1, output_mtok: 2, requests_kcount: 12 } },
        { id: 'crane', match: { equals: 'crane' }, prices: { input_mtok: 1, output_mtok: 2, seats_kcount: 12 } },
        {
          id: 'owl',
          match: { equals: 'owl' },
          prices: [
            { prices: { input_mtok: 1, output_mtok: 1 } },
            { constraint: { start_date: '2026-01-01' }, prices: { input_mtok: 2, output_mtok: 2 } },
            {
              constraint: { start_time: '22:00:00Z', end_time: '06:00:00Z' },
              prices: { input_mtok: 3, output_mtok: 3 },
            },
          ],
        },
      ],
    },
    {
      id: 'fish',
      api_pattern: 'https://api\\.fish\\.example',
      models: [{ id: 'carp', match: { equals: 'carp' }, prices: { input_mtok: 7, output_mtok: 8 } }],
    },
  ],
  1_234,
)

const sources: PriceSources = {
  definition: { type: 'openai-chat', baseUrl: 'https://api.birds.example/v1/', options: defaultDefinitionOptions },
  model: 'wren-large',
  discovered: null,
  override: null,
  data,
  at: Date.UTC(2026, 5, 1, 12),
}

const wrenLarge = {
  prices: { ...unknown, input: 3, output: 15, cacheRead: 0.3, webSearch: 0.01 },
  tiers: [{ above: 200_000, prices: { ...unknown, input: 6, output: 22.5, cacheRead: 0.3, webSearch: 0.01 } }],
  from: 'data',
  match: 'exact',
  asOf: 1_234,
}

describe('the prices of a model', () => {
  it('[U3] are found by the exact name before a prefix that is listed earlier, with tiers', () => {
    expect(findPrices(sources)).toEqual(wrenLarge)
    expect(findPrices({ ...sources, model: 'Wren-Large' })).toEqual(wrenLarge)
  })

  it('[U3] are found by a prefix or a pattern, and say so', () => {
    const wren = { prices: { ...unknown, input: 1, output: 2 }, tiers: [], from: 'data', match: 'prefix', asOf: 1_234 }
    expect(findPrices({ ...sources, model: 'wren-7b' })).toEqual(wren)
    expect(findPrices({ ...sources, model: 'nest/wren-large' })).toEqual({ ...wrenLarge, match: 'prefix' })
  })

  it('[U3] are those of the listed name for one that adds only a date or a version, and not for another model', () => {
    const owl = findPrices({ ...sources, model: 'owl' })
    expect(findPrices({ ...sources, model: 'owl-20260131' })).toEqual({ ...owl, match: 'prefix' })
    expect(findPrices({ ...sources, model: 'owl-2026-01-31' })).toEqual({ ...owl, match: 'prefix' })
    expect(findPrices({ ...sources, model: 'owl-v1:0' })).toEqual({ ...owl, match: 'prefix' })
    expect(findPrices({ ...sources, model: 'owl-pro' })).toBeNull()
    expect(findPrices({ ...sources, model: 'owl-2601' })).toBeNull()
  })

  it('[U3] are those of another vendor whose models this one resells', () => {
    expect(findPrices({ ...sources, model: 'carp' })?.prices).toEqual({ ...unknown, input: 7, output: 8 })
  })

  it('[U3] are unknown at an address that the data does not know, whatever the name', () => {
    const elsewhere = { ...sources.definition, baseUrl: 'https://proxy.example/v1' }
    expect(findPrices({ ...sources, definition: elsewhere })).toBeNull()
    expect(findPrices({ ...sources, definition: { ...elsewhere, baseUrl: 'api.birds.example' } })).toBeNull()
  })

  it('[U3] change with the date and with the hour', () => {
    const inputAt = (at: number) => findPrices({ ...sources, model: 'owl', at })?.prices.input
    expect(inputAt(Date.UTC(2025, 11, 31, 12))).toBe(1)
    expect(inputAt(Date.UTC(2026, 0, 1, 12))).toBe(2)
    expect(inputAt(Date.UTC(2026, 0, 1, 22))).toBe(3)
    expect(inputAt(Date.UTC(2026, 0, 2, 5, 59, 59))).toBe(3)
    expect(inputAt(Date.UTC(2026, 0, 2, 6))).toBe(2)
  })

  it('[U3] are not whole where something is charged that usage does not count', () => {
    expect(findPrices({ ...sources, model: 'crane' })?.prices).toEqual({ ...unknown, input: 1, output: null })
  })

  it('[U3] report what a request costs by itself', () => {
    expect(findPrices({ ...sources, model: 'heron' })?.prices).toEqual({
      ...unknown,
      input: 1,
      output: 2,
      request: 0.012,
    })
    const discovered = { model: 'wren-large', prices: { input: 3, output: 15, request: 0.5 } }
    const found = findPrices({ ...sources, model: 'wren-large', discovered })
    expect([found?.prices.request, ...(found?.tiers.map(({ prices }) => prices.request) ?? [])]).toEqual([0.5, 0.5])
  })

  it('[P1] are the user’s before all others', () => {
    const prices = { ...unknown, input: 9 }
    const reported = { prices, tiers: [], from: 'person', match: 'exact', asOf: null }
    const definition = { ...sources.definition, options: { ...defaultDefinitionOptions, local: true } }
    expect(findPrices({ ...sources, override: { prices } })).toEqual(reported)
    expect(findPrices({ ...sources, definition, override: { prices } })).toEqual(reported)
  })

  it('[U3] are nothing, for sure, where models run at home', () => {
    const definition = { ...sources.definition, options: { ...defaultDefinitionOptions, local: true } }
    expect(findPrices({ ...sources, definition })).toEqual({
      prices: {
        input: 0,
        output: 0,
        cacheRead: 0,
        cacheWrite: 0,
        cacheWriteLong: 0,
        webSearch: 0,
        imageInput: 0,
        imageOutput: 0,
      },
      tiers: [],
      from: 'local',
      match: 'exact',
      asOf: null,
    })
  })

  it('[P3] are the provider’s before the data’s', () => {
    const discovered = { model: 'wren-large', prices: { input: 4, output: 20 } }
    expect(findPrices({ ...sources, discovered })).toEqual({
      prices: { ...unknown, input: 4, output: 20 },
      tiers: [],
      from: 'provider',
      match: 'exact',
      asOf: null,
    })
  })

  it('[P3] are completed from the data where the provider reports the same prices', () => {
    const discovered = { model: 'wren-large', prices: { input: 3.0000000000000004, output: 15, cacheWrite: 3.75 } }
    expect(findPrices({ ...sources, discovered })).toEqual({
      ...wrenLarge,
      prices: { ...wrenLarge.prices, ...discovered.prices },
      from: 'provider',
    })
  })

  it('[P3] are not what a provider’s list names for a price that depends', () => {
    const discovered = { model: 'wren-large', prices: { input: -1, output: Number.NaN, cacheRead: null } }
    expect(findPrices({ ...sources, discovered })).toEqual(wrenLarge)
  })
})

describe('the context window of a model', () => {
  it('[P1] is listed beside its prices, and unknown where it is not', () => {
    expect(findContextWindow(sources)).toBe(9_000)
    expect(findContextWindow({ ...sources, model: 'owl' })).toBeNull()
    expect(findContextWindow({ ...sources, model: 'nothing' })).toBeNull()
  })

  it('[P1] is not that of the vendor where a model runs at home', () => {
    const definition = { ...sources.definition, options: { ...defaultDefinitionOptions, local: true } }
    expect(findContextWindow({ ...sources, definition })).toBeNull()
  })
})

describe('the data that comes with Stet', () => {
  it('[U3] is read whole, and knows each type’s own vendor', async () => {
    const bundled = await loadBundledPrices()
    expect(bundled.leftOut).toBe(0)
    const samples = [
      ['anthropic', null, 'claude-sonnet-4-5', 'exact'],
      ['anthropic', null, 'claude-sonnet-4-5-20250929', 'prefix'],
      ['openai-responses', null, 'gpt-5.2', 'exact'],
      ['openai-chat', null, 'gpt-4o-2024-11-20', 'exact'],
      ['openai-chat', 'https://openrouter.ai/api/v1', 'anthropic/claude-sonnet-4.5', 'exact'],
      ['gemini', null, 'gemini-2.5-flash', 'exact'],
      ['bedrock', 'eu-central-1', 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0', 'prefix'],
      ['bedrock', 'bedrock:us-west-2', 'amazon.nova-lite-v1:0', 'exact'],
      ['bedrock', 'https://bedrock-runtime.us-west-2.amazonaws.com', 'amazon.nova-lite-v1:0', 'exact'],
      ['bedrock', 'https://bedrock.us-gov-west-1.api.aws/', 'amazon.nova-lite-v1:0', 'exact'],
      ['anthropic', 'bedrock:us-west-2', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'prefix'],
    ] as const
    const matches = samples.map(([type, baseUrl, model]) => {
      const definition = { type, baseUrl, options: defaultDefinitionOptions }
      const found = findPrices({ definition, model, discovered: null, override: null, data: bundled, at: sources.at })
      return [type, baseUrl, model, found?.match]
    })
    expect(matches).toEqual(samples)
  })
})
