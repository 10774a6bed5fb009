import { calcPrice, waitForUpdate } from '@pydantic/genai-prices'
import { type Json, noUsage, type Usage } from '@stet/history'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PriceList, Prices } from '../price-list.ts'
import { compareCosts, costOf, isDiffering, isFree } from './cost-of.ts'
import { listedPrices } from './listed-prices.ts'
import { parsePriceData } from './parse-price-data.ts'

const prices: Prices = {
  input: 3,
  output: 15,
  cacheRead: 0.3,
  cacheWrite: 3.75,
  cacheWriteLong: 6,
  webSearch: 0.01,
  imageInput: null,
  imageOutput: null,
}
const list: PriceList = { prices, tiers: [], from: 'data', match: 'exact', asOf: null }

function cost(usage: Partial<Usage>, rest: { rawUsage?: Json; protocol?: string; prices?: PriceList | null } = {}) {
  return costOf({ rawUsage: null, protocol: 'anthropic', prices: list, ...rest, usage: { ...noUsage, ...usage } })
}

function listWith(changed: Partial<Prices>): PriceList {
  return { ...list, prices: { ...prices, ...changed } }
}

describe('what a request cost', () => {
  it('[U3] adds up every kind of usage at its own price', () => {
    const usage = { input: 1_000_000, cacheRead: 2_000_000, cacheWrite: 1_000_000, output: 100_000, webSearches: 3 }
    expect(cost(usage)).toEqual({ usd: 3 + 0.6 + 3.75 + 1.5 + 0.03, reliable: true })
  })

  it('[U3] takes sound at its own price, and has no reliable cost without one', () => {
    const usage = { input: 1_000_000 }
    const rawUsage = {
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 400_000 },
        { modality: 'AUDIO', tokenCount: 600_000 },
      ],
    }
    const spent = { rawUsage, protocol: 'gemini' }
    expect(cost(usage, { ...spent, prices: listWith({ audioInput: 10 }) })).toEqual({ usd: 1.2 + 6, reliable: true })
    expect(cost(usage, spent).reliable).toBe(false)
  })

  it('[U3] takes the sum that the provider itself reports, also where no price is known', () => {
    const spent = { protocol: 'openai-chat', prices: null }
    expect(cost({ input: 10 }, { ...spent, rawUsage: { cost: 0.0125 } })).toEqual({ usd: 0.0125, reliable: true })
    const ownKey = { cost: 0.001, is_byok: true, cost_details: { upstream_inference_cost: 0.02 } }
    expect(cost({ input: 10 }, { ...spent, rawUsage: ownKey })).toEqual({ usd: 0.021, reliable: true })
    const perplexity = { cost: { input_tokens_cost: 0.001, total_cost: 0.006 } }
    expect(cost({ input: 10 }, { ...spent, rawUsage: perplexity })).toEqual({ usd: 0.006, reliable: true })
    expect(cost({ input: 10 }, { ...spent, rawUsage: { cost: 'free' } })).toEqual({ usd: 0, reliable: false })
  })

  it.each<[string, Json, boolean]>([
    ['anthropic', { service_tier: 'standard', speed: 'standard', inference_geo: null }, true],
    ['anthropic', { service_tier: 'priority' }, false],
    ['anthropic', { speed: 'fast' }, false],
    ['anthropic', { inference_geo: 'us' }, false],
    ['openai-responses', { service_tier: 'flex' }, false],
    ['openai-chat', { service_tier: 'priority' }, false],
    ['gemini', { trafficType: 'ON_DEMAND' }, true],
    ['gemini', { trafficType: 'PROVISIONED_THROUGHPUT' }, false],
    ['bedrock', { serviceTier: 'flex' }, false],
  ])('[U5] over %s, %j has a reliable standard price: %s', (protocol, rawUsage, reliable) => {
    expect(cost({ input: 1_000_000 }, { protocol, rawUsage })).toEqual({ usd: 3, reliable })
  })

  it('[U3] does not count reasoning twice', () => {
    expect(cost({ output: 1_000_000, reasoning: 900_000 })).toEqual({ usd: 15, reliable: true })
  })

  it('[U3] takes longer-living cache writes at their own price, by what each protocol reports', () => {
    const usage = { cacheWrite: 1_000_000 }
    const expected = { usd: 0.4 * 6 + 0.6 * 3.75, reliable: true }
    const anthropic = { cache_creation: { ephemeral_5m_input_tokens: 600_000, ephemeral_1h_input_tokens: 400_000 } }
    expect(cost(usage, { rawUsage: anthropic })).toEqual(expected)
    const bedrock = {
      cacheDetails: [
        { ttl: '1h', inputTokens: 400_000 },
        { ttl: '5m', inputTokens: 600_000 },
      ],
    }
    expect(cost(usage, { rawUsage: bedrock, protocol: 'bedrock' })).toEqual(expected)
    expect(cost(usage, { rawUsage: anthropic, prices: listWith({ cacheWriteLong: null }) })).toEqual({
      usd: 0.6 * 3.75,
      reliable: false,
    })
  })

  it('[U3] takes the prices of the tier that all input together reaches, for all of the request', () => {
    const high = { ...prices, input: 6, output: 22.5, cacheRead: 0.6 }
    const tiered = { ...list, tiers: [{ above: 200_000, prices: high }] }
    const below = { input: 100_000, cacheRead: 100_000, output: 1_000 }
    expect(cost(below, { prices: tiered })).toEqual({ usd: expect.closeTo(0.345, 12), reliable: true })
    expect(cost({ ...below, input: 100_001 }, { prices: tiered })).toEqual({
      usd: expect.closeTo(0.682506, 12),
      reliable: true,
    })
  })

  it('[U3] adds what a request costs by itself', () => {
    expect(cost({ input: 1_000_000 }, { prices: listWith({ request: 0.25 }) })).toEqual({ usd: 3.25, reliable: true })
  })

  it('[U3] is unreliable when a price is missing for something that was used, and only then', () => {
    const usage = { input: 1_000_000, cacheRead: 1_000_000, cacheWrite: 1_000_000, output: 1_000_000, webSearches: 1 }
    for (const kind of ['input', 'cacheRead', 'cacheWrite', 'output', 'webSearch'] as const) {
      expect(cost(usage, { prices: listWith({ [kind]: null }) }).reliable).toBe(false)
    }
    const bare = listWith({ cacheRead: null, cacheWrite: null, cacheWriteLong: null, webSearch: null })
    expect(cost({ input: 1_000_000 }, { prices: bare })).toEqual({ usd: 3, reliable: true })
  })

  it('[U3] is unreliable without a price list', () => {
    expect(cost({ input: 5 }, { prices: null })).toEqual({ usd: 0, reliable: false })
  })

  it('[U3] is nothing, for sure, where models run at home, whatever they report', () => {
    const atHome: PriceList = { ...list, from: 'local' }
    expect(costOf({ usage: null, rawUsage: null, protocol: 'openai-chat', prices: atHome })).toEqual({
      usd: 0,
      reliable: true,
    })
    expect(cost({ input: 1_000 }, { prices: atHome })).toEqual({ usd: 0, reliable: true })
  })

  it('[FP-16] is unreliable and a number when usage is missing or is none', () => {
    expect(costOf({ usage: null, rawUsage: null, protocol: 'anthropic', prices: list })).toEqual({
      usd: 0,
      reliable: false,
    })
    expect(cost({ input: Number.NaN })).toEqual({ usd: 0, reliable: false })
    expect(cost({ input: -1 })).toEqual({ usd: 0, reliable: false })
    expect(cost({ output: 1, reasoning: 2 })).toEqual({ usd: 0, reliable: false })
  })

  it('[FP-16] is unreliable when raw usage has nonsense where it decides a price', () => {
    const usage = { cacheWrite: 1_000_000 }
    const rawUsage = { cache_creation: { ephemeral_1h_input_tokens: -4 } }
    expect(cost(usage, { rawUsage })).toEqual({ usd: 3.75, reliable: false })
    expect(cost(usage, { rawUsage: { cache_creation: null } })).toEqual({ usd: 3.75, reliable: true })
    expect(cost(usage, { rawUsage: 'nonsense' })).toEqual({ usd: 3.75, reliable: true })
  })

  it('[U3] takes tokens of pictures at their own price where they have one', () => {
    const usage = { input: 1_000_000, output: 1_000_000, reasoning: 100_000 }
    const rawUsage = {
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 600_000 },
        { modality: 'IMAGE', tokenCount: 500_000 },
      ],
      cacheTokensDetails: [{ modality: 'IMAGE', tokenCount: 100_000 }],
      candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 200_000 }],
    }
    const gemini = { rawUsage, protocol: 'gemini' }
    expect(cost(usage, gemini)).toEqual({ usd: 18, reliable: true })
    expect(cost(usage, { ...gemini, prices: listWith({ imageInput: 10, imageOutput: 30 }) })).toEqual({
      usd: 0.6 * 3 + 0.8 * 15 + 0.4 * 10 + 0.2 * 30,
      reliable: true,
    })
  })

  it('[U3] is unreliable when a tool made pictures whose price is not known', () => {
    const rawUsage = { tool_usage: { image_gen: { input_tokens: 1_000_000, output_tokens: 1_000_000 } } }
    const responses = { rawUsage, protocol: 'openai-responses' }
    expect(cost({ input: 1_000_000 }, responses)).toEqual({ usd: 3, reliable: false })
    const pictures = listWith({ imageInput: 10, imageOutput: 40 })
    expect(cost({ input: 1_000_000 }, { ...responses, prices: pictures })).toEqual({ usd: 53, reliable: true })
  })

  it('[U3] agrees with those who keep the data on every model it lists', async () => {
    const vendors = (await waitForUpdate()) ?? []
    const parsed = parsePriceData(vendors, null).vendors
    const tokens = fc.integer({ min: 1, max: 400_000 })
    const spent = fc.record({
      input: tokens,
      cacheRead: tokens,
      cacheWrite: tokens,
      output: tokens,
      longWrites: tokens,
    })
    const samples = fc.sample(spent, { numRuns: 2, seed: 4 })
    const at = Date.UTC(2026, 8, 1, 3)
    let compared = 0
    for (const [place, vendor] of vendors.entries()) {
      for (const [index, model] of vendor.models.entries()) {
        const found = parsed[place]?.models[index]
        if (found?.id !== model.id) throw new Error(`${model.id} was not read`)
        const listed = { ...list, ...listedPrices(found, at) }
        const { cacheRead: readPrice, cacheWrite: writePrice, cacheWriteLong: longPrice, webSearch } = listed.prices
        for (const sample of samples) {
          const cacheRead = readPrice === null ? 0 : sample.cacheRead
          const cacheWrite = writePrice === null ? 0 : sample.cacheWrite
          const long = longPrice === null ? 0 : Math.min(cacheWrite, sample.longWrites)
          const webSearches = webSearch === null ? 0 : 3
          const { input, output } = sample
          const rawUsage = { cache_creation: { ephemeral_1h_input_tokens: long } }
          const ours = cost({ input, output, cacheRead, cacheWrite, webSearches }, { prices: listed, rawUsage })
          if (!ours.reliable) continue
          const theirs = calcPrice(
            {
              input_tokens: input + cacheRead + cacheWrite,
              cache_read_tokens: cacheRead,
              cache_write_tokens: cacheWrite,
              cache_write_1h_tokens: long,
              output_tokens: output,
              web_searches: webSearches,
            },
            'this',
            { provider: { ...vendor, models: [{ ...model, match: { equals: 'this' } }] }, timestamp: new Date(at) },
          )
          expect(ours.usd, `${vendor.id} ${model.id}`).toBeCloseTo(theirs?.total_price ?? Number.NaN, 9)
          compared += 1
        }
      }
    }
    expect(compared).toBeGreaterThan(2_000)
  })
})

