import { type ContextSettings, hasToolCalls, type MessageId } from '@stet/history'
import { answerPartsIn } from '../content/to-plain.ts'
import type { AssembleInput } from '../draft/assemble-input.ts'
import type { CacheMarks, Draft } from '../draft/draft.ts'
import type { Layer } from '../draft/layer.ts'
import { chooseLife } from './cache-life.ts'

/** Providers take four marks, and one is on the system prompt. */
const MOST_MARKS = 3

/**
 * Marks where a provider that needs marks should cache (C14): the system prompt and, with `cached`, everything up to the last message. The
 * other marks are where the provider finds what it cached before: on the last mark of the previous request, and on the last user
 * messages, up to which nothing changes when later tool work is forgotten.
 */
export const cacheMarks = {
  name: 'cache-marks',
  label: 'Cache',
  apply: (draft, input) => {
    const marked = { ...draft, cacheMarks: marksFor(draft, input) }
    return { ...marked, cacheLife: chooseLife(marked, input) }
  },
} as const satisfies Layer

function marksFor(draft: Draft, input: AssembleInput): CacheMarks {
  const { settings, model } = input
  if (settings.cache === 'all-off') return draft.cacheMarks
  switch (model.caching) {
    case 'none':
      return draft.cacheMarks
    case 'automatic': {
      const isMarked = settings.cache === 'cached' && model.takesMarks === true
      return { system: false, messages: isMarked ? besideAutomatic(draft, input) : [] }
    }
    case 'marks':
      return { system: true, messages: settings.cache === 'system' ? [] : markedIndices(draft, input) }
  }
}

/** Where the provider caches up to the end by itself, marks keep the last user messages, which stay when later tool work is forgotten (C24). */
function besideAutomatic(draft: Draft, { previous, freezeMarks, settings }: AssembleInput): readonly number[] {
  if (freezeMarks && previous !== null) return placesOf(draft, previous.marks)
  const { roles, contents } = draft
  const users = contents.flatMap((content, index) => (content !== null && roles[index] === 'user' ? [index] : []))
  const next = beforeForgotten(draft, settings)
  const kept = next === undefined ? undefined : users.findLast(index => index <= next)
  const wanted = [...users.slice(1 - MOST_MARKS), ...(kept === undefined ? [] : [kept]), ...users.toReversed()]
  return [...new Set(wanted)].slice(0, MOST_MARKS)
}

function markedIndices(draft: Draft, input: AssembleInput): readonly number[] {
  const { previous, freezeMarks } = input
  const before = previous === null ? [] : placesOf(draft, previous.marks)
  return freezeMarks ? before.slice(0, MOST_MARKS) : newPlaces(draft, before, input)
}

/** The indices of the messages with these ids that are sent, the last first. */
function placesOf(draft: Draft, ids: readonly MessageId[]): readonly number[] {
  return ids
    .map(id => draft.messages.findLastIndex(message => message.id === id))
    .filter(index => index !== -1 && draft.contents[index] !== null)
    .sort((one, other) => other - one)
}

/** The last message, then what the provider finds of the previous request, where tools are forgotten next, and the last user messages, as many as allowed. */
function newPlaces(draft: Draft, before: readonly number[], input: AssembleInput): readonly number[] {
  const { roles, contents, current } = draft
  const last = contents.findLastIndex(content => content !== null)
  if (last === -1) return []
  // Of the current cycle's results only the last may have a mark: the results before it are covered by that one.
  const earlier = before.filter(index => roles[index] !== 'tool-results' || index < current)
  const changed = firstForgotten(draft, input)
  const found = earlier.find(index => index < changed)
  const next = beforeForgotten(draft, input.settings)
  const places = new Set([last, ...[found, next].filter(index => index !== undefined)])
  for (let index = last; index >= 0 && places.size < MOST_MARKS; index -= 1) {
    if (roles[index] === 'user' && contents[index] !== null) places.add(index)
  }
  return [...places]
}

/** The first message that the previous request had and this one leaves out: what precedes it is still cached. */
function firstForgotten({ messages, contents }: Draft, { previous }: AssembleInput): number {
  const sent = new Set<string>(previous?.blocks.map(({ name }) => name))
  const first = messages.findIndex(({ id }, index) => contents[index] === null && sent.has(id))
  return first === -1 ? messages.length : first
}

/** The message before the first tool work that is still sent and forgotten later: a provider looks for what it cached only a few blocks before a mark. */
function beforeForgotten(
  { messages, roles, contents, pinned }: Draft,
  { toolMemory }: ContextSettings,
): number | undefined {
  if (toolMemory.mode === 'always') return undefined
  const first = messages.findIndex((message, index) => {
    const content = contents[index] ?? null
    if (message.role !== 'assistant' || roles[index] !== 'assistant' || content === null || pinned.has(index))
      return false
    return hasToolCalls(message) && answerPartsIn(message, content).some(({ kind }) => kind === 'tool-call')
  })
  const before = contents.findLastIndex((content, index) => index < first && content !== null)
  return before === -1 ? undefined : before
}
