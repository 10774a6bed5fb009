import { EngineError } from '../runtime/engine-error.ts'

/** About 250,000 tokens of English: beyond what most windows take, and small enough for one row. */
export const LONGEST_TEXT = 1_000_000
export const LONGEST_TITLE = 200

/** Any Unicode is kept as it was typed; only nothing at all, or too much, is refused. */
export function checkText(text: string): string {
  if (text.trim() === '') throw new EngineError('invalid', 'text: a message needs some text')
  return checkLength(text)
}

/** What is in the composer may be nothing yet. */
export function checkLength(text: string): string {
  if (text.length > LONGEST_TEXT) {
    throw new EngineError(
      'invalid',
      `text: ${text.length} characters are more than the ${LONGEST_TEXT} a message can hold`,
    )
  }
  return text
}

export function checkTitle(title: string): string {
  const trimmed = title.trim()
  if (trimmed === '') throw new EngineError('invalid', 'title: a title needs some text')
  if (trimmed.length > LONGEST_TITLE) {
    throw new EngineError('invalid', `title: ${trimmed.length} characters are more than ${LONGEST_TITLE}`)
  }
  return trimmed
}
