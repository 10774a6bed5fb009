import { ASSUMED_WINDOW } from '../settings.ts'
import type { AssembleInput } from './assemble-input.ts'

/** How many tokens a request may have. */
export interface Budget {
  /** The largest request with its answer: the model's window, the user's own limit, or an assumption when neither is known. */
  readonly maximum: number
  readonly maximumFrom: 'model' | 'person' | 'assumed'
  /** Reserved for the answer. */
  readonly reserved: number
  /** What may be sent: maximum minus reserved. */
  readonly budget: number
}

/** The model's window or the user's own limit, whichever is smaller, minus what is reserved for the answer (C9). */
export function budgetOf({
  settings,
  model,
  outputLimit,
}: Pick<AssembleInput, 'settings' | 'model' | 'outputLimit'>): Budget {
  const { maxPromptTokens: cap, reservedResponseTokens } = settings
  const window = model.contextWindow
  if (cap !== null && (window === null || cap < window)) {
    return toBudget(cap, 'person', reservedResponseTokens)
  }
  if (window === null) return toBudget(ASSUMED_WINDOW, 'assumed', reservedResponseTokens)
  return toBudget(window, 'model', Math.max(reservedResponseTokens, outputLimit ?? 0))
}

function toBudget(maximum: number, maximumFrom: Budget['maximumFrom'], reserved: number): Budget {
  return { maximum, maximumFrom, reserved, budget: Math.max(0, maximum - reserved) }
}
