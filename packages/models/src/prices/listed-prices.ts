import type { PriceList, Prices } from '../price-list.ts'
import type { DatedPrices, ListedModel, ListedPrice } from './price-data.ts'

/** Charges for things that Stet never asks for: a list may have them without making a cost incomplete. */
const NEVER_ASKED = /audio|video|storage_searches|document|cache_image_read/

/** The prices of a listed model that are in force at a time. */
export function listedPrices(model: ListedModel, at: number): Pick<PriceList, 'prices' | 'tiers'> {
  const listed = inForce(model.prices, at)
  const starts = new Set(Object.values(listed).flatMap(({ tiers }) => tiers.map(({ above }) => above)))
  const rising = [...starts].toSorted((one, other) => one - other)
  return {
    prices: toPrices(listed, 0),
    tiers: rising.map(above => ({ above, prices: toPrices(listed, above + 1) })),
  }
}

function toPrices(listed: Readonly<Record<string, ListedPrice>>, inputTokens: number): Prices {
  const {
    input_mtok: input,
    output_mtok: output,
    cache_read_mtok: cacheRead,
    cache_write_mtok: cacheWrite,
    cache_write_1h_mtok: cacheWriteLong,
    web_searches_kcount: webSearches,
    requests_kcount: requests,
    input_audio_mtok: audio,
    input_image_mtok: imageInput,
    output_image_mtok: imageOutput,
    ...rest
  } = listed
  const priceOf = (price: ListedPrice | undefined): number | null => {
    if (price === undefined) return null
    return price.tiers.findLast(({ above }) => inputTokens > above)?.price ?? price.base
  }
  const webSearch = priceOf(webSearches)
  const request = priceOf(requests)
  const audioInput = priceOf(audio)
  // A charge that no usage of ours counts: without it a cost would pass for whole.
  const isWhole = Object.keys(rest).every(name => NEVER_ASKED.test(name))
  return {
    input: priceOf(input),
    output: isWhole ? priceOf(output) : null,
    cacheRead: priceOf(cacheRead),
    cacheWrite: priceOf(cacheWrite),
    cacheWriteLong: priceOf(cacheWriteLong),
    webSearch: webSearch === null ? null : webSearch / 1_000,
    ...(request !== null && { request: request / 1_000 }),
    ...(audioInput !== null && { audioInput }),
    imageInput: priceOf(imageInput),
    imageOutput: priceOf(imageOutput),
  }
}

function inForce(dated: readonly DatedPrices[], at: number): Readonly<Record<string, ListedPrice>> {
  const found = dated.findLast(({ when }) => holds(when, at)) ?? dated[0]
  if (found === undefined) throw new Error('a listed model has no prices')
  return found.prices
}

function holds(when: DatedPrices['when'], at: number): boolean {
  switch (when.kind) {
    case 'always':
      return true
    case 'since':
      return at >= when.at
    case 'daily': {
      const second = Math.floor(at / 1_000) % 86_400
      const { from, to } = when
      return to < from ? second >= from || second < to : second >= from && second < to
    }
  }
}