describe('a sum that the provider reported', () => {
  const spent = (reported: number) => ({
    usage: { ...noUsage, input: 1_000_000 },
    rawUsage: { prompt_tokens: 1_000_000, completion_tokens: 0, cost: reported },
    protocol: 'openai-chat',
    prices: list,
  })

  it('[U3] is kept beside ours, and differs from 1% on', () => {
    expect(compareCosts(spent(2.5))).toEqual({ reported: 2.5, byPrices: 3 })
    expect([2.5, 2.96, 2.98, 3, 3.02, 3.1].map(reported => isDiffering({ reported, byPrices: 3 }))).toEqual([
      true,
      true,
      false,
      false,
      false,
      true,
    ])
  })

  it('[U3] is compared with nothing where a price is missing or none was reported', () => {
    expect(compareCosts({ ...spent(2.5), prices: null })).toBe(null)
    expect(compareCosts({ ...spent(2.5), prices: listWith({ input: null }) })).toBe(null)
    expect(compareCosts({ ...spent(2.5), rawUsage: { prompt_tokens: 1 } })).toBe(null)
  })
})

it('[U2] a model is free at home, or where every price is zero', () => {
  const zero = listWith({ input: 0, output: 0, cacheRead: 0, cacheWrite: null, cacheWriteLong: 0, webSearch: 0 })
  expect([isFree(null), isFree(list), isFree({ ...list, from: 'local' }), isFree(zero)]).toEqual([
    false,
    false,
    true,
    true,
  ])
  expect(isFree({ ...zero, tiers: [{ above: 200_000, prices }] })).toBe(false)
})
