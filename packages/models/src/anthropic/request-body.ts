import type { Block, Turn } from './block.ts'

export type Thinking =
  | { readonly type: 'enabled'; readonly budget_tokens: number }
  | { readonly type: 'adaptive'; readonly display: 'summarized' }
  | { readonly type: 'disabled' }
  | { readonly type: 'between_tools' }

/** What settings make of a request. */
export interface SettingFields {
  readonly max_tokens: number
  readonly temperature?: number
  readonly top_p?: number
  readonly top_k?: number
  readonly thinking?: Thinking
  readonly output_config?: { readonly effort: string }
}

/** The body of `POST /v1/messages`. Blocks are kept wide, since what a model wrote goes back as it came, known to the SDK or not. */
export interface RequestBody extends SettingFields {
  readonly model: string
  readonly system?: readonly Block[]
  readonly messages: readonly Turn[]
  readonly tools?: readonly Block[]
  readonly tool_choice?: { readonly type: 'none' }
  readonly stream: boolean
}
