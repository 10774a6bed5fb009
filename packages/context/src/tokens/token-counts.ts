import { type FilePart, isTextType, type Message, type MessageId, type Part } from '@stet/history'
import { environmentNote } from '../content/as-recorded.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { correctionFactor, noCorrection, type TokenCorrection } from './token-correction.ts'

/**
 * How many tokens things have for one model (C15). Same thing, same number, for as long as the chat lives: a count is fixed when
 * it is first made, so that a cut does not move because an estimate improved.
 */
export interface TokenCounts {
  /** A recorded message as it goes untouched, the overhead aside: the sum of its parts. */
  message(message: Message): number
  /** One part of a recorded message, whole; of a tool result with all its content. */
  part(part: Part): number
  /** Any other text: system prompt, summary, document, a tool's declaration, what is left of a result that was cut. */
  text(text: string): number
}

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
  /** What estimates are multiplied by; 1 with an exact counter. */
  readonly factor: number
  /** Every message counted so far and those known before: what to hand in as `known` next time. */
  readonly counted: ReadonlyMap<MessageId, number>
}

/** Counts for one model that remember what they counted: asking again is a look-up (C15). */
export function createTokenCounts(options: TokenCountsOptions = {}): RememberedTokenCounts {
  const { counter, correction = noCorrection, known } = options
  const factor = counter === undefined ? correctionFactor(correction) : 1
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

  return { text, part, message, counted, factor }
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

/**
 * Providers count an image by its area, scaled down first. This is about what the dearest of them counts for the largest
 * it takes (some 1.2 megapixels at 750 pixels a token); a budget that holds with it holds with the others.
 */
const IMAGE_TOKENS = 1600

/** Bytes of a file that are about one token, by what it is. */
const bytesPerToken = {
  text: 4,
  // A page of some 50 kB is sent as its text and as an image.
  document: 20,
  // 16 kB and 32 tokens a second.
  audio: 500,
  // 250 kB and 300 tokens a second.
  video: 800,
}

/** About how many tokens a file is, from its kind and size alone: its bytes are not here. */
export function fileTokens({ mediaType, size, extracted }: FilePart): number {
  const kind = kindOf(mediaType)
  if (kind !== 'text' && mediaType.startsWith('image/')) return IMAGE_TOKENS
  // One with extracted text goes as itself or as its text: whichever is more.
  const asText = (extracted?.characters ?? 0) / bytesPerToken.text
  return Math.max(1, Math.ceil(Math.max(size / bytesPerToken[kind], asText)))
}

function kindOf(mediaType: string): keyof typeof bytesPerToken {
  if (mediaType.startsWith('audio/')) return 'audio'
  if (mediaType.startsWith('video/')) return 'video'
  return isTextType(mediaType) ? 'text' : 'document'
}
