import {
  type ChoiceSetting,
  choiceOf,
  choiceValue,
  listSettings,
  type ModelChoice,
  parseSettings,
  type Setting,
  type Settings,
  type SettingsOf,
} from '@stet/api/client'

/** Settings as they are in the fields, by path: numbers as typed, choices by the value of their option. */
export type SettingsForm = Readonly<Record<string, string | boolean | ModelChoice | null>>

export type ReadForm<Values> =
  | { readonly kind: 'valid'; readonly settings: Values }
  /** What is wrong, by path. */
  | { readonly kind: 'invalid'; readonly errors: ReadonlyMap<string, string> }

/** What a user picks from. */
export interface ChoiceOption {
  readonly value: string
  readonly label: string
  readonly choice: ChoiceSetting['choices'][number] | null
  /** Where its number is part of the option. */
  readonly amount?: number
}

/** The options of a choice: those that mean a single number (“Forget immediately”) come before the one that asks for it. */
export function optionsOf({ choices, unset }: ChoiceSetting): readonly ChoiceOption[] {
  const options = choices.flatMap((choice): readonly ChoiceOption[] => {
    const { value, label, number } = choice
    const own = { value, label, choice }
    if (number?.named === undefined) return [own]
    const { value: amount, label: named } = number.named
    return [{ value: `${value}-${amount}`, label: named, choice, amount }, own]
  })
  return unset === undefined ? options : [{ value: '', label: unset, choice: null }, ...options]
}

export function toForm(declared: Settings, values: object): SettingsForm {
  return Object.fromEntries(
    listSettings(declared).flatMap(({ path, setting }) => toFields(setting, path, valueAt(values, path))),
  )
}

/** What was typed, as settings. What is wrong is refused in the words of the form. */
export function readForm<Declared extends Settings>(
  declared: Declared,
  form: SettingsForm,
): ReadForm<SettingsOf<Declared>> {
  const values: Record<string, unknown> = {}
  for (const { path, setting } of listSettings(declared)) {
    const [group, name] = path.split('.')
    const value = fromFields(setting, path, form)
    if (group !== undefined) values[group] = name === undefined ? value : { ...(values[group] ?? {}), [name]: value }
  }
  const parsed = parseSettings(declared, values, 'labels')
  if (parsed.kind === 'parsed') return { kind: 'valid', settings: parsed.settings }
  return { kind: 'invalid', errors: new Map(parsed.errors.map(({ setting, message }) => [setting, message])) }
}

/** Whether two forms mean the same, however it is written; invalid ones do when they are written the same. */
export function sameForm(declared: Settings, one: SettingsForm, other: SettingsForm): boolean {
  const [a, b] = [readForm(declared, one), readForm(declared, other)]
  if (a.kind === 'invalid' || b.kind === 'invalid') return JSON.stringify(one) === JSON.stringify(other)
  return JSON.stringify(a.settings) === JSON.stringify(b.settings)
}

type Fields = readonly (readonly [path: string, value: SettingsForm[string]])[]

function toFields(setting: Setting, path: string, value: unknown): Fields {
  switch (setting.kind) {
    case 'switch':
      return [[path, value === true]]
    case 'number':
      return [[path, toText(value, setting.number === 'percent')]]
    case 'text':
      return [[path, String(value)]]
    case 'model':
      return [[path, isModel(value) ? value : null]]
    case 'choice':
      return choiceFields(setting, path, value)
  }
}

function choiceFields(setting: ChoiceSetting, path: string, value: unknown): Fields {
  const chosen = choiceOf(setting, value)
  const numbers = setting.choices.flatMap(({ number }) => (number === undefined ? [] : [number]))
  const amounts = numbers.map(({ name, default: first }): Fields[number] => {
    const amount = chosen?.number?.name === name ? valueAt(value, name) : first
    const isNamed = optionsOf(setting).some(option => option.amount === amount)
    return [`${path}.${name}`, toText(isNamed ? first : amount, false)]
  })
  const amount = chosen?.number === undefined ? undefined : valueAt(value, chosen.number.name)
  const options = optionsOf(setting).filter(option => option.choice === (chosen ?? null))
  const option = options.find(each => each.amount !== undefined && each.amount === amount) ?? options.at(-1)
  return [[path, option?.value ?? ''], ...amounts]
}

function fromFields(setting: Setting, path: string, form: SettingsForm): unknown {
  const field = form[path]
  switch (setting.kind) {
    case 'switch':
    case 'text':
    case 'model':
      return field
    case 'number': {
      const typed = toNumber(field)
      if (typed === '' && setting.unset !== undefined) return null
      return typeof typed === 'number' && setting.number === 'percent' ? typed / 100 : typed
    }
    case 'choice': {
      const { choice, amount } = optionsOf(setting).find(({ value }) => value === field) ?? {}
      if (choice === undefined || choice === null) return null
      return choiceValue(setting, choice, amount ?? toNumber(form[`${path}.${choice.number?.name}`]))
    }
  }
}

function toText(value: unknown, isPercent: boolean): string {
  if (typeof value !== 'number') return ''
  return String(isPercent ? Math.round(value * 10_000) / 100 : value)
}

/** The number that was typed, or the text itself, which is then refused. */
function toNumber(field: unknown): number | string {
  const text = String(field).trim()
  return /^-?\d+(?:\.\d+)?$/u.test(text) ? Number(text) : text
}

function valueAt(values: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isFields(value) ? value[name] : undefined), values)
}

function isModel(value: unknown): value is ModelChoice {
  return isFields(value) && typeof value.definition === 'string' && typeof value.model === 'string'
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
