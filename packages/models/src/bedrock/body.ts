import type { ConverseRequest, ConverseStreamOutput, InferenceConfiguration } from '@aws-sdk/client-bedrock-runtime'
import type { Json } from '@stet/history'
import type { Block, BlockShape, Message } from '../claude/blocks.ts'
import type { Fits, Writable } from '../sdk-types.ts'
import { isJsonObject, textField } from '../transport/json-field.ts'

/** The body of a Converse request. Bytes are base64, and blocks are kept wide, so that an earlier answer goes back with every field it came with. */
export interface ConverseBody {
  readonly messages: readonly Message[]
  readonly system?: readonly Block[]
  readonly inferenceConfig?: InferenceConfig
  readonly toolConfig?: { readonly tools: readonly Block[] }
  readonly additionalModelRequestFields?: Block
}

export interface InferenceConfig {
  readonly maxTokens?: number
  readonly temperature?: number
  readonly topP?: number
}

/** Blocks are checked one by one where they are made; the fields of a model's own are no part of the API. */
type BlockField = 'system' | 'messages' | 'toolConfig' | 'additionalModelRequestFields'
/** The body as the API has it: a field that it does not have, or a value that it does not take, would not compile. */
export type CheckedBody = Fits<Omit<ConverseRequest, BlockField | 'modelId'>, Writable<Omit<ConverseBody, BlockField>>>
export type CheckedInference = Fits<InferenceConfiguration, Writable<InferenceConfig>>
export type CheckedField = Fits<keyof ConverseRequest, keyof ConverseBody>

/** What an event may be called. */
export type EventType = keyof ConverseStreamOutput.MessageStartMember

/** What Converse takes as the id of a call. */
export const TOOL_USE_ID = /^[a-zA-Z0-9_-]{1,64}$/

export const shape: BlockShape = {
  isThinking: block => 'reasoningContent' in block,
  isResult: block => 'toolResult' in block,
  textOf: ({ text }) => (typeof text === 'string' ? text : null),
  toText: text => ({ text }),
  isMarked: block => 'cachePoint' in block,
  unmark: () => null,
}

/** Whether a block is a call that is answered here, not one of the provider's own tools. */
export function isCall(block: Json): block is Block {
  if (!isJsonObject(block) || block.toolUse === undefined) return false
  return textField(block.toolUse, 'type') !== 'server_tool_use'
}
