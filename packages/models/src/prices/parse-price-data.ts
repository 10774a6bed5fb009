import { ModelError } from '../model-error.ts'
import type { DatedPrices, ListedModel, ListedPrice, NameMatch, PriceData, Vendor, When } from './price-data.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Reads the format of genai-prices. The data is fetched without a new version of Stet, so it may hold what this reader does not
 * know: such a model is left out, which makes its costs unreliable instead of wrong.
 */
export function parsePriceData(json: unknown, asOf: number | null): PriceData {
  if (!Array.isArray(json)) throw new ModelError('protocol', { message: 'the price data is not a list of vendors' })
  let leftOut = 0
  const vendors = json.filter(isFields).flatMap((vendor): readonly Vendor[] => {
    const { id, api_pattern: address, models: listed = [], fallback_model_providers: resells } = vendor
    const models = Array.isArray(listed) ? listed.map(toModel) : []
    const pattern = typeof address === 'string' ? toPattern(`^(?:${address})`) : null
    const readable = typeof id === 'string' && pattern !== null ? models.filter(model => model !== null) : []
    leftOut += models.length - readable.length
    if (typeof id !== 'string' || pattern === null) return []
    return [{ id, address: pattern, models: readable, resells: strings(resells) }]
  })
  if (!vendors.some(({ models }) => models.length > 0)) {
    throw new ModelError('protocol', { message: 'the price data holds no model that can be read' })
  }
  return { asOf, vendors, leftOut }
}

function toModel(model: unknown): ListedModel | null {
  if (!isFields(model) || typeof model.id !== 'string') return null
  const match = toMatch(model.match)
  const listed = Array.isArray(model.prices) ? model.prices : [{ prices: model.prices }]
  const prices = listed.map(toDatedPrices)
  if (match === null || prices.length === 0 || !prices.every(each => each !== null)) return null
  const window = model.context_window
  return { id: model.id, match, contextWindow: isCount(window) && window > 0 ? window : null, prices }
}

function toMatch(match: unknown): NameMatch | null {
  if (!isFields(match)) return null
  const [[clause, value] = [], ...more] = Object.entries(match)
  if (more.length > 0) return null
  if (typeof value === 'string') {
    switch (clause) {
      case 'equals':
        return { kind: 'equals', text: value.toLowerCase() }
      case 'starts_with':
        return { kind: 'starts-with', text: value.toLowerCase() }
      case 'ends_with':
        return { kind: 'ends-with', text: value.toLowerCase() }
      case 'contains':
        return { kind: 'contains', text: value.toLowerCase() }
      case 'regex': {
        const pattern = toPattern(value)
        return pattern && { kind: 'pattern', pattern }
      }
    }
  }
  if ((clause === 'or' || clause === 'and') && Array.isArray(value)) {
    const of = value.map(toMatch)
    return of.every(each => each !== null) ? { kind: clause === 'or' ? 'any' : 'all', of } : null
  }
  return null
}

function toDatedPrices(dated: unknown): DatedPrices | null {
  if (!isFields(dated) || !isFields(dated.prices)) return null
  const when = toWhen(dated.constraint)
  const prices: Record<string, ListedPrice> = {}
  for (const [name, value] of Object.entries(dated.prices)) {
    const price = toPrice(value)
    if (price === null) return null
    prices[name] = price
  }
  return when && { when, prices }
}

function toWhen(constraint: unknown): When | null {
  if (constraint === undefined || constraint === null) return { kind: 'always' }
  if (!isFields(constraint)) return null
  const { start_date: date, start_time: start, end_time: end } = constraint
  if (typeof date === 'string') {
    const at = Date.parse(`${date}T00:00:00Z`)
    return Number.isNaN(at) ? null : { kind: 'since', at }
  }
  const [from, to] = [toSeconds(start), toSeconds(end)]
  return from === null || to === null ? null : { kind: 'daily', from, to }
}

function toSeconds(time: unknown): number | null {
  const clock = typeof time === 'string' ? /^(\d\d):(\d\d):(\d\d)(Z|([+-])(\d\d):(\d\d))$/.exec(time) : null
  if (clock === null) return null
  const [, hours, minutes, seconds, , sign = '+', offsetHours = 0, offsetMinutes = 0] = clock
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60 * (sign === '-' ? -1 : 1)
  const utc = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds) - offset
  return (utc + 86_400) % 86_400
}

function toPrice(value: unknown): ListedPrice | null {
  if (isPrice(value)) return { base: value, tiers: [] }
  if (!isFields(value) || !isPrice(value.base) || !Array.isArray(value.tiers)) return null
  const tiers = value.tiers.map(tier =>
    isFields(tier) && isCount(tier.start) && isPrice(tier.price) ? { above: tier.start, price: tier.price } : null,
  )
  if (!tiers.every(tier => tier !== null)) return null
  return { base: value.base, tiers: tiers.toSorted((one, other) => one.above - other.above) }
}

function toPattern(source: string): RegExp | null {
  try {
    return new RegExp(source)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(each => typeof each === 'string') : []
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isPrice(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
