import type { Json, ModelRequest, Part, RequestMessage } from '@stet/history'
import { estimateTokens, MESSAGE_OVERHEAD } from './estimate-tokens.ts'

/** How far `estimateTokens` was off for one model, request by request. Plain data, kept with the model. */
export interface TokenCorrection {
  /** Reported by estimated, newest first. */
  readonly ratios: readonly number[]
}

export const noCorrection: TokenCorrection = { ratios: [] }

export interface EstimatedRequest {
  /** What `estimateRequest` makes of the request, without any correction; null when it is not known. */
  readonly estimated: number | null
  /** All prompt tokens the provider reported, read from and written to its cache included; null when it reported none. */
  readonly reported: number | null
}

const REMEMBERED = 15
// No tokenizer is further from o200k than this. Beyond it the usage was misreported, or something was sent that is no text.
const FURTHEST_RATIO = 3
// In a smaller request, what a provider adds of its own outweighs the text.
const SMALLEST_REQUEST = 50 * MESSAGE_OVERHEAD

/** The correction after one more request. A report that cannot be right, or says too little, changes nothing (FP-16). */
export function correctEstimate(correction: TokenCorrection, request: EstimatedRequest): TokenCorrection {
  const { estimated, reported } = request
  if (estimated === null || reported === null || !(estimated >= SMALLEST_REQUEST)) return correction
  const ratio = reported / estimated
  if (!(ratio >= 1 / FURTHEST_RATIO && ratio <= FURTHEST_RATIO)) return correction
  return { ratios: [ratio, ...correction.ratios].slice(0, REMEMBERED) }
}

/**
 * What an estimate is multiplied by: the median of the ratios and of a 1. The 1 is the estimate as it is, so that one odd
 * report cannot take over before a second agrees with it; a median, so that a few cannot later.
 */
export function correctionFactor({ ratios }: TokenCorrection): number {
  const sorted = [1, ...ratios].sort((one, other) => one - other)
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 1
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 1
  return (lower + upper) / 2
}

// Signatures and encrypted reasoning are long base64, and providers do not count them as text. Unspaced Chinese and minified JSON are text.
const OPAQUE = /^[\w+/=-]{256,}$/

/**
 * What the bare estimate makes of a whole request, to be held against the usage its provider reports. Null when it carries files:
 * what those cost cannot be estimated from text, and would be taken for an error of the estimate.
 */
export function estimateRequest({ system, messages, tools }: ModelRequest): number | null {
  let total = tools.length === 0 ? 0 : estimateTokens(JSON.stringify(tools))
  for (const block of system) total += estimateTokens(block.text)
  for (const message of messages) {
    const tokens = estimateMessage(message)
    if (tokens === null) return null
    total += tokens + MESSAGE_OVERHEAD
  }
  return total
}

/** Whether a request carries files: then its estimate cannot be held against what its provider reports. */
export function carriesFiles({ messages }: Pick<ModelRequest, 'messages'>): boolean {
  return messages.some(message => message.form === 'plain' && message.parts.some(isFileIn))
}

function isFileIn(part: Part): boolean {
  return part.kind === 'file' || (part.kind === 'tool-result' && part.content.some(isFileIn))
}

function estimateMessage(message: RequestMessage): number | null {
  return message.form === 'native' ? estimateStrings(message.native.content) : estimateParts(message.parts)
}

function estimateParts(parts: readonly Part[]): number | null {
  let total = 0
  for (const part of parts) {
    const tokens = estimatePart(part)
    if (tokens === null) return null
    total += tokens
  }
  return total
}

function estimatePart(part: Part): number | null {
  switch (part.kind) {
    case 'text':
    case 'reasoning':
      return estimateTokens(part.text)
    case 'tool-call':
      return estimateTokens(part.tool) + estimateTokens(part.input)
    case 'tool-result': {
      const content = estimateParts(part.content)
      return content === null ? null : estimateTokens(part.tool) + content
    }
    case 'source':
      return estimateTokens(part.url) + estimateTokens(part.title ?? '') + estimateTokens(part.citedText ?? '')
    case 'provider-call':
    case 'error':
      return 0
    case 'file':
      return null
  }
}

function estimateStrings(content: Json): number {
  if (typeof content === 'string') return OPAQUE.test(content) ? 0 : estimateTokens(content)
  if (typeof content !== 'object' || content === null) return 0
  return Object.values(content).reduce<number>((total, value) => total + estimateStrings(value), 0)
}
