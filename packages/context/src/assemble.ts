import type { ModelRequest } from '@stet/history'
import type { AssembleInput } from './assemble-input.ts'
import { budgetOf } from './budget-of.ts'
import { type CannotFit, toCannotFit } from './cannot-fit.ts'
import { type Draft, startDraft } from './draft.ts'
import { lookBack } from './look-back.ts'
import { pipeline } from './pipeline.ts'
import type { Report } from './report.ts'
import { toReport } from './to-report.ts'
import { toRequest } from './to-request.ts'

export type Assembly =
  | { readonly kind: 'assembled'; readonly request: ModelRequest; readonly report: Report }
  | CannotFit

/** Layers take out so much at times that more of the chat fits than its own tokens say: then as much again is looked at. */
const FURTHER = 3

/** Exactly what one request sends, and why. Pure: the same input gives the same bytes. */
export function assemble(input: AssembleInput): Assembly {
  const draft = finishedDraft(input)
  const request = toRequest(draft, input.tools)
  const report = toReport(draft, input, request)
  return draft.overflow === null ? { kind: 'assembled', request, report } : toCannotFit(draft, draft.overflow, report)
}

function finishedDraft(input: AssembleInput): Draft {
  for (let allowance = budgetOf(input).budget; ; allowance *= FURTHER) {
    const scope = lookBack(input, allowance)
    const draft = pipeline.reduce((before, layer) => layer.apply(before, input), startDraft(input, scope))
    if (scope.complete || draft.overflow !== null) return draft
  }
}
