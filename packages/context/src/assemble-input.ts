import type { Lift, ModelFacts, Path, ToolDeclaration } from '@stet/history'

export interface AssembleInput {
  readonly path: Path
  readonly lifts: readonly Lift[]
  /** The model that will read the request. */
  readonly model: ModelFacts
  readonly system: string
  readonly tools: readonly ToolDeclaration[]
}
