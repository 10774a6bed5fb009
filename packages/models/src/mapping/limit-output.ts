import type { AnswerSettings, ModelFacts } from '@stet/history'
import type { NotApplied } from '../not-applied.ts'

/** The most tokens of an answer that may be asked for: what the person set, or what the model writes at most; null where that is the provider's. */
export function limitOutput(
  { outputLimit: most }: Pick<ModelFacts, 'outputLimit'>,
  { outputLimit }: Pick<AnswerSettings, 'outputLimit'>,
  notApplied: NotApplied[],
): number | null {
  if (outputLimit === null || most === null || outputLimit <= most) return outputLimit
  notApplied.push({ setting: 'outputLimit', because: `This model writes ${most} tokens at most.` })
  return most
}
