import type { Report } from '@stet/context'
import type { ModelFacts } from '@stet/history'
import type { ModelCall } from '@stet/models'

/** By how much our count of a request may be too low. */
const UNCOUNTED = 0.01

/** The window must hold the answer too: a provider refuses a request that allows a longer one (C9). */
export function roomFor({ contextWindow }: ModelFacts, { budget }: Report): Pick<ModelCall, 'room'> {
  if (contextWindow === null) return {}
  const left = contextWindow - Math.ceil(budget.used.total * (1 + UNCOUNTED))
  return { room: Math.max(left, budget.reserved) }
}
