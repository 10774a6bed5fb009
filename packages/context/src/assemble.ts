import type { ModelRequest } from '@stet/history'
import type { AssembleInput } from './assemble-input.ts'
import type { AssembleMemory } from './assemble-memory.ts'
import { budgetOf } from './budget-of.ts'
import { type CannotFit, toCannotFit } from './cannot-fit.ts'
import { type Draft, startDraft, toolReports } from './draft.ts'
import type { Layer } from './layer.ts'
import { lookBack } from './look-back.ts'
import { messageLayers, requestLayers } from './pipeline.ts'
import type { Report } from './report.ts'
import { draftTail, joinDrafts, type Settled, settle, stillHolds } from './settled.ts'
import { toReport } from './to-report.ts'
import { toRequest } from './to-request.ts'

export type Assembly =
  | { readonly kind: 'assembled'; readonly request: ModelRequest; readonly report: Report }
  | CannotFit

/** Layers take out so much at times that more of the chat fits than its own tokens say: then as much again is looked at. */
const FURTHER = 3

/** Exactly what one request sends, and why. Pure: the same input gives the same bytes, with a memory or without. */
export function assemble(input: AssembleInput, memory?: AssembleMemory): Assembly {
  const { decided, draft, known } = recalledDraft(input, memory) ?? wholeDraft(input)
  const request = toRequest(draft, input.tools, known)
  const report = toReport(draft, input, request, known)
  if (draft.overflow !== null) return toCannotFit(draft, draft.overflow, report)
  if (memory !== undefined) memory.settled = settle(decided, draft, input, report.messages, known)
  return { kind: 'assembled', request, report }
}

interface Drafts {
  /** What the layers that decide about messages say. */
  readonly decided: Draft
  /** What all say. */
  readonly draft: Draft
  /** What was settled before and was not decided again. */
  readonly known: Settled | null
}

function wholeDraft(input: AssembleInput): Drafts {
  for (let allowance = budgetOf(input).budget; ; allowance *= FURTHER) {
    const scope = lookBack(input, allowance)
    const decided = apply(messageLayers, startDraft(input, scope), input)
    const draft = apply(requestLayers, decided, input)
    if (scope.complete || draft.overflow !== null) return { decided, draft, known: null }
  }
}

/** From what is settled already; null when that does not fit any more, since how far to look back is then another question. */
function recalledDraft(input: AssembleInput, memory: AssembleMemory | undefined): Drafts | null {
  const known = memory?.settled ?? null
  if (known === null || !stillHolds(known, input)) return null
  const tail = apply(messageLayers, draftTail(known, input), input)
  const tools = input.tools === known.input.tools ? known.draft.tools : toolReports(input)
  const decided = joinDrafts(known, tail, tools)
  const draft = apply(requestLayers, decided, input)
  return draft.overflow === null ? { decided, draft, known } : null
}

function apply(layers: readonly Layer[], draft: Draft, input: AssembleInput): Draft {
  return layers.reduce((before, layer) => layer.apply(before, input), draft)
}
