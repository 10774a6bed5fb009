import type { ProviderType } from './provider-type.ts'
import type { WireLimits } from './wire-limits.ts'

/** A provider as the person defined it (P1): where it is and how it is spoken to. It holds no secret. */
export interface Definition {
  readonly id: string
  readonly type: ProviderType
  readonly name: string
  /** The name of an icon, or null for the type's own. */
  readonly icon: string | null
  /** The preset it was made from, by its id: for the page alone, nothing is decided on it. */
  readonly preset: string | null
  /** Null is the vendor's own address, where the type has one. */
  readonly baseUrl: string | null
  /** Where the models are listed, when that is not under the base URL; asked without authentication (P3). */
  readonly modelsUrl: string | null
  readonly options: DefinitionOptions
  readonly enabled: boolean
}

export interface DefinitionOptions {
  /** Chat Completions: whether earlier reasoning is sent back (C7); DeepSeek needs it. */
  readonly replayReasoning: boolean
  /** Chat Completions: the field by which the server takes the limit of an answer. */
  readonly outputLimitField: 'max_completion_tokens' | 'max_tokens'
  /** Chat Completions: how the server is told to reason: OpenAI's `reasoning_effort`, OpenRouter's `reasoning`, DeepSeek's `thinking`, or not at all. */
  readonly reasoningField: 'reasoning_effort' | 'reasoning' | 'thinking' | 'none'
  /** Chat Completions: how the server is told to search the web: by OpenRouter's server tool, OpenAI's `web_search_options`, or not at all. */
  readonly webSearchField: 'openrouter:web_search' | 'web_search_options' | 'none'
  /** Chat Completions: whether the server goes on from a last message of the assistant, by itself or when it bears `prefix: true` (Mistral, DeepSeek). */
  readonly prefill: 'last-message' | 'prefix' | 'none'
  /** Chat Completions: whether usage has to be asked for in a stream (`stream_options`); Mistral tells it unasked, and refuses to be asked. */
  readonly askForUsage: boolean
  /** Chat Completions: whether the server takes `top_k`; OpenAI's own refuses it. */
  readonly takesTopK: boolean
  /** Whether its models run on the person's own machine: they cost nothing, reliably (U3), and may have no key. */
  readonly local: boolean
}

export const defaultDefinitionOptions: DefinitionOptions = {
  replayReasoning: false,
  outputLimitField: 'max_completion_tokens',
  reasoningField: 'reasoning_effort',
  webSearchField: 'none',
  prefill: 'none',
  askForUsage: true,
  takesTopK: false,
  local: false,
}

/** What only the provider may see. It is kept sealed, and never leaves through the API, a log or an error. */
export interface Credentials {
  readonly key: string | null
  /** Sent with every request; their values are as secret as the key. */
  readonly headers: Readonly<Record<string, string>>
}

/** A definition with what it takes to reach it. */
export interface Connection {
  readonly definition: Definition
  readonly credentials: Credentials
  /** Everything that goes over the network goes through it: the home hands it in, tests hand in theirs. */
  readonly fetch: typeof globalThis.fetch
  /** Over the usual ones. */
  readonly limits?: Partial<WireLimits>
  /** Told what went wrong without ending an answer, such as events that were no JSON (FP-2). */
  readonly log?: (line: string) => void
}
