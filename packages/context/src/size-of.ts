import type { Message, RequestMessage } from '@stet/history'
import type { Draft } from './draft.ts'
import { MESSAGE_OVERHEAD, type TokenCounts } from './token-counts.ts'

/** Tokens of what is sent of a message: its fixed count when that is all of it. */
export function sizeOf(message: Message, content: RequestMessage | null, tokens: TokenCounts): number {
  if (content === null) return 0
  if (content.form === 'native' || isWhole(message, content)) return tokens.message(message) + MESSAGE_OVERHEAD
  let total = MESSAGE_OVERHEAD
  for (const part of content.parts) total += tokens.part(part)
  return total
}

function isWhole(message: Message, content: RequestMessage): boolean {
  if (content.form === 'native') return true
  switch (message.role) {
    case 'user':
    case 'tool-results':
      return content.parts === message.parts
    // Plain parts are those of the record or fewer, so the same number of them is all of them.
    case 'assistant':
      return content.parts.length === message.parts.length
    default:
      return true
  }
}

export function sizesOf({ messages, counts, contents }: Draft, tokens: TokenCounts): readonly number[] {
  const sizes: number[] = []
  for (let index = 0; index < messages.length; index += 1) {
    const message = messages[index]
    const content = contents[index] ?? null
    if (message === undefined || content === null) sizes.push(0)
    else if (isWhole(message, content)) sizes.push((counts[index] ?? 0) + MESSAGE_OVERHEAD)
    else sizes.push(sizeOf(message, content, tokens))
  }
  return sizes
}

/** What the request holds besides its messages. */
export function fixedTokens({ system, tools, opening }: Draft): number {
  let total = opening?.tokensAfter ?? 0
  for (const block of system) total += block.tokensAfter
  for (const tool of tools) total += tool.tokensAfter
  return total
}

export function sum(numbers: readonly number[]): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}
