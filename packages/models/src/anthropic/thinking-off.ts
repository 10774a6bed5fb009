import type { KnownModel } from '../facts/known-model.ts'
import type { Thinking } from './request-body.ts'

/**
 * How a model is told not to think where it thinks unasked, or that it cannot be told. Null for one that does not think unless it is asked
 * to, and for one that nobody knows: those are told nothing, which none refuses.
 */
export function thinkingOff(known: KnownModel | null): Thinking | 'never' | null {
  if (known?.alwaysReasons === true) return 'never'
  return known?.reasoningOff === undefined ? null : { type: known.reasoningOff }
}
