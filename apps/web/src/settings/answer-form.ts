import { type AnswerSettings, answerSettingChoices, parseAnswerSettings } from '@stet/api/client'
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
  temperature: { label: 'Temperature', help: 'How freely words are chosen: 0 keeps to the likeliest, 2 roams.' },
  topP: { label: 'Top-p', help: 'Only the likeliest words, up to this share of all, from 0 to 1.' },
  topK: { label: 'Top-k', help: 'Only so many of the likeliest words.' },
  outputLimit: { label: 'Longest answer', help: 'An answer is cut off here. Reasoning counts too.' },
  reasoning: {
    label: 'Reasoning',
    help: 'Lets the model think before it answers. Of the groups below, the one that it knows is applied.',
  },
  'reasoning.budgetTokens': { label: 'Budget', help: 'Tokens it may think for. Anthropic, and Claude on Bedrock.' },
  'reasoning.effort': { label: 'Effort', help: 'OpenAI and most others; Nova knows low to high; DeepSeek on or off.' },
  'reasoning.summary': { label: 'Summary', help: 'How its thoughts are told. OpenAI Responses.' },
  'reasoning.level': { label: 'Thinking level', help: 'Gemini.' },
  webSearch: { label: 'Web search', help: 'The provider may search the web, and bills each search.' },
  streaming: { label: 'Streaming', help: 'Shows an answer as it is written; off, it comes whole.' },
  prefill: {
    label: 'Beginning of the answer',
    help: 'The answer goes on from these words, where a provider allows it.',
  },
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
  const parsed = parseAnswerSettings({
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
  })
  if (parsed.kind === 'parsed') return { kind: 'valid', settings: parsed.settings }
  return {
    kind: 'invalid',
    errors: new Map(parsed.errors.map(({ setting, message }) => [setting, inWords(setting, message)])),
  }
}

export const effortOptions = optionsOf(answerSettingChoices['reasoning.effort'], { xhigh: 'extra high' })
export const summaryOptions = optionsOf(answerSettingChoices['reasoning.summary'], {})
export const levelOptions = optionsOf(answerSettingChoices['reasoning.level'], {})

function optionsOf<T extends string>(
  choices: readonly T[],
  words: Readonly<Record<string, string>>,
): readonly SelectOption<T | 'own'>[] {
  return [
    { value: 'own', label: 'the model’s own' },
    ...choices.map(value => ({ value, label: words[value] ?? value })),
  ]
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

function inWords(setting: string, message: string): string {
  const known: Readonly<Record<string, { readonly label: string }>> = answerHelp
  const named = message.replace(setting, known[setting]?.label ?? setting).replace(/; it is .*$/u, '')
  return `${named.replaceAll(/\d{4,}/gu, digits => Number(digits).toLocaleString('en'))}.`
}
