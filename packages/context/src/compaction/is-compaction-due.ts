import { isCompactionOff } from '@stet/history'
import type { AssembleInput } from '../assemble-input.ts'
import { budgetOf } from '../budget-of.ts'
import { measureView } from './measure-view.ts'

const FURTHER = 3

/** The tokens above which automatic compaction starts (C12). */
export function compactionLimit(input: Pick<AssembleInput, 'settings' | 'model' | 'outputLimit'>): number {
  return Math.floor(budgetOf(input).budget * input.settings.compaction.startAt)
}

/**
 * Whether the next request is so large that automatic compaction starts, when it is on (C12). Costs what the window holds, and a path is
 * long enough that is so for `assemble`, if it reaches every message that a lift is below (H6).
 */
export function isCompactionDue(input: AssembleInput): boolean {
  if (!input.settings.compaction.automatic || isCompactionOff(input.path, input.lifts)) return false
  const limit = compactionLimit(input)
  for (let allowance = Math.max(1, budgetOf(input).budget); ; allowance *= FURTHER) {
    const { total, yielding, complete } = measureView(input, allowance)
    if (total - yielding > limit) return true
    if (complete) return false
  }
}
