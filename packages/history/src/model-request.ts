import type { CallId, MessageId } from './id.ts'
import type { Json } from './json.ts'
import type { AssistantPart, NativeContent, ToolResultPart, UserPart } from './part.ts'

/**
 * The view: exactly what one request sends, before a provider's folder puts it into that provider's words. Context decides it,
 * models map it mechanically.
 */
export interface ModelRequest {
  readonly system: readonly SystemBlock[]
  readonly messages: readonly RequestMessage[]
  readonly tools: readonly ToolDeclaration[]
}

export interface SystemBlock {
  readonly text: string
  /** Whether the provider is told to cache everything up to and including this block (C14). */
  readonly cacheMark: boolean
}

/** A message goes native, the provider's own content whole, or plain, from its parts. */
export type RequestMessage =
  | {
      readonly form: 'native'
      readonly messageId: MessageId
      readonly role: 'assistant'
      readonly native: NativeContent
      /** The calls in it and the provider's ids of them, by which their results must name them. */
      readonly calls: readonly NativeCall[]
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
      /** Null for a note that stands for no message of the record. */
      readonly messageId: MessageId | null
      readonly role: 'user'
      readonly parts: readonly UserPart[]
      readonly cacheMark: boolean
    }
  | {
      readonly form: 'plain'
      readonly messageId: MessageId
      readonly role: 'tool-results'
      readonly parts: readonly ToolResultPart[]
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
}
