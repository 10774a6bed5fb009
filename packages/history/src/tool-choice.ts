import type { ModelChoice } from './model-choice.ts'

/** Whether a call runs by itself, waits for a person, or is refused. */
export type ToolPolicy = 'auto' | 'confirm' | 'deny'

/** What a person may set about a tool: a switch, a long text, a model. */
export type ToolOptionValue = boolean | string | ModelChoice

/** A tool that a chat offers its model (T1). */
export interface ToolChoice {
  readonly name: string
  /** Null for the tool's own. */
  readonly policy: ToolPolicy | null
  /** Those that differ from the tool's own. */
  readonly options: Readonly<Record<string, ToolOptionValue>>
}
