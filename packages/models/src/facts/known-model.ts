import type { AnswerSettings, ModelFacts } from '@stet/history'
import type { ProviderType } from '../provider-type.ts'

/** Settings that some models answer with an error; `temperature+topP` where either is taken, but not both at once. */
export type RefusableSetting = 'temperature' | 'topP' | 'topK' | 'prefill' | 'temperature+topP'

type Effort = NonNullable<AnswerSettings['reasoning']['effort']>
type Level = NonNullable<AnswerSettings['reasoning']['level']>

/** What is known of a family of models. Undefined is not known. */
export interface KnownModel {
  readonly outputLimit?: number
  readonly takes?: Partial<ModelFacts['takes']>
  readonly reasoning?: ModelFacts['reasoning']
  readonly caching?: ModelFacts['caching']
  /** It reasons even when it is told not to, and refuses to be told. */
  readonly alwaysReasons?: boolean
  /** The efforts it takes; it refuses others. */
  readonly efforts?: readonly Effort[]
  /** The levels it takes; it refuses others. */
  readonly levels?: readonly Level[]
  readonly refuses?: readonly RefusableSetting[]
  /** Refused unless the request itself says that the model is not to reason. */
  readonly refusesWhileReasoning?: readonly RefusableSetting[]
}

/** Some models of some types, by a pattern of the name in lower case, and what they have in common. */
export interface Family {
  readonly types: readonly ProviderType[]
  readonly pattern: RegExp
  readonly known: KnownModel
}
