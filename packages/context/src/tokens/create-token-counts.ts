import type { Message, MessageId, Part } from '@stet/history'
import { environmentNote } from '../environment-note.ts'
import type { TokenCounts } from '../token-counts.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { fileTokens } from './file-tokens.ts'
import { correctionFactor, noCorrection, type TokenCorrection } from './token-correction.ts'

/** An exact tokenizer, where there is one. */
export interface TokenCounter {
  count(text: string): number
}

export interface TokenCountsOptions {
  /** Counts texts instead of the estimate, which it needs no correction for. */
  readonly counter?: TokenCounter
  /** How far the estimate was off for this model so far. It holds for what is counted from here on. */
  readonly correction?: TokenCorrection
  /** What messages were counted as before, by a count that knew less: they keep it, so that no cut moves. */
  readonly known?: ReadonlyMap<MessageId, number>
}

export interface RememberedTokenCounts extends TokenCounts {
  /** Every message counted so far and those known before: what to hand in as `known` next time. */
  readonly counted: ReadonlyMap<MessageId, number>
}

/** Counts for one model that remember what they counted: asking again is a look-up (C15). */
export function createTokenCounts(options: TokenCountsOptions = {}): RememberedTokenCounts {
  const { counter, correction = noCorrection, known } = options
  const factor = correctionFactor(correction)
  const counted = new Map<MessageId, number>(known)
  const countedParts = new WeakMap<Part, number>()

  function text(value: string): number {
    return counter === undefined ? Math.ceil(estimateTokens(value) * factor) : counter.count(value)
  }

  function part(value: Part): number {
    const before = countedParts.get(value)
    if (before !== undefined) return before
    const tokens = countPart(value, text)
    countedParts.set(value, tokens)
    return tokens
  }

  function message(value: Message): number {
    const before = counted.get(value.id)
    if (before !== undefined) return before
    const tokens = countMessage(value, text)
    counted.set(value.id, tokens)
    return tokens
  }

  return { text, part, message, counted }
}

type CountText = (text: string) => number

function countMessage(message: Message, countText: CountText): number {
  switch (message.role) {
    case 'user':
    case 'assistant':
    case 'tool-results':
    case 'system-title':
    case 'title':
    case 'system-summary':
    case 'summary':
      return countParts(message.parts, countText)
    case 'env-changed':
      return countText(environmentNote(message))
    case 'unreadable':
    case 'clear':
    case 'accounting':
      return 0
  }
}

function countPart(part: Part, countText: CountText): number {
  switch (part.kind) {
    case 'text':
    case 'reasoning':
      return countText(part.text)
    case 'tool-call':
      return countText(part.tool) + countText(part.input)
    case 'tool-result':
      return countText(part.tool) + countParts(part.content, countText)
    case 'file':
      return fileTokens(part)
    case 'source':
      return countText(part.url) + countText(part.title ?? '') + countText(part.citedText ?? '')
    case 'provider-call':
    case 'error':
      return 0
  }
}

function countParts(parts: readonly Part[], countText: CountText): number {
  let total = 0
  for (const part of parts) total += countPart(part, countText)
  return total
}
