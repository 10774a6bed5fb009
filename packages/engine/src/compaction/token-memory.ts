import {
  correctEstimate,
  correctionFactor,
  createTokenCounts,
  type EstimatedRequest,
  noCorrection,
  type RememberedTokenCounts,
  type TokenCorrection,
} from '@stet/context'
import type { ChatId, ModelChoice, Usage } from '@stet/history'
import { fromRequestRow, modelRef, REQUESTS_SHELF, type Store } from '@stet/store'

/** More chats than are in use at once; one that is forgotten is counted again. */
const MOST_CHATS = 64
/** Requests that are read to find out how far the estimates for a model were off. Some have no usage, and some have files. */
const REQUESTS_READ = 40
/** If the factor moved by less than this, the chat is not counted again. */
const NOTICEABLE = 0.01

/**
 * Token counts per chat and model, corrected by what the provider reported for earlier requests (C15). Each message is counted once and not at
 * every letter that is typed below it: without that an inspection of 800 messages and 1.2 million characters took 40 ms of CPU in place of 26.
 */
export interface TokenMemory {
  /** Reads the correction of a model from the ledger when it is first used. Until then estimates are not corrected. */
  ready(model: ModelChoice): Promise<void>
  of(chatId: ChatId, model: ModelChoice): RememberedTokenCounts
  /** What a request was estimated as, without correction, and what its provider reported. */
  learn(model: ModelChoice, request: EstimatedRequest): void
}

export function createTokenMemory(store: Pick<Store, 'list'>): TokenMemory {
  const remembered = new Map<string, RememberedTokenCounts>()
  const corrections = new Map<string, TokenCorrection>()
  const reading = new Map<string, Promise<void>>()

  async function read(model: ModelChoice): Promise<void> {
    const { rows } = await store.list(REQUESTS_SHELF, {
      by: { ref: modelRef(model) },
      limit: REQUESTS_READ,
      reverse: true,
    })
    let correction = noCorrection
    for (const row of rows.toReversed()) {
      const record = fromRequestRow(row)
      if ('unreadable' in record) continue
      const { estimatedInput: estimated, usage } = record
      correction = correctEstimate(correction, { estimated, reported: promptTokens(usage) })
    }
    corrections.set(modelRef(model), correction)
  }

  return {
    async ready(model) {
      const key = modelRef(model)
      if (corrections.has(key)) return
      const started = reading.get(key) ?? read(model)
      reading.set(key, started)
      try {
        await started
      } finally {
        reading.delete(key)
      }
    },
    of(chatId, model) {
      const correction = corrections.get(modelRef(model)) ?? noCorrection
      const key = JSON.stringify([chatId, model.definition, model.model])
      const before = remembered.get(key)
      const isCurrent = before !== undefined && Math.abs(before.factor - correctionFactor(correction)) < NOTICEABLE
      const tokens = isCurrent ? before : createTokenCounts({ correction })
      remembered.delete(key)
      remembered.set(key, tokens)
      const oldest = remembered.keys().next()
      if (remembered.size > MOST_CHATS && oldest.done !== true) remembered.delete(oldest.value)
      return tokens
    },
    learn(model, request) {
      const key = modelRef(model)
      corrections.set(key, correctEstimate(corrections.get(key) ?? noCorrection, request))
    },
  }
}

/** All tokens of a prompt, those of the cache included; null where the provider reported none. */
export function promptTokens(usage: Usage | null): number | null {
  return usage === null ? null : usage.input + usage.cacheRead + usage.cacheWrite
}
