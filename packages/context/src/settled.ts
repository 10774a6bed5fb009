import { cycleAges, isCheckpoint, type RequestMessage, turnAges } from '@stet/history'
import type { AssembleInput } from './assemble-input.ts'
import { contentAt } from './content-at.ts'
import type { Draft } from './draft.ts'
import type { MessageReport } from './report.ts'

/** The leading messages of a draft about which no later message of the path changes what was decided. */
export interface Settled {
  /** What was decided about them, by the layers that decide about messages. */
  readonly draft: Draft
  readonly count: number
  /** Each as it was sent, without cache marks; null for one that was not. */
  readonly written: readonly (RequestMessage | null)[]
  readonly sizes: readonly number[]
  readonly reports: readonly MessageReport[]
  readonly input: AssembleInput
  /** Where on the path they begin. */
  readonly from: number
}

/** What is settled of a draft once its request is sent; `known` is what was before. */
export function settle(
  draft: Draft,
  sent: Draft,
  input: AssembleInput,
  reports: readonly MessageReport[],
  known: Settled | null,
): Settled {
  const count = settledCount(draft, input)
  if (known !== null && count <= known.count) return known
  const written = known === null ? [] : known.written.slice()
  for (let index = written.length; index < count; index += 1) written.push(contentAt(draft, index))
  // The budget may have let go of a pin, which it does not each time.
  const sizes = draft.pinned.size === 0 ? sent.sizes : []
  return { draft, count, written, sizes, reports, input, from: input.path.length - draft.messages.length }
}

/** Layers look at how many turns and cycles ago a message was: older ones have passed every limit there is. */
function settledCount({ messages, current, checkpoint }: Draft, { settings }: AssembleInput): number {
  let end = current
  if (settings.toolMemory.mode === 'forget') {
    const { afterConclusions } = settings.toolMemory
    end = Math.min(end, firstWithin(turnAges(messages), afterConclusions))
  }
  if (typeof settings.reasoning === 'object') {
    end = Math.min(end, firstWithin(cycleAges(messages), settings.reasoning.lastCycles - 1))
  }
  while (end > 0 && messages[end]?.role !== 'user') end -= 1
  return end <= 0 || (checkpoint !== null && checkpoint.coversIndex >= end) ? 0 : end
}

function firstWithin(ages: readonly number[], age: number): number {
  const index = ages.findIndex(each => each <= age)
  return index === -1 ? ages.length : index
}

/** Whether what was settled then is settled for this input too. */
export function stillHolds({ draft, count, input: before, from }: Settled, input: AssembleInput): boolean {
  const { path, lifts } = input
  const end = from + count
  if (count === 0 || path.length <= end || !isSameChat(before, input)) return false
  if (path[from - 1] !== before.path[from - 1]) return false
  for (let index = 0; index < count; index += 1) if (path[from + index] !== draft.messages[index]) return false
  if (path[end]?.role !== 'user') return false
  for (let index = end; index < path.length; index += 1) {
    const message = path[index]
    if (message === undefined || isCheckpoint(message) || lifts.some(lift => lift.below === message.id)) return false
  }
  return true
}

function isSameChat(before: AssembleInput, input: AssembleInput): boolean {
  return (
    before.tokens === input.tokens &&
    before.system === input.system &&
    (before.plainReplay ?? false) === (input.plainReplay ?? false) &&
    isSameValue(before.settings, input.settings) &&
    isSameValue(before.model, input.model) &&
    isSameValue(before.marks, input.marks) &&
    isSameValue(before.lifts, input.lifts)
  )
}

function isSameValue(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

/** A draft of which only the messages behind the settled ones are still to be decided about. */
export function draftTail({ count, from }: Settled, { path, tokens }: AssembleInput): Draft {
  const messages = path.slice(from + count)
  return {
    messages,
    roles: messages.map(message => message.role),
    counts: messages.map(message => tokens.message(message)),
    earlier: null,
    current: messages.findLastIndex(message => message.role === 'user'),
    checkpoint: null,
    contents: [],
    notes: [],
    pinned: new Set(),
    system: [],
    opening: null,
    tools: [],
    sizes: [],
    overflow: null,
  }
}

/** The settled messages with what was decided about those behind them. */
export function joinDrafts({ draft, count, sizes }: Settled, tail: Draft, tools: Draft['tools']): Draft {
  const pinned = new Set<number>()
  for (const index of draft.pinned) if (index < count) pinned.add(index)
  for (const index of tail.pinned) pinned.add(count + index)
  return {
    ...draft,
    messages: joined(draft.messages, count, tail.messages),
    roles: joined(draft.roles, count, tail.roles),
    counts: joined(draft.counts, count, tail.counts),
    current: count + tail.current,
    contents: joined(draft.contents, count, tail.contents),
    notes: joined(draft.notes, count, tail.notes),
    pinned,
    tools,
    sizes: sizes.slice(0, count),
  }
}

function joined<T>(head: readonly T[], count: number, tail: readonly T[]): readonly T[] {
  return head.slice(0, count).concat(tail)
}

/** Whether nothing became of the message at `index` since it was settled. */
export function isKnown(known: Settled | null, { contents }: Draft, index: number): known is Settled {
  return known !== null && index < known.count && contents[index] === known.draft.contents[index]
}
