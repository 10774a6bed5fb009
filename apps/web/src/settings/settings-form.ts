import { type ContextSettings, contextSettings, listSettings, parseSettings, type Setting } from '@stet/api/client'
import type { Read } from './same-form.ts'

/** The settings as they stand in the fields: numbers as they were typed. */
export interface SettingsForm {
  readonly toolMemory: 'always' | 'at-once' | 'after'
  readonly afterConclusions: string
  readonly previousCycles: ContextSettings['previousCycles']
  readonly resultLimit: string
  readonly stepResultLimit: string
  readonly reasoning: 'model' | 'all' | 'none' | 'last'
  readonly lastCycles: string
  /** Empty for the model's own window. */
  readonly maxPromptTokens: string
  readonly reservedResponseTokens: string
  readonly recentMessagesToKeep: string
  readonly minRecentMessagesToKeep: string
  readonly automatic: boolean
  /** Per cent of the budget. */
  readonly startAt: string
  readonly compactionModel: ContextSettings['compaction']['model']
  readonly cache: ContextSettings['cache']
}

/** Where forgetting after some turns begins when it is chosen, and reasoning of some cycles. */
const FIRST_AFTER = '1'
const FIRST_CYCLES = '2'

export function toForm(settings: ContextSettings): SettingsForm {
  const { toolMemory, reasoning, compaction, maxPromptTokens } = settings
  const after = toolMemory.mode === 'forget' ? toolMemory.afterConclusions : null
  return {
    toolMemory: after === null ? 'always' : after === 0 ? 'at-once' : 'after',
    afterConclusions: after === null || after === 0 ? FIRST_AFTER : String(after),
    previousCycles: settings.previousCycles,
    resultLimit: String(settings.resultLimit),
    stepResultLimit: String(settings.stepResultLimit),
    reasoning: typeof reasoning === 'object' ? 'last' : reasoning,
    lastCycles: typeof reasoning === 'object' ? String(reasoning.lastCycles) : FIRST_CYCLES,
    maxPromptTokens: maxPromptTokens === null ? '' : String(maxPromptTokens),
    reservedResponseTokens: String(settings.reservedResponseTokens),
    recentMessagesToKeep: String(settings.recentMessagesToKeep),
    minRecentMessagesToKeep: String(settings.minRecentMessagesToKeep),
    automatic: compaction.automatic,
    startAt: String(Math.round(compaction.startAt * 10_000) / 100),
    compactionModel: compaction.model,
    cache: settings.cache,
  }
}

/** What was typed, as settings; what is not one is refused by name and range. */
export function readForm(form: SettingsForm): Read<ContextSettings> {
  const share = toNumber(form.startAt)
  const parsed = parseSettings(
    contextSettings,
    {
      toolMemory: toToolMemory(form),
      previousCycles: form.previousCycles,
      resultLimit: toNumber(form.resultLimit),
      stepResultLimit: toNumber(form.stepResultLimit),
      reasoning: form.reasoning === 'last' ? { lastCycles: toNumber(form.lastCycles) } : form.reasoning,
      maxPromptTokens: form.maxPromptTokens.trim() === '' ? null : toNumber(form.maxPromptTokens),
      reservedResponseTokens: toNumber(form.reservedResponseTokens),
      recentMessagesToKeep: toNumber(form.recentMessagesToKeep),
      minRecentMessagesToKeep: toNumber(form.minRecentMessagesToKeep),
      compaction: {
        automatic: form.automatic,
        startAt: typeof share === 'number' ? share / 100 : share,
        model: form.compactionModel,
      },
      cache: form.cache,
    },
    'labels',
  )
  if (parsed.kind === 'parsed') return { kind: 'valid', settings: parsed.settings }
  return { kind: 'invalid', errors: new Map(parsed.errors.map(({ setting, message }) => [setting, message])) }
}

export function helpFor(path: string): Setting {
  const listed = listSettings(contextSettings).find(each => each.path === path)
  if (listed === undefined) throw new Error(`there is no setting ${path}`)
  return listed.setting
}

function toToolMemory({ toolMemory, afterConclusions }: SettingsForm): object {
  switch (toolMemory) {
    case 'always':
      return { mode: 'always' }
    case 'at-once':
      return { mode: 'forget', afterConclusions: 0 }
    case 'after':
      return { mode: 'forget', afterConclusions: toNumber(afterConclusions) }
  }
}

/** The number that was typed, or the text itself, which is then refused. */
function toNumber(text: string): number | string {
  return /^\s*-?\d+(?:\.\d+)?\s*$/u.test(text) ? Number(text) : text
}
