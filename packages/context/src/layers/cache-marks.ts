import type { MessageId } from '@stet/history'
import type { AssembleInput } from '../assemble-input.ts'
import { contentAt } from '../content-at.ts'
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
      const content = contentAt(draft, index)
      if (content !== null) contents[index] = { ...content, cacheMark: true }
    }
    return { ...draft, system, contents }
  },
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
  return ids
    .map(id => draft.messages.findLastIndex(message => message.id === id))
    .filter(index => index !== -1 && mayBear(draft, index))
    .sort((one, other) => one - other)
}

/** The last message within the share that may bear a mark, or -1. */
function newPlace(draft: Draft): number {
  let sent = 0
  for (const content of draft.contents) if (content !== null) sent += 1
  let left = Math.floor(sent * MARKED_SHARE)
  let place = -1
  for (let index = 0; index < draft.contents.length && left > 0; index += 1) {
    if (draft.contents[index] === null) continue
    left -= 1
    if (mayBear(draft, index)) place = index
  }
  return place
}

function mayBear({ roles, contents, current }: Draft, index: number): boolean {
  return contents[index] !== null && (roles[index] !== 'tool-results' || index < current)
}
