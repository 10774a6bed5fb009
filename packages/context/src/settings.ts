import type { ContextSettings, ModelFacts } from '@stet/history'

/** What each number may be; the whole ones must be whole. */
export const settingRanges = {
  'toolMemory.afterConclusions': { from: 0, to: 5 },
  resultLimit: { from: 200, to: 10_000_000 },
  stepResultLimit: { from: 200, to: 10_000_000 },
  'reasoning.lastCycles': { from: 1, to: 100 },
  maxPromptTokens: { from: 256, to: 100_000_000 },
  reservedResponseTokens: { from: 0, to: 10_000_000 },
  recentMessagesToKeep: { from: 1, to: 1_000 },
  minRecentMessagesToKeep: { from: 1, to: 1_000 },
  'compaction.startAt': { from: 0.01, to: 1 },
} as const satisfies Record<string, SettingRange>

export interface SettingRange {
  readonly from: number
  readonly to: number
}

/** The conclusions after which tool work is forgotten, when forgetting is switched on and no number is chosen (C3). */
export const FORGET_AFTER = 1

/** The largest request where neither the model's window nor a cap of the person's is known (C9). */
export const ASSUMED_WINDOW = 8192

/** How a new chat's view is set. */
export function defaultContextSettings(model: Pick<ModelFacts, 'caching'>): ContextSettings {
  return {
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
    cache: model.caching === 'marks' ? 'cached' : 'all-off',
  }
}
