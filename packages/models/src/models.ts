import type { ModelChoice, ModelFacts, ModelRequest } from '@stet/history'
import type { ModelEvent } from './model-event.ts'

export interface ModelCall {
  readonly choice: ModelChoice
  readonly request: ModelRequest
  readonly purpose: 'answer' | 'title' | 'summary'
  readonly signal: AbortSignal
}

/** What the engine asks of models: what is known of one, and its answer as it comes. */
export interface Models {
  /** Null when the choice names nothing that is configured. */
  facts(choice: ModelChoice): Promise<ModelFacts | null>
  stream(call: ModelCall): AsyncIterable<ModelEvent>
}
