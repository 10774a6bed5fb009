/** What a person may set about how a chat's model answers (W1, P5, R9). Null is the provider's own. */
export interface AnswerSettings {
  readonly temperature: number | null
  readonly topP: number | null
  readonly topK: number | null
  /** The most tokens of one answer. */
  readonly outputLimit: number | null
  readonly reasoning: ReasoningSettings
  readonly webSearch: boolean
  /** Whether the answer is read as it is written; the same answer comes whole without. */
  readonly streaming: boolean
  /** What the answer is to begin with, where a provider allows it; empty for nothing. */
  readonly prefill: string
}

/** One switch; of what stands below it, the group that the chosen model knows is applied (P5). */
export interface ReasoningSettings {
  readonly on: boolean
  /** Anthropic, and Claude on Bedrock. */
  readonly budgetTokens: number
  /** OpenAI; Nova knows low to high; a model that can only switch takes anything but `none` for on. */
  readonly effort: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | null
  /** OpenAI Responses. */
  readonly summary: 'auto' | 'concise' | 'detailed' | null
  /** Gemini. */
  readonly level: 'minimal' | 'low' | 'medium' | 'high' | null
}

/** What a new chat starts from. */
export const defaultAnswerSettings: AnswerSettings = {
  temperature: null,
  topP: null,
  topK: null,
  outputLimit: 1536,
  reasoning: { on: false, budgetTokens: 1024, effort: null, summary: null, level: null },
  webSearch: false,
  streaming: true,
  prefill: '',
}
