import type { Message, Part } from '@stet/history'

/** What a provider adds around each message, role and separators, whatever is in it. */
export const MESSAGE_OVERHEAD = 4

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
