import { activeCheckpoint, isStepBoundary, type MessageId } from '@stet/history'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assemble } from '../assemble.ts'
import type { AssembleInput } from '../draft/assemble-input.ts'
import { budgetOf } from '../draft/budget-of.ts'
import { contentAt } from '../draft/draft.ts'
import { runSteps } from '../draft/steps.ts'
import { appliedPlan, compactedInputs, type PlannedInput, plannedInputs, textOf } from '../testing/planned-inputs.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { newlySent } from './compaction-cuts.ts'
import { isCompactionDue } from './compaction-due.ts'
import { measureView } from './measure-view.ts'
import { planCompaction } from './plan-compaction.ts'
import { reportCompaction } from './report-compaction.ts'
import { truncatedSummary } from './truncated-summary.ts'
import { withSummary } from './with-summary.ts'

function wholeView(input: AssembleInput) {
  return runSteps(measureView(input, Number.POSITIVE_INFINITY))
}

function tokensOf(input: AssembleInput): number {
  const { total, yielding } = wholeView(input)
  return total - yielding
}

function sentIds(input: AssembleInput): readonly (MessageId | undefined)[] {
  const view = wholeView(input)
  return newlySent(view).map(index => view.draft.messages[index]?.id)
}

/** What would be sent of the current message. */
function currentOf(input: AssembleInput) {
  const { draft, sizes } = wholeView(input)
  const { current, notes } = draft
  return { content: contentAt(draft, current), size: sizes[current] ?? 0, fate: notes[current]?.fate }
}

function indexOf(input: AssembleInput, id: MessageId | undefined): number {
  return input.path.findIndex(message => message.id === id)
}

function holds(name: string, from: fc.Arbitrary<PlannedInput>, check: (made: PlannedInput) => void): void {
  it(name, () => {
    fc.assert(fc.property(from, check), { numRuns: propertyRuns(60) })
  })
}

describe('planCompaction, over any chat and settings', () => {
  holds(
    '[C10] with any summary of at most the target, or of all its room, it fits and needs no further plan',
    plannedInputs('itself'),
    ({ input, plan }) => {
      for (const count of [1, plan.target, plan.room]) {
        const next = appliedPlan(input, plan, textOf(count, input))
        expect(tokensOf(next)).toBeLessThanOrEqual(budgetOf(input).budget)
        if (currentOf(next).fate !== 'summarised') expect(assemble(next).kind).toBe('assembled')
        expect(planCompaction(next)).toBeNull()
      }
      expect(tokensOf(appliedPlan(input, plan, textOf(plan.target, input)))).toBeLessThanOrEqual(plan.tokens.after + 8)
      expect(plan.tokens.after).toBeLessThan(plan.tokens.before)
      expect(plan.target).toBeLessThan(plan.replacedTokens)
    },
  )

  holds(
    '[H6] it covers through a step boundary, and what held before goes in first',
    plannedInputs('either'),
    ({ input, plan }) => {
      const held = activeCheckpoint(input.path, input.lifts)?.checkpoint
      // A row that cannot be read any more may hide that the place of the summary before was one.
      const isSamePlace = held?.role === 'summary' && held.coversThrough === plan.coversThrough
      expect(isSamePlace || isStepBoundary(input.path, indexOf(input, plan.coversThrough))).toBe(true)
      expect(plan.earlier?.messageId).toBe(held?.role === 'summary' ? held.id : undefined)
    },
  )

  holds(
    '[C10] nothing is lost: what was sent goes into the summary or is sent as it was',
    plannedInputs('either'),
    ({ input, plan }) => {
      const through = indexOf(input, plan.coversThrough)
      const [covered, kept]: [unknown[], unknown[]] = [[], []]
      for (const id of sentIds(input)) (indexOf(input, id) <= through ? covered : kept).push(id)
      expect(plan.summarise.map(message => message.messageId)).toEqual(covered)
      expect(plan.keep).toEqual(expect.arrayContaining(kept))
    },
  )

  holds(
    '[C10] the current message is sent as it was, unless it does not fit beside what must be sent with it',
    plannedInputs('itself'),
    ({ input, plan }) => {
      const before = currentOf(input)
      const after = currentOf(appliedPlan(input, plan, 'They met.'))
      if (before.size > budgetOf(input).budget) expect(plan.summariseCurrent).toBe(true)
      if (after.fate === 'summarised') expect(plan.summariseCurrent || before.fate === 'summarised').toBe(true)
      if (!plan.summariseCurrent) expect(after.content).toEqual(before.content)
    },
  )

  holds('[C11] a plain truncation fits in its stead', plannedInputs('itself'), ({ input, plan }) => {
    const text = truncatedSummary(plan, input.tokens)
    expect(text).not.toBe('')
    expect(input.tokens.text(text)).toBeLessThanOrEqual(plan.room)
    expect(tokensOf(appliedPlan(input, plan, text))).toBeLessThanOrEqual(budgetOf(input).budget)
  })

  it('[C12] without a plan it fits, or no summary of anything would make it fit', () => {
    fc.assert(
      fc.property(compactedInputs(), input => {
        const { budget } = budgetOf(input)
        const isDue = isCompactionDue(input)
        if (!isDue) expect(tokensOf(input)).toBeLessThanOrEqual(budget)
        if (!isDue || planCompaction(input) !== null || tokensOf(input) <= budget) return
        if (wholeView(input).draft.current === -1) return
        const covered = activeCheckpoint(input.path, input.lifts)?.coversIndex ?? -1
        for (let index = covered + 1; index < input.path.length; index += 1) {
          if (!isStepBoundary(input.path, index)) continue
          const path = withSummary(input.path, index)
          expect(tokensOf({ ...input, path })).toBeGreaterThan(budget - 40)
        }
      }),
      { numRuns: propertyRuns(100) },
    )
  })

  holds(
    '[C17] reported are just those messages of the plan that the request would go without',
    plannedInputs('itself'),
    ({ input, plan }) => {
      const report = reportCompaction(input)
      if (report.kind !== 'planned') throw new Error(`reported is ${report.kind}`)
      const kept = new Set<MessageId | null>(plan.keep)
      const gone = plan.summarise.map(({ messageId }) => messageId).filter(id => !kept.has(id))
      expect(report.summarised).toEqual(gone)
      expect(report.takesInSummary).toBe(activeCheckpoint(input.path, input.lifts)?.checkpoint.role === 'summary')
    },
  )

  holds('[C12] switched off, nothing is planned but by hand', plannedInputs('itself'), ({ input, plan }) => {
    const settings = { ...input.settings, compaction: { ...input.settings.compaction, automatic: false } }
    expect(planCompaction({ ...input, settings })).toBeNull()
    const byHand = planCompaction({ ...input, settings }, { byHand: true })
    if (plan.summarise.length > 0) expect(byHand?.stage).toBe('by-hand')
  })
})
