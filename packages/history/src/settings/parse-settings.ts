import type { ModelChoice } from '../model.ts'
import type {
  Choice,
  ChoiceSetting,
  NumberRange,
  PartialSettingsOf,
  Setting,
  SettingChangesOf,
  SettingGroup,
  Settings,
  SettingsOf,
} from './setting.ts'

export type ParsedSettings<Values> =
  | { readonly kind: 'parsed'; readonly settings: Values }
  | { readonly kind: 'invalid'; readonly errors: readonly SettingError[] }

export interface SettingError {
  /** Its path; empty when the value is not an object of settings. */
  readonly setting: string
  /** Which setting, what it may be and, in the words for callers, what it was. */
  readonly message: string
}

/** `names` speaks to callers of the library and of the API, `labels` to the reader of a form. */
export type SettingWords = 'names' | 'labels'

/** Settings from outside. What is invalid, missing or unknown is refused by name, never replaced. */
export function parseSettings<Declared extends Settings>(
  declared: Declared,
  value: unknown,
  words: SettingWords = 'names',
): ParsedSettings<SettingsOf<Declared>> {
  return parse(declared, value, { isStored: false, words, errors: [] })
}

/**
 * Settings of a stored row. One that is missing did not exist when the row was written and has its default. Ranges are not
 * checked again: a narrower one in a later version would make rows unreadable that hold an older number.
 */
export function readStoredSettings<Declared extends Settings>(
  declared: Declared,
  value: unknown,
): ParsedSettings<SettingsOf<Declared>> {
  return parse(declared, value ?? {}, { isStored: true, words: 'names', errors: [] })
}

/** Settings of which any may be absent, which null means too; `isStored` as for `readStoredSettings`. */
export function parsePartialSettings<Declared extends Settings>(
  declared: Declared,
  value: unknown,
  { isStored = false, words = 'names' as SettingWords } = {},
): ParsedSettings<PartialSettingsOf<Declared>> {
  const isGiven = (given: unknown, { kind }: Setting | SettingGroup) =>
    given !== undefined && (given !== null || kind === 'group')
  return parseGiven(declared, value, { isStored, words, errors: [] }, isGiven)
}

/**
 * Changes of settings, from outside: a client of an earlier version does not know the newest. What is invalid or unknown is
 * refused by name; changes that name no setting are a mistake.
 */
export function parseSettingChanges<Declared extends Settings>(
  declared: Declared,
  value: unknown,
): ParsedSettings<SettingChangesOf<Declared>> {
  const parsed = parseGiven<SettingChangesOf<Declared>>(
    declared,
    value,
    { isStored: false, words: 'names', errors: [] },
    given => given !== undefined,
  )
  if (parsed.kind === 'invalid' || Object.keys(parsed.settings).length > 0) return parsed
  return { kind: 'invalid', errors: [{ setting: '', message: 'at least one setting must be named' }] }
}

/** Settings after a change. Those that it does not name stay; numbers that then contradict each other are refused. */
export function changeSettings<Declared extends Settings>(
  declared: Declared,
  settings: SettingsOf<Declared>,
  changes: SettingChangesOf<Declared>,
): ParsedSettings<SettingsOf<Declared>> {
  const [before, after]: readonly Fields[] = [settings, changes]
  const changed = mapValues<Declared>(declared, ({ kind }, name) => {
    const own = before?.[name]
    const given = after?.[name]
    return kind === 'group' ? Object.assign({}, own, given) : given === undefined ? own : given
  })
  const reading: Reading = { isStored: false, words: 'names', errors: [] }
  refuseConflicts(declared, changed, reading)
  return parsedOr(reading, changed)
}

/** What settings are before anyone changed them. */
export function defaultSettings<Declared extends Settings>(declared: Declared): SettingsOf<Declared> {
  return mapValues(declared, each =>
    each.kind === 'group' ? mapValues(each.settings, inner => defaultOf(inner)) : defaultOf(each),
  )
}

/** The value of a choice, with its number where it has one. */
export function choiceValue({ tag }: ChoiceSetting, { value, number }: Choice, amount: unknown): unknown {
  const fields = number === undefined ? {} : { [number.name]: amount }
  if (tag !== undefined) return { [tag]: value, ...fields }
  return number === undefined ? value : fields
}

/** Which choice a value is. */
export function choiceOf({ tag, choices }: ChoiceSetting, value: unknown): Choice | undefined {
  if (tag !== undefined) return choices.find(choice => choice.value === (isFields(value) ? value[tag] : undefined))
  return choices.find(({ number, ...choice }) => (number === undefined ? choice.value === value : isFields(value)))
}

