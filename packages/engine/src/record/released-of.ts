import type { Mark, MessageId } from '@stet/history'

/** The files of a message that the user released. */
export function releasedOf(marks: readonly Mark[], messageId: MessageId): ReadonlySet<string> {
  return new Set(marks.flatMap(mark => (mark.kind === 'released' && mark.messageId === messageId ? [mark.blob] : [])))
}
