import type { ModelChoice } from './model.ts'

/** What a person may set about the view of one chat. Defaults and ranges are context's, which also validates them. */
export interface ContextSettings {
  /** C3: tool exchanges are kept always, or forgotten once more than this many conclusions have passed. */
  readonly toolMemory: { readonly mode: 'always' } | { readonly mode: 'forget'; readonly afterConclusions: number }
  /** C4: what becomes of tool work before the last user message. */
  readonly previousCycles: 'keep' | 'strip'
  /** C5: characters of one tool result, and of all results of a step. */
  readonly resultLimit: number
  readonly stepResultLimit: number
  /** C6. `model` is what the model's maker does by default. */
  readonly reasoning: 'model' | 'all' | 'none' | { readonly lastCycles: number }
  /** C9. Null is the model's window where it is known. */
  readonly maxPromptTokens: number | null
  readonly reservedResponseTokens: number
  readonly recentMessagesToKeep: number
  readonly minRecentMessagesToKeep: number
  /** C12. `startAt` is a share of the budget; `model` null asks the chat's own. */
  readonly compaction: { readonly automatic: boolean; readonly startAt: number; readonly model: ModelChoice | null }
  /** C14. */
  readonly cache: 'all-off' | 'system' | 'cached'
}
