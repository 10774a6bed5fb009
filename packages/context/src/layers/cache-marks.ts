import type { MessageId, RequestMessage } from '@stet/history'
import type { AssembleInput } from '../assemble-input.ts'
import type { Draft } from '../draft.ts'
import type { Layer } from '../layer.ts'

/** At most this share of the messages is behind a mark: the last ones are those that change from request to request (C14). */
const MARKED_SHARE = 0.7

/**
 * Where a provider that needs it is told to cache (C14): the system prompt; with `cached` also the messages, up to the new place and up to
 * the place of the request before, which is where the provider finds what it has.
 */
export const cacheMarks: Layer = {
  name: 'cache-marks',
  apply: (draft, input) => {
    const { cache } = input.settings
    if (cache === 'all-off' || input.model.caching !== 'marks') return draft
    const last = draft.system.findLastIndex(block => block.text !== null)
    const system = draft.system.map((block, index) => (index === last ? { ...block, cacheMark: true } : block))
    if (cache === 'system') return { ...draft, system }
    const contents = draft.contents.slice()
    for (const index of markedIndices(draft, input)) {
      const content = contents[index]
      if (content !== null && content !== undefined) contents[index] = marked(content)
    }
    return { ...draft, system, contents }
  },
}

function marked(content: RequestMessage): RequestMessage {
  return { ...content, cacheMark: true }
}

function markedIndices(draft: Draft, { previous, freezeMarks }: AssembleInput): readonly number[] {
  const before = previous === null ? [] : placesOf(draft, previous.marks)
  if (freezeMarks) return before
  const here = newPlace(draft)
  if (here === -1) return []
  return [...before.filter(index => index < here).slice(-1), here]
}

/** Where the messages with these ids stand, if they may bear a mark. */
function placesOf(draft: Draft, ids: readonly MessageId[]): readonly number[] {
  const wanted = new Set(ids)
  return draft.contents.flatMap((content, index) => {
    const messageId = content?.messageId ?? null
    return messageId !== null && wanted.has(messageId) && mayBear(draft, index) ? [index] : []
  })
}

/** The last message within the share that may bear a mark, or -1. */
function newPlace(draft: Draft): number {
  const sent = draft.contents.flatMap((content, index) => (content === null ? [] : [index]))
  const within = sent.slice(0, Math.floor(sent.length * MARKED_SHARE))
  return within.findLast(index => mayBear(draft, index)) ?? -1
}

function mayBear({ contents, current }: Draft, index: number): boolean {
  return contents[index]?.role !== 'tool-results' || index < current
}
