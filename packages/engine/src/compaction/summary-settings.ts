import { type AnswerSettings, defaultAnswerSettings, type ModelFacts } from '@stet/history'

/** Enough for a model that always reasons before the first word. */
const REASONING_TOKENS = 2048

/** Output tokens that are not available for the summary itself. */
export function spareTokens({ reasoning }: Pick<ModelFacts, 'reasoning'>): number {
  return reasoning === 'none' ? 0 : REASONING_TOKENS
}

/** Whatever the chat's settings are, a summary needs no search and no reasoning. */
export function summarySettings(facts: ModelFacts, outputLimit: number): AnswerSettings {
  const wanted = outputLimit + spareTokens(facts)
  return { ...defaultAnswerSettings, outputLimit: Math.min(wanted, facts.outputLimit ?? wanted) }
}
