import type { BetaContextManagementConfig, BetaThinkingConfigParam } from '@anthropic-ai/sdk/resources/beta/messages'
import type {
  MessageCountTokensParams,
  MessageCreateParams,
  RawMessageStreamEvent,
} from '@anthropic-ai/sdk/resources/messages'
import type { Json } from '@stet/history'
import type { Block, BlockShape, Message } from '../claude/blocks.ts'
import type { ThinkingFields } from '../claude/thinking.ts'
import { isSaid } from '../mapping/words.ts'
import type { Fits, Writable } from '../sdk-types.ts'

/** What settings add to a request. */
export interface SettingFields extends ThinkingFields {
  readonly max_tokens: number
  readonly temperature?: number
  readonly top_p?: number
  readonly top_k?: number
}

/** Fields that Anthropic takes with a beta header. Servers that speak as it does refuse them, and so may Bedrock. */
export interface OwnFields {
  readonly context_management?: BetaContextManagementConfig
  readonly thinking?: BetaThinkingConfigParam
}

/** The body of `POST /v1/messages`. Blocks are kept wide, since what a model wrote goes back as it came, known to the SDK or not. */
export interface RequestBody extends Omit<SettingFields, 'thinking'>, OwnFields {
  readonly model: string
  readonly system?: readonly Block[]
  readonly messages: readonly Message[]
  readonly tools?: readonly Block[]
  readonly tool_choice?: { readonly type: 'none' }
  readonly stream: boolean
  readonly diagnostics?: { readonly previous_message_id: string | null }
}

/** Fields that only an older version of the API has: the SDK does not know them any more. */
type OlderField = 'temperature' | 'top_p' | 'top_k'
/** Their blocks are checked one by one where they are made. */
type BlockField = 'system' | 'messages' | 'tools'
/** The body as the API has it: a field that it does not have, or a value that it does not take, would not compile. */
export type CheckedBody = Fits<
  Omit<MessageCreateParams, BlockField>,
  Writable<Omit<RequestBody, BlockField | OlderField | keyof OwnFields>>
>
export type CheckedField = Fits<keyof MessageCreateParams, BlockField>

/** What a count takes: a field that it does not have would not compile. */
export type CountBody = {
  readonly [Field in keyof RequestBody & keyof MessageCountTokensParams]?: RequestBody[Field] | undefined
}

/** What an event may be called; `ping` and `error` are no events of a message. */
export type EventType = RawMessageStreamEvent['type'] | 'ping' | 'error'

const THINKING_TYPES: readonly Json[] = ['thinking', 'redacted_thinking']

export function isThinking({ type }: Block): boolean {
  return THINKING_TYPES.includes(type ?? null)
}

/** Anthropic refuses a text that is empty or blank, also one that it wrote itself. */
export function isBlankText({ type, text }: Block): boolean {
  return type === 'text' && (typeof text !== 'string' || !isSaid(text))
}

/** A tool that the provider runs itself, such as `server_tool_use`. */
export function isProviderCall({ type }: Block): boolean {
  return typeof type === 'string' && type.endsWith('_tool_use')
}

/** What such a tool returned, such as `web_search_tool_result`. */
export function isProviderResult({ type }: Block): boolean {
  return typeof type === 'string' && type.endsWith('_tool_result')
}

export const shape: BlockShape = {
  isThinking,
  isResult: ({ type }) => type === 'tool_result',
  textOf: ({ type, text }) => (type === 'text' && typeof text === 'string' ? text : null),
  toText: text => ({ type: 'text', text }),
  isMarked: ({ cache_control: mark }) => mark !== undefined && mark !== null,
  unmark({ cache_control: _mark, ...rest }) {
    return rest
  },
}
