import type { ToolResult } from './tool.ts'

export function done(text: string, shown: string | null = null): ToolResult {
  return { outcome: 'done', content: [{ kind: 'text', text }], shown }
}

/** What went wrong, in words that the model can act on. */
export function failed(because: string): ToolResult {
  return { outcome: 'failed', content: [{ kind: 'text', text: because }], shown: null }
}
