import type { ChatId } from '@stet/history'
import type { Draft, DraftPart, DraftPartStart, DraftRetry } from '../../view/draft.ts'
import type { PartDelta, Retry } from '../../view/event.ts'

/** Holds the text of an answer while it is being written. Each method returns the event to publish. */
export interface DraftWriter {
  start(part: number, start: DraftPartStart): PartDelta
  write(part: number, text: string): PartDelta
  retry(retry: DraftRetry): Retry
  /** The run ended and its message could not be saved. */
  markUnsaved(): void
  draft(): Draft
  /** How long it has been written, whatever the clock did meanwhile (FH-11). */
  elapsedMs(): number
}

export function createDraftWriter(
  chatId: ChatId,
  empty: Omit<Draft, 'parts' | 'state' | 'retry'>,
  elapsed: () => number,
): DraftWriter {
  const begun = elapsed()
  const parts: DraftPart[] = []
  const { messageId } = empty
  let state: Draft['state'] = 'writing'
  let retry: DraftRetry | null = null
  return {
    start(part, start) {
      if (part !== parts.length) throw new Error(`part ${part} of ${messageId} started after ${parts.length} parts`)
      parts.push({ ...start, text: '' })
      retry = null
      return { kind: 'part-started', chatId, messageId, part, start }
    },
    write(part, text) {
      const written = parts[part]
      if (written === undefined) throw new Error(`part ${part} of ${messageId} was written to before it started`)
      parts[part] = { ...written, text: written.text + text }
      return { kind: 'part-delta', chatId, messageId, part, at: written.text.length, text }
    },
    retry(next) {
      // A step that is asked again in another way restarts its count, and a page would ignore a lower count as old.
      retry = { ...next, failed: Math.max(next.failed, (retry?.failed ?? 0) + 1) }
      return { kind: 'retrying', chatId, messageId, retry }
    },
    markUnsaved() {
      state = 'unsaved'
      retry = null
    },
    draft: () => ({ ...empty, state, parts: [...parts], retry }),
    elapsedMs: () => Math.max(0, Math.round(elapsed() - begun)),
  }
}
