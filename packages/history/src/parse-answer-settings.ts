import type { AnswerSettings, ReasoningSettings } from './answer-settings.ts'

export type ParsedAnswerSettings =
  | { readonly kind: 'parsed'; readonly settings: AnswerSettings }
  | { readonly kind: 'invalid'; readonly errors: readonly AnswerSettingError[] }

export interface AnswerSettingError {
  readonly setting: string
  /** Its name, what it may be and what it was. */
  readonly message: string
}

/** What each number may be. No provider takes more; what one takes less of, its own folder knows. */
export const answerSettingRanges = {
  temperature: { from: 0, to: 2, whole: false },
  topP: { from: 0, to: 1, whole: false },
  topK: { from: 1, to: 100_000, whole: true },
  outputLimit: { from: 1, to: 10_000_000, whole: true },
  'reasoning.budgetTokens': { from: 0, to: 10_000_000, whole: true },
} as const

/** What each choice may be, besides null for the provider's own. */
export const answerSettingChoices = {
  'reasoning.effort': ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'],
  'reasoning.summary': ['auto', 'concise', 'detailed'],
  'reasoning.level': ['minimal', 'low', 'medium', 'high'],
} as const

export const LONGEST_PREFILL = 10_000

/** Settings from outside. What is invalid, missing or unknown is refused by name, never replaced. */
export function parseAnswerSettings(value: unknown): ParsedAnswerSettings {
  if (!isFields(value)) return { kind: 'invalid', errors: [{ setting: '', message: 'the settings must be an object' }] }
  const errors: AnswerSettingError[] = []
  const read = createReader(value, errors)
  const settings = {
    temperature: read.number('temperature'),
    topP: read.number('topP'),
    topK: read.number('topK'),
    outputLimit: read.number('outputLimit'),
    reasoning: readReasoning(value.reasoning, errors),
    webSearch: read.flag('webSearch'),
    streaming: read.flag('streaming'),
    prefill: read.text('prefill', LONGEST_PREFILL),
  }
  read.nothingElse(Object.keys(settings))
  return isComplete<AnswerSettings>(settings) && errors.length === 0
    ? { kind: 'parsed', settings }
    : { kind: 'invalid', errors }
}

function readReasoning(value: unknown, errors: AnswerSettingError[]): ReasoningSettings | undefined {
  if (!isFields(value)) return refuse(errors, 'reasoning', 'must be an object', value)
  const read = createReader(value, errors, 'reasoning.')
  const budgetTokens = read.number('budgetTokens')
  const settings = {
    on: read.flag('on'),
    budgetTokens:
      budgetTokens === null ? refuse(errors, 'reasoning.budgetTokens', 'must be a number', null) : budgetTokens,
    effort: read.choice('effort', answerSettingChoices['reasoning.effort']),
    summary: read.choice('summary', answerSettingChoices['reasoning.summary']),
    level: read.choice('level', answerSettingChoices['reasoning.level']),
  }
  read.nothingElse(Object.keys(settings))
  return isComplete<ReasoningSettings>(settings) ? settings : undefined
}

type Fields = Readonly<Record<string, unknown>>
/** A value that could not be read is undefined, and an error says why. */
type Loose<T> = { readonly [Key in keyof T]: T[Key] | undefined }

function createReader(fields: Fields, errors: AnswerSettingError[], within = '') {
  const ranges: Readonly<Record<string, { from: number; to: number; whole: boolean }>> = answerSettingRanges
  return {
    number(name: string): number | null | undefined {
      const value = fields[name]
      const range = ranges[within + name]
      if (range === undefined) throw new Error(`${within}${name} has no range`)
      if (value === null) return null
      const { from, to, whole } = range
      const fits = typeof value === 'number' && value >= from && value <= to && (!whole || Number.isSafeInteger(value))
      if (fits) return value
      return refuse(errors, within + name, `must be a ${whole ? 'whole ' : ''}number from ${from} to ${to}`, value)
    },
    choice<const Choice extends string>(name: string, choices: readonly Choice[]): Choice | null | undefined {
      const value = fields[name]
      if (value === null) return null
      const choice = choices.find(each => each === value)
      return choice ?? refuse(errors, within + name, `must be null or one of ${choices.join(', ')}`, value)
    },
    flag(name: string): boolean | undefined {
      const value = fields[name]
      return typeof value === 'boolean' ? value : refuse(errors, within + name, 'must be true or false', value)
    },
    text(name: string, longest: number): string | undefined {
      const value = fields[name]
      if (typeof value === 'string' && value.length <= longest) return value
      return refuse(errors, within + name, `must be a text of at most ${longest} characters`, value)
    },
    nothingElse(known: readonly string[]): void {
      for (const name of Object.keys(fields)) {
        if (!known.includes(name)) errors.push({ setting: within + name, message: `${within}${name} is not a setting` })
      }
    },
  }
}

function isComplete<T>(settings: Loose<T>): settings is T & Loose<T> {
  return Object.values(settings).every(value => value !== undefined)
}

function refuse(errors: AnswerSettingError[], setting: string, rule: string, value: unknown): undefined {
  errors.push({ setting, message: `${setting} ${rule}; it is ${shown(value)}` })
  return undefined
}

function shown(value: unknown): string {
  if (value === undefined) return 'missing'
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object'
  return String(value)
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
