import type { Message, MessageId, SummaryMessage } from '@stet/history'
import { withThousands } from '../content/cut-text.ts'
import { toPlain } from '../content/to-plain.ts'
import type { AssembleInput } from '../draft/assemble-input.ts'
import { budgetOf } from '../draft/budget-of.ts'
import { contentAt } from '../draft/draft.ts'
import { runSteps, type Steps } from '../draft/steps.ts'
import { isBehind } from '../layers/persons-marks.ts'
import { byHandCut, type Cut, compactionCuts, cutAbove, newlySent, sameCut } from './compaction-cuts.ts'
import { dueInSteps } from './compaction-due.ts'
import type { CompactionPlan, PlainMessage } from './compaction-plan.ts'
import { compactionLimit, measureView, type View } from './measure-view.ts'
import { leastSummary, outputLimitFor, targetFor } from './summary-size.ts'
import { type CompactionChoice, choiceWords } from './weigh-compaction.ts'
import { inputWithSummary } from './with-summary.ts'

export interface CompactionOptions {
  /** The user asked for it: then all there is is summarised, fit or not (C12). */
  readonly byHand?: boolean
  /** A summary that the user wants made again, for just what it covers: usually a truncation (C11). */
  readonly again?: MessageId
  /** With `byHand`: only what is above this message is summarised (X2). */
  readonly above?: MessageId
}

/** Tokens that a heading and the summary under it may have more together than apart. */
const JOINT = 8

/**
 * What to summarise so that the next request fits (C10), or null: when it fits, when automatic compaction is off (C12, H6), or when
 * no summary would make it fit, which `assemble` then says by name. The path must go back to the checkpoint that holds or to the start:
 * what is not loaded cannot be summarised. `isCompactionDue` needs less of it.
 */
export function planCompaction(input: AssembleInput, options: CompactionOptions = {}): CompactionPlan | null {
  return runSteps(planInSteps(input, options))
}

/** The same in small steps: a plan looks at a whole chat several times. */
export function* planInSteps(input: AssembleInput, options: CompactionOptions = {}): Steps<CompactionPlan | null> {
  if (options.again !== undefined) return yield* planAgain(input, options.again)
  if (options.byHand) {
    const view = yield* wholeView(input)
    if (options.above !== undefined) {
      const cut = cutAbove(view, input, options.above)
      return cut === null ? null : yield* planByHand(view, input, cut, false)
    }
    const cut = byHandCut(view, input) ?? (fits(view, input) ? null : sameCut(view, 'by-hand'))
    return cut === null ? null : yield* planByHand(view, input, cut, false)
  }
  const { isDue, choice } = yield* dueInSteps(input)
  return isDue ? yield* planToFit(yield* wholeView(input), input, choice) : null
}

function* planToFit(view: View, input: AssembleInput, choice: CompactionChoice | null): Steps<CompactionPlan | null> {
  const { budget } = budgetOf(input)
  const limit = compactionLimit(input)
  const cuts = compactionCuts(view, input)
  // What fits, but above the share at which compaction starts, is left alone when no summary brings it below: else every request paid for one.
  for (const most of fits(view, input) ? [limit] : new Set([limit, budget])) {
    for (const pins of ['kept', 'let-go'] as const) {
      const plan = yield* firstThatFits(view, input, cuts, { most, pins })
      if (plan !== null) return choice === null ? plan : { ...plan, because: `${plan.because} ${choiceWords(choice)}` }
    }
  }
  return null
}

function fits({ total, yielding }: View, input: AssembleInput): boolean {
  return total - yielding <= budgetOf(input).budget
}

interface Goal {
  readonly most: number
  /** Whether what the user pinned is to fit too. */
  readonly pins: 'kept' | 'let-go'
}

