import type { AssembleInput } from './assemble-input.ts'
import type { Draft } from './draft.ts'
import type { LayerName } from './note.ts'

/** One decision about what is sent: from draft to draft, with a note on every message whose fate it decides. */
export interface Layer {
  readonly name: LayerName
  readonly apply: (draft: Draft, input: AssembleInput) => Draft
}