interface Reading {
  readonly isStored: boolean
  readonly words: SettingWords
  readonly errors: SettingError[]
}

type Fields = Readonly<Record<string, unknown>>

function parse<Declared extends Settings>(
  declared: Declared,
  value: unknown,
  reading: Reading,
): ParsedSettings<SettingsOf<Declared>> {
  if (!isFields(value)) return NO_OBJECT
  const settings = mapValues<Declared>(declared, (each, name) =>
    each.kind === 'group' ? readGroup(each, name, value[name], reading) : readSetting(each, name, value[name], reading),
  )
  refuseUnknown(value, Object.keys(declared), '', reading)
  if (reading.errors.length === 0 && !reading.isStored) refuseConflicts(declared, settings, reading)
  return parsedOr(reading, settings)
}

/** What is given of the settings, in the order of declaration. */
function parseGiven<Values extends object>(
  declared: Settings,
  value: unknown,
  reading: Reading,
  isGiven: (given: unknown, each: Setting | SettingGroup) => boolean,
): ParsedSettings<Values> {
  if (!isFields(value)) return NO_OBJECT
  const entries = Object.entries(declared).flatMap(([name, each]) => {
    const given = value[name]
    if (!isGiven(given, each)) return []
    if (each.kind !== 'group') return [[name, readSetting(each, name, given, reading)]]
    if (!isFields(given)) return [[name, refuse({ path: name, label: name }, 'must be an object', given, reading)]]
    refuseUnknown(given, Object.keys(each.settings), `${name}.`, reading)
    const inner = Object.entries(each.settings).flatMap(([key, setting]) =>
      given[key] === undefined ? [] : [[key, readSetting(setting, `${name}.${key}`, given[key], reading)]],
    )
    return [[name, Object.fromEntries(inner)]]
  })
  refuseUnknown(value, Object.keys(declared), '', reading)
  const settings = Object.fromEntries(entries)
  if (reading.errors.length === 0 && !reading.isStored) refuseConflicts(declared, settings, reading)
  return parsedOr(reading, settings as Values)
}

const NO_OBJECT = {
  kind: 'invalid',
  errors: [{ setting: '', message: 'the settings must be an object' }],
} as const

function parsedOr<Values>({ errors }: Reading, settings: Values): ParsedSettings<Values> {
  return errors.length > 0 ? { kind: 'invalid', errors } : { kind: 'parsed', settings }
}

function readGroup(group: SettingGroup, path: string, value: unknown, reading: Reading): unknown {
  const fields = value === undefined && reading.isStored ? {} : value
  if (!isFields(fields)) return refuse({ path, label: path }, 'must be an object', value, reading)
  refuseUnknown(fields, Object.keys(group.settings), `${path}.`, reading)
  return mapValues(group.settings, (each, name) => readSetting(each, `${path}.${name}`, fields[name], reading))
}

function readSetting(setting: Setting, path: string, value: unknown, reading: Reading): unknown {
  if (value === undefined && reading.isStored) return defaultOf(setting, 'before')
  const named = { path, label: setting.label }
  if (value === null && 'unset' in setting) return null
  switch (setting.kind) {
    case 'switch':
      return typeof value === 'boolean' ? value : refuse(named, 'must be true or false', value, reading)
    case 'number':
      return readNumber(setting, named, value, reading)
    case 'choice':
      return readChoice(setting, named, value, reading)
    case 'text': {
      const { longest } = setting
      if (typeof value === 'string' && (reading.isStored || value.length <= longest)) return value
      return refuse(named, `must be a text of at most ${figure(longest, reading)} characters`, value, reading)
    }
    case 'model':
      return readModel(named, value, reading)
  }
}

interface Named {
  readonly path: string
  readonly label: string
}

function readNumber(range: NumberRange, named: Named, value: unknown, reading: Reading): number | undefined {
  const { number, from, to } = range
  if (typeof value === 'number' && !Number.isNaN(value)) {
    if (reading.isStored) return value
    if (value >= from && value <= to && (number !== 'whole' || Number.isSafeInteger(value))) return value
  }
  return refuse(named, rangeRule(range, reading), value, reading)
}

function rangeRule({ number, from, to }: NumberRange, reading: Reading): string {
  if (number === 'percent' && reading.words === 'labels') return `must be from ${from * 100}% to ${to * 100}%`
  return `must be a ${number === 'whole' ? 'whole ' : ''}number from ${figure(from, reading)} to ${figure(to, reading)}`
}

