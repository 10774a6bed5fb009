import type { Json } from '@stet/history'
import type { InputTokenCountParams } from 'openai/resources/responses/input-tokens'
import type { ResponseCreateParams, ResponseStreamEvent, WebSearchTool } from 'openai/resources/responses/responses'

/** What settings add to a request. */
export type SettingFields = Pick<
  ResponseCreateParams,
  'temperature' | 'top_p' | 'max_output_tokens' | 'reasoning' | 'include' | 'tools'
>

export const WEB_SEARCH = { type: 'web_search' } as const satisfies WebSearchTool

/** The SDK's own parameters, except that the input may hold items that the SDK does not know: native answers go as they came. */
export type ResponsesBody = Omit<ResponseCreateParams, 'input' | 'stream'> & {
  readonly input: readonly Json[]
  readonly stream: boolean
}

/** What a count takes: a field that it does not have would not compile. */
export type CountBody = {
  readonly [Field in keyof ResponsesBody & keyof InputTokenCountParams]?: ResponsesBody[Field] | undefined
}

/** What an event may be called: any other name would not compile. */
export type EventType = ResponseStreamEvent['type']
