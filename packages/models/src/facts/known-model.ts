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
  /** Claude: it takes its thinking back only after exactly what it was written after (C20). */
  readonly bindsReasoning?: boolean
  /** Where its maker serves it, it takes tools that are declared after a message (C21). */
  readonly appendsTools?: boolean
  /** Where its maker serves it, the system can say something after a message of the user (C21). */
  readonly appendsSystem?: boolean
  /** Claude: at Anthropic itself, it takes another effort after a message of the user (C21). */
  readonly appendsEffort?: boolean
  /** The fewest and the most tokens of a budget of reasoning; it refuses others. */
  readonly budgets?: { readonly least: number; readonly most: number }
  /** The efforts it takes; it refuses others. */
  readonly efforts?: readonly Effort[]
  /** The levels it takes; it refuses others. */
  readonly levels?: readonly Level[]
  readonly refuses?: readonly RefusableSetting[]
  /** Refused unless the request itself says that the model is not to reason. */
  readonly refusesWhileReasoning?: readonly RefusableSetting[]
  /** OpenAI: whether it says, when asked, why its cache missed (C24). */
  readonly explainsCache?: boolean
  /** OpenAI: it takes cache marks, and charges for what it writes to its cache (C24). */
  readonly takesMarks?: boolean
  /** Where its maker serves it, the fewest tokens that its cache keeps (C24). */
  readonly leastCached?: number
  /** Bedrock: its cache can be asked to keep what it has for an hour (C24). */
  readonly longCache?: boolean
  /** Chat Completions: it refuses `reasoning_effort` beside tools. */
  readonly refusesEffortWithTools?: boolean
  /** Bedrock: unknown where the model takes the words of most. */
  readonly dialect?: Dialect
  /** Bedrock: whether a search of the web is run for it. */
  readonly searchesWeb?: boolean
  /** Gemini: whether it takes a system prompt. */
  readonly takesSystem?: boolean
  /** Gemini: whether it fetches pages by itself. */
  readonly fetchesPages?: boolean
  /** Gemini: whether it takes its own search or fetch beside tools of ours. */
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
