/** The fields that are read of a message of OpenAI's Chat Completions. All its other fields are sent back with it. */
export interface OpenAiMessageLike {
  readonly role: string
  readonly content?: string | readonly OpenAiPartLike[] | null
  readonly refusal?: string | null
  /** Of vendors that show what the model thought. */
  readonly reasoning_content?: string | null
  readonly tool_calls?: readonly OpenAiCallLike[] | null
  readonly tool_call_id?: string
}

export interface OpenAiPartLike {
  readonly type: string
  readonly text?: string
  readonly refusal?: string
  readonly image_url?: { readonly url: string }
  readonly input_audio?: { readonly data: string; readonly format: string }
  readonly file?: { readonly file_data?: string; readonly file_id?: string; readonly filename?: string }
}

export interface OpenAiCallLike {
  readonly id: string
  readonly function?: { readonly name: string; readonly arguments: string }
  readonly custom?: { readonly name: string; readonly input: string }
}

export interface OpenAiToolLike {
  readonly type: string
  readonly function?: { readonly name: string; readonly description?: string; readonly parameters?: unknown }
  readonly custom?: { readonly name: string; readonly description?: string }
}

/** A message made by the converter, typed so that OpenAI's SDK accepts it. */
export type OpenAiMessage =
  | { role: 'system' | 'developer'; content: string }
  | { role: 'user'; content: string | OpenAiPart[] }
  | OpenAiAnswer
  | { role: 'tool'; tool_call_id: string; content: string | OpenAiTextPart[] }

export interface OpenAiAnswer {
  role: 'assistant'
  content: string | OpenAiTextPart[] | null
  tool_calls?: OpenAiCall[]
}

export interface OpenAiTextPart {
  type: 'text'
  text: string
}

export type OpenAiPart =
  | OpenAiTextPart
  | { type: 'image_url'; image_url: { url: string } }
  | { type: 'input_audio'; input_audio: { data: string; format: 'wav' | 'mp3' } }
  | { type: 'file'; file: { file_data: string; filename: string } }
  | { type: 'file'; file: { file_id: string } }

export interface OpenAiCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

export interface OpenAiTool {
  type: 'function'
  function: { name: string; description: string; parameters: Record<string, unknown> }
}