function* firstThatFits(
  view: View,
  input: AssembleInput,
  cuts: readonly Cut[],
  goal: Goal,
): Steps<CompactionPlan | null> {
  const behind = tailSums(view)
  for (const cut of cuts) {
    // A sum that is too large already saves looking closer, so that all the cuts together cost what one costs.
    if ((behind[cut.through + 1] ?? 0) > goal.most) continue
    const after = yield* viewAfter(view, input, cut)
    const base = goal.pins === 'kept' ? after.total : after.total - after.yielding
    const room = goal.most - base - JOINT
    if (room >= leastSummary(cut.stage, input))
      return yield* toPlan(view, after, input, { cut, base, room, again: false })
  }
  return null
}

function* planByHand(view: View, input: AssembleInput, cut: Cut, again: boolean): Steps<CompactionPlan> {
  const after = yield* viewAfter(view, input, cut)
  const base = after.total - after.yielding
  const left = budgetOf(input).budget - base - JOINT
  // The user asked, so a summary is made also where the request will not fit with it.
  return yield* toPlan(view, after, input, {
    cut,
    base,
    room: left < leastSummary(cut.stage, input) ? null : left,
    again,
  })
}

function* planAgain(input: AssembleInput, again: MessageId): Steps<CompactionPlan | null> {
  const summary = input.path.find(message => message.id === again)
  if (summary?.role !== 'summary') throw new Error(`message ${again} is no summary on the path`)
  // Other summaries of just the same messages, such as the one that an edited text replaced, are no part of what is summarised.
  const isOfTheSame = (message: Message) =>
    message.role === 'summary' && message.coversThrough === summary.coversThrough
  const before = { ...input, path: input.path.filter(message => !isOfTheSame(message)) }
  const view = yield* wholeView(before)
  const through = view.draft.messages.findIndex(message => message.id === summary.coversThrough)
  const first = newlySent(view)[0]
  if (first === undefined || first > through) return null
  return yield* planByHand(view, before, { stage: 'by-hand', through, keeps: 0 }, true)
}

function* wholeView(input: AssembleInput): Steps<View> {
  const view = yield* measureView(input, Number.POSITIVE_INFINITY)
  const { earlier } = view
  if (earlier?.fate === 'not-loaded') {
    throw new Error(`the path begins after ${earlier.through}, with no checkpoint: what precedes it must be loaded too`)
  }
  return view
}

/** For each place, the tokens of everything from there on. */
function tailSums({ sizes }: View): readonly number[] {
  const sums = new Array<number>(sizes.length + 1).fill(0)
  for (let index = sizes.length - 1; index >= 0; index -= 1) {
    sums[index] = (sums[index + 1] ?? 0) + (sizes[index] ?? 0)
  }
  return sums
}

function viewAfter(view: View, input: AssembleInput, { through }: Cut): Steps<View> {
  return measureView(inputWithSummary(input, placeOf(view, input, through)), Number.POSITIVE_INFINITY)
}

/** Where on the path a message of the draft is, or the one before its first. */
function placeOf({ draft }: View, { path }: AssembleInput, index: number): number {
  return path.length - draft.messages.length + index
}

interface Chosen {
  readonly cut: Cut
  /** Tokens of the request around the summary. */
  readonly base: number
  /** Null where the request does not fit whatever the summary. */
  readonly room: number | null
  readonly again: boolean
}

function* toPlan(
  view: View,
  after: View,
  input: AssembleInput,
  { cut, base, again, ...chosen }: Chosen,
): Steps<CompactionPlan> {
  yield
  const { draft } = view
  const coversThrough = input.path[placeOf(view, input, cut.through)]?.id
  if (coversThrough === undefined) throw new Error(`the path has no message for a cut at ${cut.through}`)
  const covered = newlySent(view).filter(index => index <= cut.through)
  const held = draft.checkpoint?.checkpoint
  const earlier = held?.role === 'summary' ? { messageId: held.id, text: textOf(held) } : null
  let replacedTokens = earlier === null ? 0 : input.tokens.text(earlier.text)
  for (const index of covered) replacedTokens += view.sizes[index] ?? 0
  const summariseCurrent = isCurrentReplaced(after)
  const room = chosen.room ?? replacedTokens
  const target = targetFor(cut.stage, {
    replacedTokens,
    room,
    budget: budgetOf(input).budget,
    length: input.settings.compaction.length,
  })
  const before = view.total - view.yielding
  yield
  return {
    stage: cut.stage,
    coversThrough,
    earlier,
    summarise: covered.map(index => plainAt(view, index)),
    keep: keptIn(after, summariseCurrent, budgetOf(input).budget - (after.total - after.yielding) - target),
    summariseCurrent,
    target,
    room,
    outputLimit: outputLimitFor(target, room),
    replacedTokens,
    tokens: { before, after: base + target },
    because: compactionReason({ cut, again, summariseCurrent, total: before }, input),
  }
}

