import {
  type ActiveCheckpoint,
  type CheckpointMessage,
  hasToolCalls,
  isAside,
  isCheckpoint,
  type Message,
  type MessageId,
  type Role,
} from '@stet/history'
import { stepAround } from '../content/step-around.ts'
import { saysSomething } from '../content/to-plain.ts'
import { MESSAGE_OVERHEAD } from '../tokens/estimate-tokens.ts'
import type { AssembleInput } from './assemble-input.ts'
import type { Draft, Note } from './draft.ts'
import { runSteps, type Steps } from './steps.ts'

/** The part of the path that a request can depend on. */
export interface LookBack {
  readonly messages: readonly Message[]
  readonly roles: readonly Role[]
  /** Tokens of each message when nothing is taken out of it, without the overhead. */
  readonly counts: readonly number[]
  readonly earlier: Earlier | null
  readonly current: number
  readonly checkpoint: ActiveCheckpoint | null
  /** Whether nothing that precedes the messages could be sent. */
  readonly complete: boolean
}

/** Everything before the messages of a draft. */
export interface Earlier extends Note {
  /** Its last message. */
  readonly through: MessageId
  /** The layer that would have decided the same about each of them. */
  readonly layer: 'checkpoint' | 'budget'
}

/** Messages that are read in one step: their tokens may have to be counted. */
const STEP = 2000

/**
 * Reads from the end of the path back to the checkpoint, to the start, or until the messages have more than `allowance` tokens: the work
 * depends on the window, not on the length of the chat. The result starts at a user message or at the checkpoint, never inside a step.
 */
export function lookBack(input: AssembleInput, allowance: number): LookBack {
  return runSteps(lookBackInSteps(input, allowance))
}

export function* lookBackInSteps(input: AssembleInput, allowance: number): Steps<LookBack> {
  const { path, lifts, tokens, fromAbove = 0 } = input
  const lifted = createLiftWatch(lifts)
  let current = -1
  let checkpoint: ActiveCheckpoint | null = null
  let asides: CheckpointMessage[] = []
  const seen: Seen = { roles: [], counts: [] }
  let weight = 0
  for (let index = path.length - 1; index >= fromAbove; index -= 1) {
    const message = path[index]
    if (message === undefined) throw new Error(`the path has no message at ${index}`)
    if (index % STEP === 0) yield
    const { role } = message
    const count = tokens.message(message)
    seen.roles.push(role)
    seen.counts.push(count)
    if (role !== 'user' && role !== 'assistant' && role !== 'tool-results' && isAside(message)) {
      if (checkpoint === null && isCheckpoint(message)) asides.push(message)
      continue
    }
    if (lifts.length > 0) lifted.pass(message.id)
    if (current === -1 && role === 'user') current = index
    if (checkpoint === null && asides.length > 0) {
      const active = asides.find(aside => !lifted.has(aside.id))
      if (active !== undefined) checkpoint = { checkpoint: checked(active, message.id), coversIndex: index }
      asides = []
    }
    if (checkpoint !== null) {
      if (current !== -1) return behind(input, checkpoint, current, seen)
      continue
    }
    weight += count + MESSAGE_OVERHEAD
    if (weight > allowance && role === 'user' && message.parentId !== null) {
      return sliced(input, index, seen, {
        current,
        checkpoint,
        complete: false,
        earlier: overBudget(path[index - 1]?.id ?? message.parentId),
      })
    }
  }
  const orphan = asides.find(aside => !lifted.has(aside.id))
  if (orphan !== undefined) checked(orphan, null)
  return checkpoint === null ? whole(input, current, seen) : behind(input, checkpoint, current, seen)
}

/** What was read of each message, last message first. Reading messages is the main cost, so it is done once. */
interface Seen {
  readonly roles: Role[]
  readonly counts: number[]
}

function inOrder({ roles, counts }: Seen): Pick<LookBack, 'roles' | 'counts'> {
  return { roles: roles.reverse(), counts: counts.reverse() }
}

function createLiftWatch(lifts: AssembleInput['lifts']) {
  const below = new Map<MessageId, MessageId[]>()
  for (const lift of lifts) {
    const before = below.get(lift.below)
    if (before === undefined) below.set(lift.below, [lift.checkpoint])
    else before.push(lift.checkpoint)
  }
  const passed = new Set<MessageId>()
  return {
    pass(id: MessageId): void {
      for (const checkpoint of below.get(id) ?? []) passed.add(checkpoint)
    },
    has: (checkpoint: MessageId): boolean => passed.has(checkpoint),
  }
}

function checked(checkpoint: CheckpointMessage, hangsOn: MessageId | null): CheckpointMessage {
  const covered = checkpoint.role === 'summary' ? checkpoint.coversThrough : checkpoint.parentId
  if (covered === hangsOn && hangsOn !== null) return checkpoint
  throw new Error(`checkpoint ${checkpoint.id} covers ${covered}, which is not the message it hangs on`)
}

