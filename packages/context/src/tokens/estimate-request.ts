import type { Json, ModelRequest, Part, RequestMessage } from '@stet/history'
import { MESSAGE_OVERHEAD } from '../token-counts.ts'
import { estimateTokens } from './estimate-tokens.ts'

// Signatures and encrypted reasoning: long, without a space, and not counted as the text they look like.
const OPAQUE = /^\S{256,}$/

/**
 * What the bare estimate makes of a whole request, to be held against the usage its provider reports. Null when it carries files:
 * what those cost cannot be told from text, and would be taken for an error of the estimate.
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
