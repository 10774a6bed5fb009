import type { ModelRequest } from '@stet/history'
import type { AssembleInput } from './draft/assemble-input.ts'
import { budgetOf } from './draft/budget-of.ts'
import { lookBack, startDraft } from './draft/look-back.ts'
import { toRequest } from './draft/to-request.ts'
import { applyLayers } from './layers/pipeline.ts'
import { type CannotFit, toCannotFit } from './report/cannot-fit.ts'
import type { Report } from './report/report.ts'
import { toReport } from './report/to-report.ts'

export type Assembly =
  | { readonly kind: 'assembled'; readonly request: ModelRequest; readonly report: Report }
  | CannotFit

/** Layers can remove so much that messages further back fit too: then the allowance grows by this factor. */
const FURTHER = 3

/** Exactly what one request sends, and why. Pure: the same input gives the same bytes. */
export function assemble(input: AssembleInput): Assembly {
  for (let allowance = budgetOf(input).budget; ; allowance *= FURTHER) {
    const scope = lookBack(input, allowance)
    const decided = applyLayers(startDraft(scope), input)
    const { draft } = decided
    if (!scope.complete && draft.overflow === null) continue
    const request = toRequest(draft, input)
    const report = toReport({ ...decided, earlier: scope.earlier, input, request })
    return draft.overflow === null ? { kind: 'assembled', request, report } : toCannotFit(draft, draft.overflow, report)
  }
}
