/** Replaces what was shown before. */
export interface ToolProgress {
  readonly text: string
}
