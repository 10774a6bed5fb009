import { isStepBoundary, type MessageId, type Path } from '@stet/history'
import type { AssembleInput } from '../draft/assemble-input.ts'
import { replacementTokens, roomBeside } from '../layers/current-message.ts'
import type { CompactionStage } from './compaction-plan.ts'
import type { View } from './measure-view.ts'

/** One way to divide a view: everything through a message is summarised, the rest is kept. */
export interface Cut {
  readonly stage: CompactionStage
  /** Where the last message that is covered is among the messages of the draft. */
  readonly through: number
  /** How many of the last messages it was made to keep; a step is kept whole, so there may be more. */
  readonly keeps: number
}

/** The cuts of every stage in the order in which they are tried (C10): the ones that keep most first. */
export function compactionCuts(view: View, input: AssembleInput): readonly Cut[] {
  const { recentMessagesToKeep: recent, minRecentMessagesToKeep: least } = input.settings
  const sent = newlySent(view)
  const cuts: Cut[] = []
  const add = (stage: CompactionStage, keeps: number) => {
    const first = sent[sent.length - keeps]
    const through = first === undefined ? -1 : boundaryBefore(view, input.path, first)
    if (covers(view, sent, through)) cuts.push({ stage, through, keeps })
  }
  add('older', recent)
  for (let keeps = Math.min(recent - 1, sent.length); keeps >= least; keeps -= 1) add('fewer-recent', keeps)
  for (let keeps = Math.min(2, least - 1); keeps >= 1; keeps -= 1) add('last-messages', keeps)
  return view.draft.current === -1 ? cuts : [...cuts, ...lastResorts(view, input)]
}

function lastResorts(view: View, input: AssembleInput): readonly Cut[] {
  const before = farthestCut(view, input, 'last-resort') ?? sameCut(view, 'last-resort')
  return [before, endCut(view, input, 'last-resort')].filter(cut => cut !== null)
}

/** The cut that the user asks for: all there is, if that is more than the current message, which stays (C12). */
export function byHandCut(view: View, input: AssembleInput): Cut | null {
  const isAlone = newlySent(view)[0] === view.draft.current
  return farthestCut(view, input, 'by-hand') ?? (isAlone ? null : endCut(view, input, 'by-hand'))
}

/** The cut before a message that the user chose; null when nothing above it is left to summarise. */
export function cutAbove(view: View, input: AssembleInput, above: MessageId): Cut | null {
  const at = view.draft.messages.findIndex(({ id }) => id === above)
  return at === -1 ? null : cutBefore(view, input, at, 'by-hand')
}

/** Calls whose results cannot be read leave no place for a summary but on the current message, which is sent anyway. */
function endCut(view: View, input: AssembleInput, stage: CompactionStage): Cut | null {
  return cutBefore(view, input, view.draft.messages.length, stage)
}

/** The existing cut, whose summary is too large itself: a model with a smaller window was chosen. */
export function sameCut(view: View, stage: CompactionStage): Cut | null {
  if (view.draft.checkpoint?.checkpoint.role !== 'summary') return null
  return { stage, through: coveredIndex(view), keeps: 0 }
}

/**
 * The cut that keeps nothing but the current message; that too is covered, and sent anyway, when something follows it (C2), and
 * it is covered when it alone is larger than what may be sent. Null when there is nothing to summarise.
 */
export function farthestCut(view: View, input: AssembleInput, stage: CompactionStage): Cut | null {
  const { messages, current } = view.draft
  const isLast = newlySent(view).at(-1) === current && !isTooLarge(view, input)
  return cutBefore(view, input, isLast ? current : messages.length, stage)
}

function cutBefore(view: View, input: AssembleInput, end: number, stage: CompactionStage): Cut | null {
  const through = boundaryBefore(view, input.path, end)
  return covers(view, newlySent(view), through) ? { stage, through, keeps: 0 } : null
}

/** Whether the current message does not fit beside the system prompt, the tools and the shortest summary (C10). */
function isTooLarge({ draft, sizes }: View, input: AssembleInput): boolean {
  const system = draft.system.filter(({ kind }) => kind !== 'summary')
  const room = roomBeside({ ...draft, system }, input)
  return (sizes[draft.current] ?? 0) > room && room >= replacementTokens(input)
}

/**
 * The places of the messages that would be sent and that no summary covers yet. The current message is one of them when a clear hides
 * it: it is sent anyway, and what follows it makes no sense without it.
 */
export function newlySent(view: View): readonly number[] {
  const { contents, checkpoint, current } = view.draft
  const covered = coveredIndex(view)
  const sent: number[] = []
  if (checkpoint?.checkpoint.role === 'clear' && current !== -1 && current <= covered) sent.push(current)
  for (let index = covered + 1; index < contents.length; index += 1) {
    if (contents[index] !== null) sent.push(index)
  }
  return sent
}

/** Whether a cut takes anything in: it lies behind the checkpoint that holds, and something that is sent before it. */
function covers(view: View, sent: readonly number[], through: number): boolean {
  const first = sent[0]
  return through > coveredIndex(view) && first !== undefined && first <= through
}

/** The last place before the message at `end` where a summary may hang, or one not behind the checkpoint that holds. */
function boundaryBefore(view: View, path: Path, end: number): number {
  const covered = coveredIndex(view)
  const offset = path.length - view.draft.messages.length
  let index = end - 1
  while (index > covered && !isStepBoundary(path, offset + index)) index -= 1
  return index
}

function coveredIndex({ draft }: View): number {
  return draft.checkpoint?.coversIndex ?? -1
}
