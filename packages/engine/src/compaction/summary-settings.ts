import { type AnswerSettings, defaultAnswerSettings, type ModelFacts } from '@stet/history'

/** A model that cannot be kept from reasoning spends so many tokens of its answer, or fewer, before the first word. */
const REASONING_TOKENS = 2048

/** Tokens of the answer that the summary itself does not have. */
export function spareTokens({ reasoning }: Pick<ModelFacts, 'reasoning'>): number {
  return reasoning === 'none' ? 0 : REASONING_TOKENS
}

/** Whatever a chat is set to, nothing is searched or thought over for a summary. */
export function summarySettings(facts: ModelFacts, outputLimit: number): AnswerSettings {
  const wanted = outputLimit + spareTokens(facts)
  return { ...defaultAnswerSettings, outputLimit: Math.min(wanted, facts.outputLimit ?? wanted) }
}
