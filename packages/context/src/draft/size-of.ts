import type { Message, Part, RequestMessage } from '@stet/history'
import type { Content } from '../content/to-plain.ts'
import { MESSAGE_OVERHEAD } from '../tokens/estimate-tokens.ts'
import type { TokenCounts } from '../tokens/token-counts.ts'
import type { Draft } from './draft.ts'

/** Tokens of what is sent of a message: its fixed count when that is all of it. */
export function sizeOf(message: Message, content: Content | null, tokens: TokenCounts): number {
  if (content === null) return 0
  if (content !== 'whole' && content.form === 'native' && content.omitReasoning)
    return sizeWithoutReasoning(message, tokens)
  if (content === 'whole' || isComplete(message, content)) return tokens.message(message) + MESSAGE_OVERHEAD
  return sizeOfParts(content, tokens)
}

function sizeWithoutReasoning(message: Message, tokens: TokenCounts): number {
  let total = MESSAGE_OVERHEAD
  if (message.role === 'assistant') {
    for (const part of message.parts) if (part.kind !== 'reasoning') total += tokens.part(part)
  }
  return total
}

function sizeOfParts(content: RequestMessage, tokens: TokenCounts): number {
  let total = MESSAGE_OVERHEAD
  if (content.form === 'plain') for (const part of content.parts) total += tokens.part(part)
  return total
}

/** Whether content that was written out holds all of the message: native, or an answer from all of its parts. */
function isComplete(message: Message, content: RequestMessage): boolean {
  if (content.form === 'native') return true
  return message.role === 'assistant'
    ? hasSameKinds(content.parts, message.parts)
    : !('parts' in message) || content.parts === message.parts
}

/** A note may replace a file, so that as many parts are there and yet not the same. */
function hasSameKinds(parts: readonly Part[], others: readonly Part[]): boolean {
  if (parts.length !== others.length) return false
  for (const [index, part] of parts.entries()) if (part.kind !== others[index]?.kind) return false
  return true
}

export function sizesOf({ messages, counts, contents }: Draft, tokens: TokenCounts): readonly number[] {
  const sizes: number[] = []
  for (let index = 0; index < messages.length; index += 1) {
    const message = messages[index]
    const content = contents[index] ?? null
    if (message === undefined || content === null) sizes.push(0)
    else if (content === 'whole') sizes.push((counts[index] ?? 0) + MESSAGE_OVERHEAD)
    else sizes.push(sizeOf(message, content, tokens))
  }
  return sizes
}

/** What the request holds besides its messages. */
export function fixedTokens({ system, promptChanges, tools, opening }: Draft): number {
  let total = opening?.tokensAfter ?? 0
  for (const block of system) total += block.tokensAfter
  for (const change of promptChanges) total += change.tokensAfter
  for (const tool of tools) total += tool.tokensAfter
  return total
}

export function sum(numbers: readonly number[]): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}
