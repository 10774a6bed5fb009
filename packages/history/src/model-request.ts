import type { CallId, MessageId } from './id.ts'
import type { AssistantPart, Json, NativeContent, ToolResultPart, UserPart } from './part.ts'

/**
 * The view: exactly what one request sends, in no provider's format. Context decides it; each protocol in models maps it
 * mechanically.
 */
export interface ModelRequest {
  readonly system: readonly SystemBlock[]
  readonly messages: readonly RequestMessage[]
  /** Those that are declared before everything else. */
  readonly tools: readonly ToolDeclaration[]
  /** What the provider is asked to do with the earlier reasoning in it (C6); absent to leave that to the model. */
  readonly earlierReasoning?: 'keep' | 'drop'
  /** Whether the provider's own web search is declared beside the tools; it is part of the prefix like them. */
  readonly webSearch?: true
  /** Whether its own fetch of web pages is. */
  readonly webFetch?: true
  /** The provider's id of its answer to the request before, with which it compares this one when its cache misses (C24). */
  readonly comparedWith?: string
  /** For how many minutes the provider is to keep what it caches; absent where that is not known (C24). */
  readonly cacheMinutes?: number
  /** Which system prompt applies from where, the first of them from the beginning; absent where none can follow a message (C21). */
  readonly prompts?: readonly PlacedPrompt[]
  /** Which effort applies from where, in the same way; absent where none is asked for. */
  readonly efforts?: readonly PlacedEffort[]
}

/** A system prompt as a whole, and the message from which on it applies; null for the beginning. */
export interface PlacedPrompt {
  readonly after: MessageId | null
  readonly text: string
}

/** An effort of reasoning, and the message from which on it applies; null for the beginning. */
export interface PlacedEffort {
  readonly after: MessageId | null
  readonly effort: string
}

export interface SystemBlock {
  readonly text: string
  /** Whether the provider should cache everything up to and including this block (C14). */
  readonly cacheMark: boolean
}

/**
 * A message is sent native (the provider's own content, whole) or plain (from its parts). `toolsAfter` are tools that are offered from there on:
 * declared with the others, they would change everything that the provider has cached (C21). `toolsRemoved` are tools that are offered no longer:
 * they stay declared where they were, for the same reason. `webSearchAfter` says whether the provider's own web search is offered from there on. `systemAfter` says how the system prompt differs from there on, `effortAfter` how much effort is asked for, and a message with `bySystem` is
 * said by the system and not by the user.
 */
export type RequestMessage =
  | {
      readonly form: 'native'
      readonly messageId: MessageId
      readonly role: 'assistant'
      readonly native: NativeContent
      /** The calls in it, with the provider's ids that their results must repeat. */
      readonly calls: readonly NativeCall[]
      /** Set where its reasoning is left out: the provider would refuse it (C20). The rest goes as it was written. */
      readonly omitReasoning?: true
      readonly cacheMark: boolean
    }
  | {
      readonly form: 'plain'
      readonly messageId: MessageId
      readonly role: 'assistant'
      readonly parts: readonly AssistantPart[]
      readonly cacheMark: boolean
    }
  | {
      readonly form: 'plain'
      /** Null for a note that has no message in the record. */
      readonly messageId: MessageId | null
      readonly role: 'user'
      readonly parts: readonly UserPart[]
      readonly toolsAfter?: readonly ToolDeclaration[]
      readonly toolsRemoved?: readonly string[]
      readonly webSearchAfter?: boolean
      readonly systemAfter?: string
      readonly effortAfter?: string
      readonly bySystem?: true
      readonly cacheMark: boolean
    }
  | {
      readonly form: 'plain'
      readonly messageId: MessageId
      readonly role: 'tool-results'
      readonly parts: readonly ToolResultPart[]
      readonly toolsAfter?: readonly ToolDeclaration[]
      readonly toolsRemoved?: readonly string[]
      readonly webSearchAfter?: boolean
      readonly systemAfter?: string
      readonly cacheMark: boolean
    }

export interface NativeCall {
  readonly callId: CallId
  readonly providerCallId: string | null
}

export interface ToolDeclaration {
  readonly name: string
  readonly description: string
  /** JSON Schema of the input. */
  readonly input: Json
  /** What a protocol is sent in place of all this, by its name, where the provider has a tool of its own for it. */
  readonly native?: Readonly<Record<string, Json>>
}
