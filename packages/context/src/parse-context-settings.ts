import type { ContextSettings, ModelChoice } from '@stet/history'
import { settingRanges } from './settings.ts'

export type ParsedContextSettings =
  | { readonly kind: 'parsed'; readonly settings: ContextSettings }
  | { readonly kind: 'invalid'; readonly errors: readonly SettingError[] }

export interface SettingError {
  readonly setting: string
  /** Its name, what it may be and what it was. */
  readonly message: string
}

type Fields = Readonly<Record<string, unknown>>
type Report = (setting: string, message: string) => void

/** Settings from outside. What is invalid, missing or unknown is refused by name, never replaced. */
export function parseContextSettings(value: unknown): ParsedContextSettings {
  const errors: SettingError[] = []
  const report: Report = (setting, message) => errors.push({ setting, message: `${setting} ${message}` })
  const fields = fieldsOf(value)
  if (fields === null) return { kind: 'invalid', errors: [{ setting: '', message: 'the settings must be an object' }] }
  reportUnknown(fields, knownSettings, '', report)
  const settings: Loose<ContextSettings> = {
    toolMemory: parseToolMemory(fields.toolMemory, report),
    previousCycles: parseChoice('previousCycles', fields.previousCycles, ['keep', 'strip'], report),
    resultLimit: parseWhole('resultLimit', fields.resultLimit, report),
    stepResultLimit: parseWhole('stepResultLimit', fields.stepResultLimit, report),
    reasoning: parseReasoning(fields.reasoning, report),
    maxPromptTokens:
      fields.maxPromptTokens === null ? null : parseWhole('maxPromptTokens', fields.maxPromptTokens, report),
    reservedResponseTokens: parseWhole('reservedResponseTokens', fields.reservedResponseTokens, report),
    recentMessagesToKeep: parseWhole('recentMessagesToKeep', fields.recentMessagesToKeep, report),
    minRecentMessagesToKeep: parseWhole('minRecentMessagesToKeep', fields.minRecentMessagesToKeep, report),
    compaction: parseCompaction(fields.compaction, report),
    cache: parseChoice('cache', fields.cache, ['all-off', 'system', 'cached'], report),
  }
  if (!isComplete(settings)) return { kind: 'invalid', errors }
  reportConflicts(settings, report)
  return errors.length > 0 ? { kind: 'invalid', errors } : { kind: 'parsed', settings }
}

/** A value that could not be read is undefined, and an error says why. */
type Loose<T> = { readonly [Key in keyof T]: T[Key] | undefined }

const knownSettings = [
  'toolMemory',
  'previousCycles',
  'resultLimit',
  'stepResultLimit',
  'reasoning',
  'maxPromptTokens',
  'reservedResponseTokens',
  'recentMessagesToKeep',
  'minRecentMessagesToKeep',
  'compaction',
  'cache',
] as const satisfies readonly (keyof ContextSettings)[]

function isComplete(settings: Loose<ContextSettings>): settings is ContextSettings {
  return knownSettings.every(setting => settings[setting] !== undefined)
}

function reportConflicts(settings: ContextSettings, report: Report): void {
  const { maxPromptTokens, reservedResponseTokens, recentMessagesToKeep, minRecentMessagesToKeep } = settings
  if (maxPromptTokens !== null && reservedResponseTokens >= maxPromptTokens) {
    report(
      'reservedResponseTokens',
      `must be below maxPromptTokens, ${maxPromptTokens}; it is ${reservedResponseTokens}`,
    )
  }
  if (minRecentMessagesToKeep > recentMessagesToKeep) {
    report(
      'minRecentMessagesToKeep',
      `must be at most recentMessagesToKeep, ${recentMessagesToKeep}; it is ${minRecentMessagesToKeep}`,
    )
  }
}

function parseToolMemory(value: unknown, report: Report): ContextSettings['toolMemory'] | undefined {
  const fields = fieldsOf(value)
  const mode = parseChoice('toolMemory.mode', fields?.mode, ['always', 'forget'], report)
  if (fields === null || mode === undefined) return undefined
  if (mode === 'always') {
    reportUnknown(fields, ['mode'], 'toolMemory.', report)
    return { mode }
  }
  reportUnknown(fields, ['mode', 'afterConclusions'], 'toolMemory.', report)
  const afterConclusions = parseWhole('toolMemory.afterConclusions', fields.afterConclusions, report)
  return afterConclusions === undefined ? undefined : { mode, afterConclusions }
}

function parseReasoning(value: unknown, report: Report): ContextSettings['reasoning'] | undefined {
  const fields = fieldsOf(value)
  if (fields === null) return parseChoice('reasoning', value, ['model', 'all', 'none'], report)
  reportUnknown(fields, ['lastCycles'], 'reasoning.', report)
  const lastCycles = parseWhole('reasoning.lastCycles', fields.lastCycles, report)
  return lastCycles === undefined ? undefined : { lastCycles }
}

function parseCompaction(value: unknown, report: Report): ContextSettings['compaction'] | undefined {
  const fields = fieldsOf(value)
  if (fields === null) return refuse('compaction', 'must be an object', value, report)
  reportUnknown(fields, ['automatic', 'startAt', 'model'], 'compaction.', report)
  const { automatic } = fields
  if (typeof automatic !== 'boolean') refuse('compaction.automatic', 'must be true or false', automatic, report)
  const startAt = parseNumber('compaction.startAt', fields.startAt, report)
  const model = parseModel(fields.model, report)
  if (typeof automatic !== 'boolean' || startAt === undefined || model === undefined) return undefined
  return { automatic, startAt, model }
}

function parseModel(value: unknown, report: Report): ModelChoice | null | undefined {
  if (value === null) return null
  const fields = fieldsOf(value)
  if (fields === null || typeof fields.definition !== 'string' || typeof fields.model !== 'string') {
    return refuse('compaction.model', 'must be null or name a definition and a model', value, report)
  }
  reportUnknown(fields, ['definition', 'model'], 'compaction.model.', report)
  return { definition: fields.definition, model: fields.model }
}

function parseChoice<const Choice extends string>(
  setting: string,
  value: unknown,
  choices: readonly Choice[],
  report: Report,
): Choice | undefined {
  const choice = choices.find(each => each === value)
  if (choice === undefined) refuse(setting, `must be one of ${choices.join(', ')}`, value, report)
  return choice
}

function parseWhole(setting: keyof typeof settingRanges, value: unknown, report: Report): number | undefined {
  const { from, to } = settingRanges[setting]
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= from && value <= to) return value
  return refuse(setting, `must be a whole number from ${from} to ${to}`, value, report)
}

function parseNumber(setting: keyof typeof settingRanges, value: unknown, report: Report): number | undefined {
  const { from, to } = settingRanges[setting]
  if (typeof value === 'number' && value >= from && value <= to) return value
  return refuse(setting, `must be a number from ${from} to ${to}`, value, report)
}

function reportUnknown(fields: Fields, known: readonly string[], within: string, report: Report): void {
  for (const name of Object.keys(fields)) {
    if (!known.includes(name)) report(`${within}${name}`, 'is not a setting')
  }
}

function refuse(setting: string, rule: string, value: unknown, report: Report): undefined {
  report(setting, `${rule}; it is ${shown(value)}`)
  return undefined
}

function shown(value: unknown): string {
  if (value === undefined) return 'missing'
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object'
  return String(value)
}

function fieldsOf(value: unknown): Fields | null {
  return isFields(value) ? value : null
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
