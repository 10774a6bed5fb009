import type { AnswerSettings, ModelFacts } from '@stet/history'
import type { ProviderType } from '../provider-type.ts'

/** Settings that some models answer with an error; `temperature+topP` where either is taken, but not both at once. */
export type RefusableSetting = 'temperature' | 'topP' | 'topK' | 'prefill' | 'temperature+topP'

type Effort = NonNullable<AnswerSettings['reasoning']['effort']>
type Level = NonNullable<AnswerSettings['reasoning']['level']>

/** In whose words a model on Bedrock takes what Converse has no field for. */
export type Dialect = 'claude' | 'nova' | 'gpt' | 'mistral'

/** What is known of a family of models. Undefined is not known: each type says what it assumes then. */
export interface KnownModel {
  readonly outputLimit?: number
  readonly takes?: Partial<ModelFacts['takes']>
  readonly reasoning?: ModelFacts['reasoning']
  readonly caching?: ModelFacts['caching']
  /** It always reasons, and refuses a request that says otherwise. */
  readonly alwaysReasons?: boolean
  /** Claude: the value that switches off a model that reasons unless asked not to; the others need none. */
  readonly reasoningOff?: 'disabled' | 'between_tools'
  /** The fewest and the most tokens of a budget of reasoning; it refuses others. */
  readonly budgets?: { readonly least: number; readonly most: number }
  /** The efforts it takes; it refuses others. */
  readonly efforts?: readonly Effort[]
  /** The levels it takes; it refuses others. */
  readonly levels?: readonly Level[]
  readonly refuses?: readonly RefusableSetting[]
  /** Refused unless the request itself says that the model is not to reason. */
  readonly refusesWhileReasoning?: readonly RefusableSetting[]
  /** Chat Completions: it refuses `reasoning_effort` beside tools. */
  readonly refusesEffortWithTools?: boolean
  /** Bedrock: unknown where the model takes the words of most. */
  readonly dialect?: Dialect
  /** Bedrock: whether a search of the web is run for it. */
  readonly searchesWeb?: boolean
  /** Gemini: whether it takes a system prompt. */
  readonly takesSystem?: boolean
  /** Gemini: whether it takes its own search beside tools of ours. */
  readonly searchesBesideTools?: boolean
  /** Gemini: whether it refuses a call without a signature in the open exchange. */
  readonly wantsSignatures?: boolean
  /** Gemini: whether images and documents may be part of the result of a call. */
  readonly takesFilesInResults?: boolean
  /** Gemini: what a grounded answer is billed by. */
  readonly searchesBilledBy?: 'query' | 'answer'
}

/** Some models of some types, by a pattern of the name in lower case, and what they have in common. */
export interface Family {
  readonly types: readonly ProviderType[]
  readonly pattern: RegExp
  readonly known: KnownModel
}
