import type { CallId, ChatId, FilePart, Json, TextPart, ToolOptionValue, ToolPolicy } from '@stet/history'
import type { ChildRuns } from './child-runs.ts'
import type { ToolProgress } from './tool-progress.ts'

/** An ability that not every home has. A tool whose needs are not met is not offered. */
export type ToolNeed = 'directories' | 'shell' | 'sockets' | 'worker'

/** What a person may set about a tool in a chat. */
export type ToolOption = { readonly name: string; readonly title: string } & (
  | { readonly kind: 'switch'; readonly initially: boolean }
  | { readonly kind: 'long-text'; readonly initially: string }
  | { readonly kind: 'model' }
)

export type ToolOptions = Readonly<Record<string, ToolOptionValue>>

/**
 * What a model may do (T1). `parse` and `run` are methods, so that a list of tools may hold tools of different inputs: what one tool's
 * `parse` gave is only ever handed to its own `run`.
 */
export interface Tool<Input = unknown> {
  /** By which the model calls it. */
  readonly name: string
  readonly title: string
  /** The name of an icon. */
  readonly icon: string
  /** For the model. */
  readonly description: string
  /** JSON Schema of the input, for the model. */
  readonly input: Json
  readonly options: readonly ToolOption[]
  readonly policy: ToolPolicy
  /** Whether a person has to see every single call: no chat can let it run by itself (R6). */
  readonly alwaysConfirm: boolean
  readonly needs: readonly ToolNeed[]
  /** What it adds to the system prompt, after the workspace's; null for nothing. The same options give the same text. */
  instructions(options: ToolOptions): string | null
  parse(input: Json): ParsedInput<Input>
  /** A line for a person that tells this call from others; null when the title says enough. */
  summary(input: Input): string | null
  /** Yields what a person is shown meanwhile. A failure that the model must hear is a result; a throw is a fault of the tool. */
  run(input: Input, context: ToolContext): AsyncGenerator<ToolProgress, ToolResult>
}

export type ParsedInput<Input> =
  | { readonly kind: 'parsed'; readonly input: Input }
  /** `because` is a sentence that the model reads. */
  | { readonly kind: 'invalid'; readonly because: string }

export interface ToolContext {
  readonly chatId: ChatId
  readonly callId: CallId
  readonly options: ToolOptions
  /** Aborts when the person stops the run, or the home closes. */
  readonly signal: AbortSignal
  /** Not there for a tool that is itself called from such a run. */
  readonly children?: ChildRuns
}

export interface ToolResult {
  readonly outcome: 'done' | 'failed'
  /** For the model. */
  readonly content: readonly (TextPart | FilePart)[]
  /** How a person is shown it, in Markdown, kept with the call; null shows the content. */
  readonly shown: string | null
}
