import type { MessageId } from '@stet/history'
import type { AssembleInput } from '../draft/assemble-input.ts'
import type { Draft } from '../draft/draft.ts'
import type { Layer } from '../draft/layer.ts'

/** At most this share of the messages has a mark (C14). */
const MARKED_SHARE = 0.7
/** Providers take four marks, and one is on the system prompt. */
const MOST_MARKS = 3

/**
 * Marks where a provider that needs marks should cache (C14): the system prompt and, with `cached`, the messages up to the last that may have
 * one. The other marks are where the provider finds what it cached before: on the last mark of the previous request, and on the last user
 * messages, up to which nothing changes when later tool work is forgotten.
 */
export const cacheMarks = {
  name: 'cache-marks',
  label: 'Cache',
  apply: (draft, input) => {
    const { cache } = input.settings
    if (cache === 'all-off' || input.model.caching !== 'marks') return draft
    const messages = cache === 'system' ? [] : markedIndices(draft, input)
    return { ...draft, cacheMarks: { system: true, messages } }
  },
} as const satisfies Layer

function markedIndices(draft: Draft, { previous, freezeMarks }: AssembleInput): readonly number[] {
  const most = mostMarks(draft)
  const before = previous === null ? [] : placesOf(draft, previous.marks)
  return freezeMarks ? before.slice(0, most) : newPlaces(draft, before, most)
}

function mostMarks({ contents }: Draft): number {
  let sent = 0
  for (const content of contents) if (content !== null) sent += 1
  return Math.min(MOST_MARKS, Math.floor(sent * MARKED_SHARE))
}

/** The indices of the messages with these ids that may have a mark, the last first. */
function placesOf(draft: Draft, ids: readonly MessageId[]): readonly number[] {
  return ids
    .map(id => draft.messages.findLastIndex(message => message.id === id))
    .filter(index => index !== -1 && mayHaveMark(draft, index))
    .sort((one, other) => other - one)
}

/** The last message, then the last mark of the previous request, then the last user messages, as many as allowed. */
function newPlaces(draft: Draft, before: readonly number[], most: number): readonly number[] {
  let index = draft.contents.length - 1
  while (index >= 0 && !mayHaveMark(draft, index)) index -= 1
  if (index === -1) return []
  const places = new Set([index, ...before.slice(0, 1)])
  for (; index >= 0 && places.size < most; index -= 1) {
    if (draft.roles[index] === 'user' && mayHaveMark(draft, index)) places.add(index)
  }
  return [...places].slice(0, most)
}

function mayHaveMark({ roles, contents, current }: Draft, index: number): boolean {
  return contents[index] !== null && (roles[index] !== 'tool-results' || index < current)
}
