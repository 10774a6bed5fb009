import { isCompactionOff } from '@stet/history'
import type { AssembleInput } from '../draft/assemble-input.ts'
import { budgetOf } from '../draft/budget-of.ts'
import { runSteps, type Steps } from '../draft/steps.ts'
import { compactionLimit, measureView, type View } from './measure-view.ts'
import { type CompactionChoice, weighCompaction } from './weigh-compaction.ts'

const FURTHER = 3

/**
 * Whether the next request is so large that automatic compaction starts, when it is on (C12). Costs what the window holds, and a path is
 * long enough that is so for `assemble`, if it reaches every message that a lift is below (H6).
 */
export function isCompactionDue(input: AssembleInput): boolean {
  return runSteps(dueInSteps(input)).isDue
}

export interface Due {
  readonly isDue: boolean
  /** Both sums, where a summary that may wait was weighed (X3). */
  readonly choice: CompactionChoice | null
}

export function* dueInSteps(input: AssembleInput): Steps<Due> {
  if (!input.settings.compaction.automatic || isCompactionOff(input.path, input.lifts)) return notDue
  const { budget } = budgetOf(input)
  const limit = compactionLimit(input)
  const { wait } = input.settings.compaction
  for (let allowance = Math.max(1, budget); ; allowance *= FURTHER) {
    const view = yield* measureView(input, allowance)
    const needs = view.total - view.yielding
    // What must be made is not weighed.
    if (needs > (wait ? budget : limit)) return { isDue: true, choice: null }
    if (view.complete) return needs > limit ? weighed(view, input, limit) : notDue
  }
}

const notDue: Due = { isDue: false, choice: null }

function weighed(view: View, input: AssembleInput, limit: number): Due {
  const { draft } = view
  // Decided with the user's message: in the middle of its work nothing is summarised that fits.
  if (draft.roles.lastIndexOf('assistant') > draft.current) return notDue
  const choice = weighCompaction(view, input, limit)
  return { isDue: choice?.isMade ?? true, choice }
}
