/** The fields that are read of a message of Anthropic's Messages API. All other fields of a block are sent back with it. */
export interface AnthropicMessageLike<B> {
  readonly role: string
  readonly content: string | readonly B[]
}

export interface AnthropicBlockLike {
  readonly type: string
  readonly text?: unknown
  readonly thinking?: unknown
  readonly signature?: unknown
  readonly data?: unknown
  readonly id?: unknown
  readonly name?: unknown
  readonly input?: unknown
  readonly tool_use_id?: unknown
  readonly is_error?: unknown
  readonly content?: unknown
  readonly source?: unknown
  readonly title?: unknown
  readonly cache_control?: unknown
}

/** Tools that Anthropic runs itself may have a type and no name. */
export interface AnthropicToolLike {
  readonly name?: string
  readonly type?: string | null
  readonly description?: string
  readonly input_schema?: unknown
  readonly cache_control?: unknown
}

export interface CacheControl {
  type: 'ephemeral'
}

export interface AnthropicTextBlock {
  type: 'text'
  text: string
  cache_control?: CacheControl
}

export type AnthropicFileBlock =
  | {
      type: 'image'
      source: { type: 'base64'; media_type: AnthropicImageType; data: string } | { type: 'url'; url: string }
      cache_control?: CacheControl
    }
  | {
      type: 'document'
      source:
        | { type: 'base64'; media_type: 'application/pdf'; data: string }
        | { type: 'text'; media_type: 'text/plain'; data: string }
        | { type: 'url'; url: string }
      title: string
      cache_control?: CacheControl
    }

export type AnthropicImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'

/** A block that was made here, in words that Anthropic's own types take. */
export type AnthropicBlock =
  | AnthropicTextBlock
  | AnthropicFileBlock
  | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown>; cache_control?: CacheControl }
  | {
      type: 'tool_result'
      tool_use_id: string
      content?: (AnthropicTextBlock | AnthropicFileBlock)[]
      is_error?: boolean
      cache_control?: CacheControl
    }

export interface AnthropicMessage<B> {
  role: 'user' | 'assistant'
  content: string | (B | AnthropicBlock)[]
}

export interface AnthropicTool {
  name: string
  description: string
  input_schema: { type: 'object'; [key: string]: unknown }
}
