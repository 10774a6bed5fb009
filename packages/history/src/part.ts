import type { CallId } from './id.ts'

/** Any JSON value, such as what a provider sent. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

export interface TextPart {
  readonly kind: 'text'
  readonly text: string
}

export interface ReasoningPart {
  readonly kind: 'reasoning'
  readonly text: string
  /** The provider's proof that this reasoning is its own; without it the provider refuses the block on replay. */
  readonly signature: string | null
}

export interface ToolCallPart {
  readonly kind: 'tool-call'
  readonly callId: CallId
  readonly tool: string
  /** The argument text exactly as the model wrote it, which need not be valid JSON. */
  readonly input: string
  /** The provider's own id of the call, which its result must repeat when the message is sent native. */
  readonly providerCallId: string | null
}

export interface ToolResultPart {
  readonly kind: 'tool-result'
  readonly callId: CallId
  readonly tool: string
  readonly outcome: 'done' | 'failed' | 'denied' | 'unknown'
  readonly content: readonly (TextPart | FilePart)[]
}

/**
 * A tool that the provider itself ran for its answer, such as a web search. It has no result message; what it found is in the
 * answer's sources.
 */
export interface ProviderCallPart {
  readonly kind: 'provider-call'
  /** The provider's own name for it. */
  readonly tool: string
  /** What was asked of it: a query, a URL, or the input as the provider wrote it. */
  readonly input: string
  readonly outcome: 'done' | 'failed'
  /** Why it failed, in the provider's words; absent where it does not say. */
  readonly because?: string
}

export interface FilePart {
  readonly kind: 'file'
  /** SHA-256 of the bytes, in hex: the id of the blob. */
  readonly blob: string
  readonly name: string
  readonly mediaType: string
  readonly size: number
  /** The text in it, for models that do not take the file itself; absent where none was extracted. */
  readonly extracted?: ExtractedText
}

export interface ExtractedText {
  /** The blob that holds it, in UTF-8. */
  readonly blob: string
  readonly characters: number
}

export interface SourcePart {
  readonly kind: 'source'
  readonly url: string
  readonly title: string | null
  readonly citedText: string | null
  /** Where the answer cites it: behind this many code units of its texts, joined. Absent where the provider did not say. */
  readonly at?: number
}

export interface ErrorPart {
  readonly kind: 'error'
  /** A `ModelError` kind, or one of the engine's own codes. */
  readonly code: string
  readonly message: string
  readonly status: number | null
  readonly retryable: boolean
  /** What the provider answered, where it answered at all. */
  readonly reply?: ErrorReply
}

/** The answer behind an error, without secrets, for the user to open (R8). */
export interface ErrorReply {
  /** As it was written, cut where it is very long; of a stream, the event that ended it. */
  readonly body: string
  /** The provider's own name of the request, which its support asks for. */
  readonly requestId: string | null
}

export type Part =
  | TextPart
  | ReasoningPart
  | ToolCallPart
  | ToolResultPart
  | ProviderCallPart
  | FilePart
  | SourcePart
  | ErrorPart

export type UserPart = TextPart | FilePart
export type AssistantPart =
  | TextPart
  | ReasoningPart
  | ToolCallPart
  | ProviderCallPart
  | FilePart
  | SourcePart
  | ErrorPart

/** The provider's own content, verbatim, unknown blocks included: what exact replay sends. */
export interface NativeContent {
  readonly protocol: string
  readonly content: Json
}
