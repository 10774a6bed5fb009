import type {
  ChatCompletionChunk,
  ChatCompletionCreateParams,
  ChatCompletionFunctionTool,
} from 'openai/resources/chat/completions/completions'
import type { Fits, Writable } from '../sdk-types.ts'
import type { Effort } from '../settings/plan-reasoning.ts'
import type { JsonObject } from '../transport/json-field.ts'

/** What settings add to a request. */
export type SettingFields = Omit<OwnFields, 'model' | 'stream' | 'stream_options'> & ServerFields

/** The body of `POST /chat/completions`. A message is an object of any fields, since an earlier answer goes back as it came. */
export interface ChatBody extends OwnFields, ServerFields {
  readonly messages: readonly JsonObject[]
  readonly tools?: readonly (FunctionTool | ServerTool)[]
}

/** Fields that OpenAI has too. */
interface OwnFields {
  readonly model: string
  readonly stream: boolean
  readonly stream_options?: { readonly include_usage: true }
  readonly temperature?: number
  readonly top_p?: number
  readonly max_completion_tokens?: number
  readonly max_tokens?: number
  readonly reasoning_effort?: Effort
  readonly web_search_options?: Readonly<Record<string, never>>
}

/** Fields that only other servers have. */
interface ServerFields {
  readonly top_k?: number
  /** OpenRouter. */
  readonly reasoning?: { readonly enabled: boolean } | { readonly effort: Effort } | { readonly max_tokens: number }
  /** DeepSeek. */
  readonly thinking?: { readonly type: 'enabled' | 'disabled'; readonly budget_tokens?: number }
}

export interface FunctionTool {
  readonly type: 'function'
  readonly function: { readonly name: string; readonly description: string; readonly parameters: JsonObject }
}

/** A tool that the server itself runs. */
export interface ServerTool {
  readonly type: 'openrouter:web_search' | 'openrouter:web_fetch'
}

/** The body as the API has it: a field that it does not have, or a value that it does not take, would not compile. */
export type CheckedBody = Fits<Omit<ChatCompletionCreateParams, 'messages' | 'tools'>, Writable<OwnFields>>
export type CheckedTool = Fits<ChatCompletionFunctionTool, Writable<FunctionTool>>

/** The fields of a chunk and of its choice that are read; `x_groq`, and errors inside a stream, are those of other servers. */
export type ChunkField = keyof ChatCompletionChunk | 'error' | 'x_groq'
export type ChoiceField = keyof ChatCompletionChunk.Choice | 'error' | 'message' | 'usage'
/** What a delta may say. Reasoning, sources and pictures have no place in OpenAI's own. */
export type DeltaField =
  | keyof ChatCompletionChunk.Choice.Delta
  | 'reasoning_content'
  | 'reasoning'
  | 'reasoning_details'
  | 'annotations'
  | 'images'
