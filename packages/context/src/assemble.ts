import type { ModelRequest } from '@stet/history'
import type { AssembleInput } from './assemble-input.ts'
import { startDraft } from './draft.ts'
import { pipeline } from './pipeline.ts'
import type { Report } from './report.ts'
import { toReport } from './to-report.ts'

export type Assembly =
  | { readonly kind: 'assembled'; readonly request: ModelRequest; readonly report: Report }
  | {
      readonly kind: 'cannot-fit'
      /** In words that a person reads. */
      readonly because: string
      /** Tokens that would have to be sent, at least. */
      readonly needs: number
      /** Tokens that may be sent. */
      readonly budget: number
      /** What takes most of them, largest first. */
      readonly largest: readonly LargeThing[]
      readonly report: Report
    }

export interface LargeThing {
  readonly what: string
  readonly tokens: number
}

/** Exactly what one request sends, and why. Pure: the same input gives the same bytes. */
export function assemble(input: AssembleInput): Assembly {
  const draft = pipeline.reduce((before, layer) => layer.apply(before, input), startDraft(input))
  const messages = draft.messages.flatMap(({ content }) => (content === null ? [] : [content]))
  return {
    kind: 'assembled',
    request: { system: draft.system, messages, tools: input.tools },
    report: toReport(draft, input),
  }
}
