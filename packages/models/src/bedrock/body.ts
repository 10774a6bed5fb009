import type { Json } from '@stet/history'

/** What Converse is sent, as it goes over the wire: bytes are base64, so that an earlier answer is replayed with every field it came with. */
export interface ConverseBody {
  readonly messages: readonly ConverseMessage[]
  readonly system?: readonly Block[]
  readonly inferenceConfig?: InferenceConfig
  readonly toolConfig?: { readonly tools: readonly Block[] }
  readonly additionalModelRequestFields?: Block
}

export interface ConverseMessage {
  readonly role: 'user' | 'assistant'
  readonly content: readonly Block[]
}

/** A block of Bedrock's is an object with one field, which says what it is. */
export type Block = { readonly [kind: string]: Json }

export interface InferenceConfig {
  readonly maxTokens?: number
  readonly temperature?: number
  readonly topP?: number
}

export const CACHE_POINT: Block = { cachePoint: { type: 'default' } }

/** What Converse takes for the id of a call. */
export const TOOL_USE_ID = /^[a-zA-Z0-9_-]{1,64}$/
