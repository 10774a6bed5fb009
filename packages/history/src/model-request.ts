import type { CallId, MessageId } from './id.ts'
import type { AssistantPart, Json, NativeContent, ToolResultPart, UserPart } from './part.ts'

/**
 * The view: exactly what one request sends, in no provider's format. Context decides it; each protocol in models maps it
 * mechanically.
 */
export interface ModelRequest {
  readonly system: readonly SystemBlock[]
  readonly messages: readonly RequestMessage[]
  readonly tools: readonly ToolDeclaration[]
}

export interface SystemBlock {
  readonly text: string
  /** Whether the provider should cache everything up to and including this block (C14). */
  readonly cacheMark: boolean
}

/** A message is sent native (the provider's own content, whole) or plain (from its parts). */
export type RequestMessage =
  | {
      readonly form: 'native'
      readonly messageId: MessageId
      readonly role: 'assistant'
      readonly native: NativeContent
      /** The calls in it, with the provider's ids that their results must repeat. */
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
      /** Null for a note that has no message in the record. */
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
  /** What a protocol is sent in place of all this, by its name, where the provider has a tool of its own for it. */
  readonly native?: Readonly<Record<string, Json>>
}
