import { declareSettings, defaultSettings, type SettingsOf } from '@stet/history'
import type { ProviderType } from './provider-type.ts'
import type { WireLimits } from './wire-limits.ts'

/** A provider as the user defined it (P1): where it is and how it is spoken to. It holds no secret. */
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

/**
 * How a server differs from others of its type. They are data of a definition: a preset fills them in, the user can change them.
 * `appliesTo` names the types that have such differences.
 */
export const definitionOptions = declareSettings({
  // C7: only DeepSeek needs it.
  replayReasoning: {
    kind: 'switch',
    label: 'Send reasoning back',
    help: 'Sends earlier reasoning with each request. DeepSeek needs it; most servers ignore or reject it.',
    appliesTo: ['openai-chat'],
    default: false,
  },
  outputLimitField: {
    kind: 'choice',
    label: 'Output limit field',
    help: 'The request field that limits the length of an answer.',
    appliesTo: ['openai-chat'],
    choices: [
      { value: 'max_completion_tokens', label: 'max_completion_tokens' },
      { value: 'max_tokens', label: 'max_tokens' },
    ],
    default: 'max_completion_tokens',
  },
  reasoningField: {
    kind: 'choice',
    label: 'Reasoning field',
    help: 'The request field that switches reasoning on.',
    appliesTo: ['openai-chat'],
    choices: [
      { value: 'reasoning_effort', label: 'reasoning_effort (OpenAI)' },
      { value: 'reasoning', label: 'reasoning (OpenRouter)' },
      { value: 'thinking', label: 'thinking (DeepSeek)' },
      { value: 'none', label: 'None' },
    ],
    default: 'reasoning_effort',
  },
  webSearchField: {
    kind: 'choice',
    label: 'Web search field',
    help: 'How the server is asked to search the web.',
    appliesTo: ['openai-chat'],
    choices: [
      { value: 'openrouter:web_search', label: 'openrouter:web_search tool' },
      { value: 'web_search_options', label: 'web_search_options (OpenAI)' },
      { value: 'none', label: 'None' },
    ],
    default: 'none',
  },
  // `prefix` marks the message with `prefix: true` (Mistral, DeepSeek).
  prefill: {
    kind: 'choice',
    label: 'Start of the answer',
    help: 'Whether the server continues an answer that was started for it.',
    appliesTo: ['openai-chat'],
    choices: [
      { value: 'last-message', label: 'Continues the last message' },
      { value: 'prefix', label: 'Continues one marked as prefix' },
      { value: 'none', label: 'Not supported' },
    ],
    default: 'none',
  },
  askForUsage: {
    kind: 'switch',
    label: 'Ask for token counts',
    help: 'Asks for usage while an answer streams (stream_options). Mistral reports it anyway and rejects the field.',
    appliesTo: ['openai-chat'],
    default: true,
  },
  takesTopK: {
    kind: 'switch',
    label: 'Supports top-k',
    help: 'OpenAI rejects requests with top_k.',
    appliesTo: ['openai-chat'],
    default: false,
  },
  // Z-4: an address of this computer is used only where the owner says so.
  thisComputer: {
    kind: 'switch',
    label: 'Server on this computer',
    help: 'Allows addresses of this computer, such as 127.0.0.1 and localhost.',
    default: false,
  },
  // U3: reliably free.
  local: {
    kind: 'switch',
    label: 'Local models',
    help: 'They run on your own machine: they cost nothing, and the server may have no key.',
    default: false,
  },
})

export type DefinitionOptions = SettingsOf<typeof definitionOptions>

export const defaultDefinitionOptions: DefinitionOptions = defaultSettings(definitionOptions)

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
  /** Called with what went wrong without ending an answer, such as events that were not JSON (FP-2). */
  readonly log?: (line: string) => void
}
