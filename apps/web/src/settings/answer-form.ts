import { type AnswerSettings, answerSettings, parseSettings } from '@stet/api/client'
import type { SelectOption } from '../ui/select-field.tsx'
import type { Read } from './same-form.ts'

type Reasoning = AnswerSettings['reasoning']
type OrOwn<T> = Exclude<T, null> | 'own'

/** How a chat is answered, as it stands in the fields: numbers as they were typed, empty and `own` for the provider's own. */
export interface AnswerForm {
  readonly temperature: string
  readonly topP: string
  readonly topK: string
  readonly outputLimit: string
  readonly reasoning: boolean
  readonly budgetTokens: string
  readonly effort: OrOwn<Reasoning['effort']>
  readonly summary: OrOwn<Reasoning['summary']>
  readonly level: OrOwn<Reasoning['level']>
  readonly webSearch: boolean
  readonly streaming: boolean
  readonly prefill: string
}

/** Every setting in words. */
export const answerHelp = {
  temperature: answerSettings.temperature,
  topP: answerSettings.topP,
  topK: answerSettings.topK,
  outputLimit: answerSettings.outputLimit,
  'reasoning.on': answerSettings.reasoning.settings.on,
  'reasoning.budgetTokens': answerSettings.reasoning.settings.budgetTokens,
  'reasoning.effort': answerSettings.reasoning.settings.effort,
  'reasoning.summary': answerSettings.reasoning.settings.summary,
  'reasoning.level': answerSettings.reasoning.settings.level,
  webSearch: answerSettings.webSearch,
  streaming: answerSettings.streaming,
  prefill: answerSettings.prefill,
} as const

export function toAnswerForm({ reasoning, ...settings }: AnswerSettings): AnswerForm {
  return {
    temperature: textOf(settings.temperature),
    topP: textOf(settings.topP),
    topK: textOf(settings.topK),
    outputLimit: textOf(settings.outputLimit),
    reasoning: reasoning.on,
    budgetTokens: String(reasoning.budgetTokens),
    effort: reasoning.effort ?? 'own',
    summary: reasoning.summary ?? 'own',
    level: reasoning.level ?? 'own',
    webSearch: settings.webSearch,
    streaming: settings.streaming,
    prefill: settings.prefill,
  }
}

export function readAnswerForm(form: AnswerForm): Read<AnswerSettings> {
  const parsed = parseSettings(
    answerSettings,
    {
      temperature: numberOf(form.temperature),
      topP: numberOf(form.topP),
      topK: numberOf(form.topK),
      outputLimit: numberOf(form.outputLimit),
      reasoning: {
        on: form.reasoning,
        budgetTokens: numberOf(form.budgetTokens),
        effort: choiceOf(form.effort),
        summary: choiceOf(form.summary),
        level: choiceOf(form.level),
      },
      webSearch: form.webSearch,
      streaming: form.streaming,
      prefill: form.prefill,
    },
    'labels',
  )
  if (parsed.kind === 'parsed') return { kind: 'valid', settings: parsed.settings }
  return {
    kind: 'invalid',
    errors: new Map(parsed.errors.map(({ setting, message }) => [setting, message])),
  }
}

export const effortOptions = optionsOf(answerSettings.reasoning.settings.effort.choices)
export const summaryOptions = optionsOf(answerSettings.reasoning.settings.summary.choices)
export const levelOptions = optionsOf(answerSettings.reasoning.settings.level.choices)

function optionsOf<T extends string>(choices: readonly SelectOption<T>[]): readonly SelectOption<T | 'own'>[] {
  return [{ value: 'own', label: 'Model default' }, ...choices]
}

function textOf(value: number | null): string {
  return value === null ? '' : String(value)
}

/** The number that was typed, null where nothing was, or the text itself, which is then refused. */
function numberOf(text: string): number | string | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  return /^-?\d+(?:\.\d+)?$/u.test(trimmed) ? Number(trimmed) : trimmed
}

function choiceOf<T extends string>(value: T | 'own'): T | null {
  return value === 'own' ? null : value
}
