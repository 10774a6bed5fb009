import type { MessageId } from './id.ts'
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
}

/** A message goes native, the provider's own content whole, or plain, from its parts. */
export type RequestMessage =
  | {
      readonly form: 'native'
      readonly messageId: MessageId
      readonly role: 'assistant'
      readonly native: NativeContent
    }
  | {
      readonly form: 'plain'
      readonly messageId: MessageId
      readonly role: 'assistant'
      readonly parts: readonly AssistantPart[]
    }
  | {
      readonly form: 'plain'
      readonly messageId: MessageId
      readonly role: 'user'
      readonly parts: readonly UserPart[]
    }
  | {
      readonly form: 'plain'
      readonly messageId: MessageId
      readonly role: 'tool-results'
      readonly parts: readonly ToolResultPart[]
    }

export interface ToolDeclaration {
  readonly name: string
  readonly description: string
  /** JSON Schema of the input. */
  readonly input: Json
}
