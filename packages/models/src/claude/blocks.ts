import type { Json } from '@stet/history'
import { GO_ON } from '../mapping/words.ts'
import type { ClaudeEffort } from './thinking.ts'

/** A content block as it is on the wire: blocks of unknown types pass too. */
export type Block = { readonly [field: string]: Json }

export interface Message {
  /** `system` for what changes from there on, after a message of the user (C21). */
  readonly role: 'user' | 'assistant' | 'system'
  readonly content: readonly Block[]
  /** Of a message of the system: what applies from there on. */
  readonly output_config?: { readonly effort: ClaudeEffort }
}

/** What Anthropic and Bedrock write differently. */
export interface BlockShape {
  isThinking(block: Block): boolean
  isResult(block: Block): boolean
  /** The text of a text block. */
  textOf(block: Block): string | null
  toText(text: string): Block
  isMarked(block: Block): boolean
  /** The block without its cache mark; null where the mark is a block of its own. */
  unmark(block: Block): Block | null
}

/** Claude takes no more cache marks in one request. */
export const MOST_MARKS = 4

export function countMarks(shape: BlockShape, system: readonly Block[], messages: readonly Message[]): number {
  return [...system, ...messages.flatMap(({ content }) => content)].filter(shape.isMarked).length
}

/** Drops the first cache marks beyond the limit: everything before a mark is cached up to it, so the last ones serve best. */
export function limitMarks<Body extends { readonly system?: readonly Block[]; readonly messages: readonly Message[] }>(
  shape: BlockShape,
  body: Body,
): { readonly body: Body; readonly dropped: number } {
  const dropped = Math.max(0, countMarks(shape, body.system ?? [], body.messages) - MOST_MARKS)
  if (dropped === 0) return { body, dropped }
  let left = dropped
  const unmark = (block: Block): readonly Block[] => {
    if (left === 0 || !shape.isMarked(block)) return [block]
    left -= 1
    const without = shape.unmark(block)
    return without === null ? [] : [without]
  }
  const system = body.system?.flatMap(unmark)
  const messages = body.messages.map(message => ({ ...message, content: message.content.flatMap(unmark) }))
  return { body: { ...body, messages, ...(system !== undefined && { system }) }, dropped }
}

/**
 * Whether the last exchange is open and its answer does not begin with thinking: with a thinking budget, Claude refuses to continue it.
 */
export function beganWithoutThinking(shape: BlockShape, messages: readonly Message[]): boolean {
  const [before, last] = messages.filter(({ role }) => role !== 'system').slice(-2)
  const [result] = last?.content ?? []
  const [first] = before?.content ?? []
  if (before?.role !== 'assistant' || result === undefined || first === undefined) return false
  return shape.isResult(result) && !shape.isThinking(first)
}

export interface EndedMessages {
  readonly messages: readonly Message[]
  /** The beginning that was given to the answer; empty when none was. */
  readonly prefill: string
  readonly notes: readonly string[]
}

/**
 * How the messages end: with the user's, after which a beginning of the answer may be given, or with an answer that is to be continued (R9).
 * `continues`: whether the model continues after its own words.
 */
export function endMessages(
  shape: BlockShape,
  messages: readonly Message[],
  { prefill, continues }: { readonly prefill: string; readonly continues: boolean },
): EndedMessages {
  const last = messages.at(-1)
  if (last === undefined) return { messages, prefill: '', notes: [] }
  if (last.role !== 'assistant') {
    if (prefill === '') return { messages, prefill, notes: [] }
    return { messages: [...messages, { role: 'assistant', content: [shape.toText(prefill)] }], prefill, notes: [] }
  }
  const ended = continues ? withoutLastBlanks(shape, last.content) : null
  if (ended !== null)
    return { messages: [...messages.slice(0, -1), { ...last, content: ended }], prefill: '', notes: [] }
  const notes = ['this model does not continue after its own last words, so it is asked to']
  return { messages: [...messages, { role: 'user', content: [shape.toText(GO_ON)] }], prefill: '', notes }
}

/** Blanks at the very end are refused; the model begins with its own. Null where the answer does not end with a text. */
function withoutLastBlanks(shape: BlockShape, content: readonly Block[]): readonly Block[] | null {
  const last = content.at(-1)
  const text = last === undefined ? null : shape.textOf(last)
  if (text === null || !/\S/.test(text)) return null
  return /\s$/.test(text) ? [...content.slice(0, -1), { ...last, text: text.trimEnd() }] : content
}