function textOf({ parts }: SummaryMessage): string {
  return parts.map(part => part.text).join('\n\n')
}

function plainAt({ draft }: View, index: number): PlainMessage {
  const message = draft.messages[index]
  const content = contentAt(draft, index)
  if (content?.form === 'plain') return content
  if (message?.role !== 'assistant') throw new Error(`the message at ${index} has no plain form`)
  return toPlain(message)
}

function isCurrentReplaced({ draft }: View): boolean {
  return draft.current !== -1 && draft.notes[draft.current]?.fate === 'summarised'
}

/** What is sent besides the summary. `left` tokens are there for messages pinned behind it, of which the oldest are dropped first. */
function keptIn(after: View, summariseCurrent: boolean, left: number): readonly MessageId[] {
  const { draft, sizes } = after
  const dropped = new Set<number>()
  let excess = after.yielding - left
  for (const index of [...draft.pinned].sort((one, other) => one - other)) {
    if (!isBehind(draft, index)) continue
    // Results are dropped with their calls.
    if (excess <= 0 && draft.messages[index]?.role !== 'tool-results') break
    dropped.add(index)
    excess -= sizes[index] ?? 0
  }
  const kept: MessageId[] = []
  for (const [index, { id }] of draft.messages.entries()) {
    if ((draft.contents[index] ?? null) === null || dropped.has(index)) continue
    if (index !== draft.current || !summariseCurrent) kept.push(id)
  }
  return kept
}

export interface ReasonFacts {
  readonly cut: Cut
  readonly again: boolean
  readonly summariseCurrent: boolean
  readonly total: number
}

/** Why there is a plan and what it does, in words that the user reads. */
export function compactionReason(facts: ReasonFacts, input: AssembleInput): string {
  const { cut, again, summariseCurrent, total } = facts
  const current = summariseCurrent
    ? ' Your message alone is larger than a whole request: its summary is sent, and the chat keeps it whole.'
    : ''
  if (again) return `You asked to make this summary again.${current}`
  return `${what(cut, tooLarge(total, input))}${current}`
}

function tooLarge(total: number, input: AssembleInput): string {
  const { budget } = budgetOf(input)
  const { startAt } = input.settings.compaction
  const tokens = `The request would have ${withThousands(total)} tokens`
  return total > budget
    ? `${tokens}, but only ${withThousands(budget)} fit.`
    : `${tokens}, and compaction starts at ${Math.round(startAt * 100)}% of ${withThousands(budget)}.`
}

function what({ stage, keeps }: Cut, why: string): string {
  switch (stage) {
    case 'older':
      return `${why} Everything before the last ${messages(keeps)} is summarised.`
    case 'fewer-recent':
      return `${why} The recent messages are large, so everything before the last ${messages(keeps)} is summarised.`
    case 'last-messages':
      return `${why} The recent messages are too large, so everything before the last ${messages(keeps)} is summarised.`
    case 'last-resort':
      return `${why} Even the last messages are too large, so a short summary and the current message are sent.`
    case 'by-hand':
      return 'You asked for a summary of the conversation.'
  }
}

function messages(count: number): string {
  return count === 1 ? 'message' : `${count} messages`
}
