import type { ContextSettings } from '../context-settings.ts'

/** A view that keeps everything. What a new chat gets is context's to say. */
export const contextSettings: ContextSettings = {
  toolMemory: { mode: 'always' },
  previousCycles: 'keep',
  resultLimit: 30_000,
  stepResultLimit: 100_000,
  reasoning: 'model',
  maxPromptTokens: null,
  reservedResponseTokens: 512,
  recentMessagesToKeep: 6,
  minRecentMessagesToKeep: 2,
  compaction: { automatic: true, startAt: 1, model: null },
  cache: 'all-off',
}
