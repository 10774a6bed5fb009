import type { ModelRequest } from '@stet/history'
import type { AssembleInput } from './assemble-input.ts'
import { startDraft } from './draft.ts'
import { pipeline } from './pipeline.ts'
import { type Report, toReport } from './report.ts'

export type Assembly =
  | { readonly kind: 'assembled'; readonly request: ModelRequest; readonly report: Report }
  | { readonly kind: 'cannot-fit'; readonly because: string }

/** Exactly what one request sends, and why. Pure: the same input gives the same bytes. */
export function assemble(input: AssembleInput): Assembly {
  const draft = pipeline.reduce((before, layer) => layer.apply(before, input), startDraft(input))
  const messages = draft.messages.flatMap(({ content }) => (content === null ? [] : [content]))
  return {
    kind: 'assembled',
    request: { system: draft.system, messages, tools: input.tools },
    report: toReport(draft),
  }
}
