import { type Cost, type CostOf, type Message, type ModelChoice, requestOf } from '@stet/history'
import { costOf, type Models, type PriceList } from '@stet/models'

/** What each of these messages cost, at the prices known now. */
export async function costsOf(models: Models, messages: readonly Message[]): Promise<CostOf> {
  const prices = new Map<string, PriceList | null>()
  for (const message of messages) {
    const origin = requestOf(message)?.origin
    if (origin === undefined || prices.has(keyOf(origin))) continue
    prices.set(keyOf(origin), await models.prices({ definition: origin.definition, model: origin.model }))
  }
  return (message): Cost => {
    const request = requestOf(message)
    if (request === null) return { usd: 0, reliable: true }
    const { origin, usage, rawUsage } = request
    return costOf({ usage, rawUsage, protocol: origin.protocol, prices: prices.get(keyOf(origin)) ?? null })
  }
}

function keyOf({ definition, model }: ModelChoice): string {
  return JSON.stringify([definition, model])
}
