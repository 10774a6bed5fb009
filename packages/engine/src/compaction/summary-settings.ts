import { type AnswerSettings, defaultAnswerSettings, type ModelFacts } from '@stet/history'

/** Enough for a model that always reasons before the first word. */
const REASONING_TOKENS = 2048

/** Output tokens that are not available for the summary itself. */
export function spareTokens({ reasoning }: Pick<ModelFacts, 'reasoning'>): number {
  return reasoning === 'none' ? 0 : REASONING_TOKENS
}

/** Whatever the chat's settings are, a summary needs no search and no reasoning. */
export function summarySettings(facts: ModelFacts, outputLimit: number): AnswerSettings {
  return { ...defaultAnswerSettings, outputLimit: limitFor(facts, outputLimit) }
}

/** With the chat's own request it needs the chat's settings: providers miss the cache when search or reasoning change. */
export function cachedSettings(facts: ModelFacts, chats: AnswerSettings, outputLimit: number): AnswerSettings {
  return { ...chats, prefill: '', outputLimit: limitFor(facts, outputLimit) }
}

function limitFor(facts: ModelFacts, outputLimit: number): number {
  const wanted = outputLimit + spareTokens(facts)
  return Math.min(wanted, facts.outputLimit ?? wanted)
}
