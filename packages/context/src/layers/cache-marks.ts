import type { MessageId } from '@stet/history'
import type { AssembleInput } from '../assemble-input.ts'
import { contentAt } from '../content-at.ts'
import type { Draft } from '../draft.ts'
import type { Layer } from '../layer.ts'

/** At most this share of the messages bears a mark (C14). */
const MARKED_SHARE = 0.7
/** Providers take four marks, and the system prompt has one of them. */
const MOST_MARKS = 3

/**
 * Where a provider that needs it is told to cache (C14): the system prompt; with `cached` also the messages, up to the last that may bear a
 * mark. Further marks stand where the provider finds what it has: on the last mark of the request before, and on the person's
 * last messages, up to which nothing changes when tool work behind them is forgotten.
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
      const content = contentAt(draft, index)
      if (content !== null) contents[index] = { ...content, cacheMark: true }
    }
    return { ...draft, system, contents }
  },
}

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

/** Where the messages with these ids stand, if they may bear a mark, the last first. */
function placesOf(draft: Draft, ids: readonly MessageId[]): readonly number[] {
  return ids
    .map(id => draft.messages.findLastIndex(message => message.id === id))
    .filter(index => index !== -1 && mayBear(draft, index))
    .sort((one, other) => other - one)
}

/** The last place, where the marks were before, and the person's last messages: as many of them as there may be, in this order. */
function newPlaces(draft: Draft, before: readonly number[], most: number): readonly number[] {
  let index = draft.contents.length - 1
  while (index >= 0 && !mayBear(draft, index)) index -= 1
  if (index === -1) return []
  const places = new Set([index, ...before.slice(0, 1)])
  for (; index >= 0 && places.size < most; index -= 1) {
    if (draft.roles[index] === 'user' && mayBear(draft, index)) places.add(index)
  }
  return [...places].slice(0, most)
}

function mayBear({ roles, contents, current }: Draft, index: number): boolean {
  return contents[index] !== null && (roles[index] !== 'tool-results' || index < current)
}