function whole(input: AssembleInput, current: number, seen: Seen): LookBack {
  const { path, fromAbove = 0 } = input
  const parentId = path[fromAbove]?.parentId ?? null
  const earlier: Earlier | null =
    parentId === null
      ? null
      : { through: parentId, fate: 'not-loaded', layer: 'budget', because: 'only later messages were loaded' }
  return sliced(input, fromAbove, seen, { current, checkpoint: null, complete: true, earlier })
}

/** From the first message that is sent despite the checkpoint, or from the first after it. */
function behind(input: AssembleInput, active: ActiveCheckpoint, current: number, seen: Seen): LookBack {
  const { path, fromAbove = 0 } = input
  const kept = current === -1 ? active.coversIndex + 1 : Math.min(active.coversIndex + 1, current)
  const from = Math.min(kept, firstPinned(input, kept))
  // What is not loaded above the end of the path is reported together, also where pinned messages precede it.
  const listed = Math.max(from, fromAbove)
  const through = listed === fromAbove ? (path[fromAbove]?.parentId ?? null) : (path[listed - 1]?.id ?? null)
  // The current message and the calls of pinned results are sent although the checkpoint covers them, so they must be loaded.
  // So must every pinned message, wherever it is.
  const needsMore = current === -1 || (from === 0 && path[0]?.role === 'tool-results') || isPinMissing(input)
  const isMissing = needsMore && (path[fromAbove]?.parentId ?? null) !== null
  const note = isMissing ? notLoaded : active.checkpoint.role === 'summary' ? summarised : cleared
  const earlier: Earlier | null = through === null ? null : { through, ...note }
  return sliced(input, from, seen, { current, checkpoint: active, complete: true, earlier })
}

const notLoaded = { fate: 'not-loaded', layer: 'checkpoint', because: 'only later messages were loaded' } as const
const summarised = {
  fate: 'summarised',
  layer: 'checkpoint',
  because: 'the summary in the system prompt replaces it',
} as const
const cleared = {
  fate: 'behind-checkpoint',
  layer: 'checkpoint',
  because: 'the chat was cleared after it',
} as const

function isPinMissing({ path, marks }: AssembleInput): boolean {
  const pins = new Set<MessageId>()
  for (const mark of marks) if (mark.kind === 'pinned') pins.add(mark.messageId)
  if (pins.size > 0) for (const { id } of path) pins.delete(id)
  return pins.size > 0
}

/** The index of the earliest pinned message before `end`, or of the start of its step; `end` without one. */
function firstPinned({ path, marks }: AssembleInput, end: number): number {
  const pins = new Set<MessageId>()
  for (const mark of marks) if (mark.kind === 'pinned') pins.add(mark.messageId)
  let first = end
  for (let index = end - 1; index >= 0 && pins.size > 0; index -= 1) {
    const message = path[index]
    if (message !== undefined && pins.delete(message.id)) first = index
  }
  return first === end ? end : stepAround(path, first).from
}

function overBudget(through: MessageId): Earlier {
  const because = 'summarise the chat, leave messages out, or choose a larger window'
  return { through, fate: 'over-budget', layer: 'budget', because }
}

type Found = Omit<LookBack, 'messages' | 'roles' | 'counts'>

function sliced({ path, tokens }: AssembleInput, from: number, seen: Seen, found: Found): LookBack {
  const { current, checkpoint } = found
  for (let index = path.length - seen.roles.length - 1; index >= from; index -= 1) {
    const message = path[index]
    if (message === undefined) continue
    seen.roles.push(message.role)
    seen.counts.push(tokens.message(message))
  }
  seen.roles.length = path.length - from
  seen.counts.length = path.length - from
  return {
    ...found,
    messages: from === 0 ? path : path.slice(from),
    ...inOrder(seen),
    current: current === -1 ? -1 : current - from,
    checkpoint:
      checkpoint === null ? null : { ...checkpoint, coversIndex: Math.max(-1, checkpoint.coversIndex - from) },
  }
}

/** The last answer is open when it makes calls: no answer has followed their results. An answer that says nothing is none. */
function openFrom(messages: readonly Message[], current: number): number {
  for (let index = current - 1; index >= 0; index -= 1) {
    const message = messages[index]
    if (message?.role !== 'assistant' || !saysSomething(message.parts)) continue
    return hasToolCalls(message) && !hasAnswerAfter(messages, current) ? index : current
  }
  return current
}

function hasAnswerAfter(messages: readonly Message[], from: number): boolean {
  for (let index = messages.length - 1; index > from; index -= 1) {
    const message = messages[index]
    if (message?.role === 'assistant' && saysSomething(message.parts)) return true
  }
  return false
}

/** The draft of a request before any layer. */
export function startDraft({ messages, roles, counts, current, checkpoint }: LookBack): Draft {
  return {
    messages,
    roles,
    counts,
    current,
    open: openFrom(messages, current),
    checkpoint,
    contents: [],
    notes: [],
    pinned: new Set(),
    system: [],
    prompts: [],
    promptChanges: [],
    opening: null,
    tools: [],
    sizes: [],
    overflow: null,
    cacheMarks: { system: false, messages: [] },
    cacheLife: null,
    forgetting: null,
  }
}
