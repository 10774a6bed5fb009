import type { Message, Part } from '@stet/history'
import { environmentNote } from '../content/as-recorded.ts'
import type { TokenCounts } from '../tokens/token-counts.ts'

const CHARACTERS_PER_TOKEN = 4
const FILE_TOKENS = 1000

/** Four characters a token and a thousand tokens a file: off by a quarter, but the same for everyone and easy to follow. */
export const roughTokenCounts: TokenCounts = { message: countMessage, part: countPart, text: countText }

function countMessage(message: Message): number {
  switch (message.role) {
    case 'user':
    case 'assistant':
    case 'tool-results':
    case 'system-title':
    case 'title':
    case 'system-summary':
    case 'summary':
      return sum(message.parts)
    case 'env-changed':
      return countText(environmentNote(message))
    case 'unreadable':
    case 'clear':
    case 'accounting':
      return 0
  }
}

function countPart(part: Part): number {
  switch (part.kind) {
    case 'text':
    case 'reasoning':
      return countText(part.text)
    case 'tool-call':
      return countText(part.tool) + countText(part.input)
    case 'tool-result':
      return countText(part.tool) + sum(part.content)
    case 'file':
      return FILE_TOKENS
    case 'source':
      return countText(part.url) + countText(part.title ?? '') + countText(part.citedText ?? '')
    case 'provider-call':
    case 'error':
      return 0
  }
}

function sum(parts: readonly Part[]): number {
  let total = 0
  for (const part of parts) total += countPart(part)
  return total
}

function countText(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN)
}