function readChoice(setting: ChoiceSetting, { path, label }: Named, value: unknown, reading: Reading): unknown {
  const { tag, choices, unset } = setting
  const fields = isFields(value) ? value : {}
  const choice = choiceOf(setting, value)
  if (choice === undefined) {
    const values = choices.filter(({ number }) => tag !== undefined || number === undefined).map(each => each.value)
    const rule = `must be ${unset === undefined ? '' : 'null or '}one of ${values.join(', ')}`
    const at = tag === undefined ? path : `${path}.${tag}`
    return refuse({ path: at, label }, rule, tag === undefined ? value : fields[tag], reading)
  }
  const { number } = choice
  if (tag !== undefined || number !== undefined) {
    refuseUnknown(fields, [tag, number?.name], `${path}.`, reading)
  }
  if (number === undefined) return choiceValue(setting, choice, null)
  const named = { path: `${path}.${number.name}`, label: number.label }
  return choiceValue(setting, choice, readNumber(number, named, fields[number.name], reading))
}

function readModel(named: Named, value: unknown, reading: Reading): ModelChoice | undefined {
  if (!isFields(value) || typeof value.definition !== 'string' || typeof value.model !== 'string') {
    return refuse(named, 'must be null or name a definition and a model', value, reading)
  }
  refuseUnknown(value, ['definition', 'model'], `${named.path}.`, reading)
  return { definition: value.definition, model: value.model }
}

/** Numbers that contradict each other. */
function refuseConflicts(declared: Settings, settings: Fields, reading: Reading): void {
  for (const [path, each] of Object.entries(declared)) {
    if (each.kind !== 'number') continue
    const { label, below, atMost } = each
    const value = settings[path]
    for (const [other, rule, fits] of [
      [below, 'below', (limit: number, own: number) => own < limit],
      [atMost, 'at most', (limit: number, own: number) => own <= limit],
    ] as const) {
      const limit = other === undefined ? null : settings[other]
      if (other === undefined || typeof value !== 'number' || typeof limit !== 'number' || fits(limit, value)) continue
      const larger = declared[other]
      const name = reading.words === 'labels' && larger?.kind === 'number' ? larger.label : other
      refuse({ path, label }, `must be ${rule} ${name}, ${figure(limit, reading)}`, value, reading)
    }
  }
}

/** A later version may have stored more than this one knows: that is dropped, not refused. */
function refuseUnknown(fields: Fields, known: readonly unknown[], within: string, { isStored, errors }: Reading): void {
  if (isStored) return
  const [first, ...others] = Object.keys(fields).filter(name => !known.includes(name))
  if (first === undefined) return
  // Only the first is named: an answer must not grow with what a caller sends (FH-1).
  const setting = within + (first.length <= LONGEST_NAME ? first : `${first.slice(0, LONGEST_NAME)}…`)
  const rest = others.length === 0 ? '' : `, nor ${others.length} more,`
  errors.push({ setting, message: `${setting}${rest} is not a setting` })
}

const LONGEST_NAME = 100

function refuse({ path, label }: Named, rule: string, value: unknown, { words, errors }: Reading): undefined {
  const message = words === 'labels' ? `${label} ${rule}.` : `${path} ${rule}; it is ${shown(value)}`
  errors.push({ setting: path, message })
  return undefined
}

function figure(value: number, { words }: Reading): string {
  return words === 'labels' ? value.toLocaleString('en') : String(value)
}

function defaultOf(setting: Setting, at: 'now' | 'before' = 'now'): unknown {
  switch (setting.kind) {
    case 'number':
    case 'switch':
      return at === 'before' && setting.before !== undefined ? setting.before : setting.default
    case 'choice': {
      const choice = setting.choices.find(({ value }) => value === setting.default)
      return choice === undefined ? null : choiceValue(setting, choice, choice.number?.default)
    }
    default:
      return setting.default
  }
}

/** What was read of each name is what its declaration says, which the compiler cannot follow through the loop. */
function mapValues<Declared extends Settings>(
  declared: Declared,
  read: (each: Declared[keyof Declared], name: string) => unknown,
): SettingsOf<Declared> {
  // Without lists of entries: this runs for every chat that is read.
  const values: Record<string, unknown> = {}
  for (const name of Object.keys(declared)) values[name] = read(declared[name] as Declared[keyof Declared], name)
  return values as SettingsOf<Declared>
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
