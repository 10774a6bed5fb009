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

/** The most of a request's maximum that is reserved for an answer because the chat allows answers that long. */
const LARGEST_RESERVE = 1 / 4

/**
 * The model's window or the user's own limit, whichever is smaller, minus what is reserved for the answer (C9). The answer must fit too, so
 * the reserve follows the chat's output limit, under any maximum.
 */
export function budgetOf({
  settings,
  model,
  outputLimit,
}: Pick<AssembleInput, 'settings' | 'model' | 'outputLimit'>): Budget {
  const { maximum, maximumFrom } = maximumOf(settings.maxPromptTokens, model.contextWindow)
  const answer = Math.min(outputLimit ?? 0, Math.floor(maximum * LARGEST_RESERVE))
  const reserved = Math.max(settings.reservedResponseTokens, answer)
  return { maximum, maximumFrom, reserved, budget: Math.max(0, maximum - reserved) }
}

function maximumOf(limit: number | null, window: number | null): Pick<Budget, 'maximum' | 'maximumFrom'> {
  if (limit !== null && (window === null || limit < window)) return { maximum: limit, maximumFrom: 'person' }
  return window === null
    ? { maximum: ASSUMED_WINDOW, maximumFrom: 'assumed' }
    : { maximum: window, maximumFrom: 'model' }
}
