import type { DiscoveredModel } from '@stet/models'

const MOST_MODELS = 10_000
const LONGEST_NAME = 500

/** What a provider told, without what no model can have: a list comes from outside, and one bad entry must not cost the others. */
export function cleanModels(told: readonly DiscoveredModel[]): readonly DiscoveredModel[] {
  const models = new Map<string, DiscoveredModel>()
  for (const each of told) {
    if (models.size === MOST_MODELS) break
    const { model } = each
    if (model === '' || model.length > LONGEST_NAME || models.has(model)) continue
    models.set(model, cleanModel(each))
  }
  return [...models.values()]
}

function cleanModel({ contextWindow, outputLimit, prices, name, note, ...rest }: DiscoveredModel): DiscoveredModel {
  return {
    ...rest,
    ...(isCount(contextWindow) ? { contextWindow } : {}),
    ...(isCount(outputLimit) ? { outputLimit } : {}),
    ...(prices === undefined ? {} : { prices: cleanPrices(prices) }),
    ...(name === undefined ? {} : { name: name.slice(0, LONGEST_NAME) }),
    ...(note === undefined ? {} : { note: note.slice(0, LONGEST_NAME) }),
  }
}

function cleanPrices(prices: NonNullable<DiscoveredModel['prices']>): NonNullable<DiscoveredModel['prices']> {
  return Object.fromEntries(
    Object.entries(prices).filter(([, price]) => price === null || (Number.isFinite(price) && price >= 0)),
  )
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && Number.isSafeInteger(value) && value > 0
}
