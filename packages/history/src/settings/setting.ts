import type { ModelChoice } from '../model.ts'

/**
 * Settings as plain data, by name. Everything else about a setting is derived from its declaration: the type, the parser,
 * the default for stored rows that lack it, its control on the page and its line in the documentation.
 */
export type Settings = { readonly [name: string]: Setting | SettingGroup }

export type Setting = SwitchSetting | NumberSetting | ChoiceSetting | TextSetting | ModelSetting

/** Stored as an object of its own. */
export interface SettingGroup extends Placement {
  readonly kind: 'group'
  readonly settings: { readonly [name: string]: Setting }
}

interface Placement {
  /** The heading on the page. Settings that follow each other under the same heading are shown together. */
  readonly section?: string
}

interface Described extends Placement {
  readonly label: string
  readonly help: string
  /** What the setting has an effect on, in the words of its declaration: kinds of reasoning, or types of provider. */
  readonly appliesTo?: readonly string[]
}

export interface SwitchSetting extends Described {
  readonly kind: 'switch'
  readonly default: boolean
  /** What a row written before the setting existed reads as, where that is not the default. */
  readonly before?: boolean
}

export interface NumberSetting extends Described, NumberRange {
  readonly kind: 'number'
  /** Without one the page shows the range. */
  readonly unit?: string
  /** What null means; a setting without it is never null. */
  readonly unset?: string
  readonly default: number | null
  /** What a row written before the setting existed reads as, where that is not the default. */
  readonly before?: number | null
  /** The name of a setting beside it that must be larger, or at least as large. */
  readonly below?: string
  readonly atMost?: string
}

export interface NumberRange {
  /** `percent` is stored as a share, 0.5, and shown as 50. */
  readonly number: 'whole' | 'decimal' | 'percent'
  readonly from: number
  readonly to: number
}

export interface ChoiceSetting extends Described {
  readonly kind: 'choice'
  readonly choices: readonly Choice[]
  /** With it the value is an object that holds the choice under this name. */
  readonly tag?: string
  /** What null means; a setting without it is never null. */
  readonly unset?: string
  readonly default: string | null
}

export interface Choice {
  readonly value: string
  readonly label: string
  /** Belongs to this choice, and makes its value an object. */
  readonly number?: ChoiceNumber
}

export interface ChoiceNumber extends NumberRange {
  readonly name: string
  readonly label: string
  readonly default: number
  /** A number that the page offers as a choice of its own. */
  readonly named?: { readonly value: number; readonly label: string }
}

export interface TextSetting extends Described {
  readonly kind: 'text'
  readonly longest: number
  /** Shown while the field is empty. */
  readonly placeholder?: string
  readonly default: string
}

export interface ModelSetting extends Described {
  readonly kind: 'model'
  /** What it must be able to make; text where this is missing. */
  readonly makes?: 'images'
  /** What null means. */
  readonly unset: string
  readonly default: null
}

/** The type of the settings that are declared so. */
export type SettingsOf<Declared> = { readonly [Name in keyof Declared]: ValueOf<Declared[Name]> }

/** The same where every setting may be left out, and only settings inside a group may be null. */
export type PartialSettingsOf<Declared> = {
  readonly [Name in keyof Declared]?: Declared[Name] extends { kind: 'group'; settings: infer Group }
    ? { readonly [Inner in keyof Group]?: ValueOf<Group[Inner]> }
    : NonNullable<ValueOf<Declared[Name]>>
}

/** Some of the settings: those that are left out stay as they are. */
export type SettingChangesOf<Declared> = {
  readonly [Name in keyof Declared]?: Declared[Name] extends { kind: 'group'; settings: infer Group }
    ? Partial<SettingsOf<Group>>
    : ValueOf<Declared[Name]>
}

type ValueOf<Declared> = Declared extends { kind: 'group'; settings: infer Group }
  ? SettingsOf<Group>
  : Declared extends { kind: 'switch' }
    ? boolean
    : Declared extends { kind: 'number' }
      ? number | Unset<Declared>
      : Declared extends { kind: 'choice'; choices: readonly (infer Each)[] }
        ? ChoiceValue<Declared, Each> | Unset<Declared>
        : Declared extends { kind: 'text' }
          ? string
          : Declared extends { kind: 'model' }
            ? ModelChoice | null
            : never

type Unset<Declared> = Declared extends { unset: string } ? null : never

type ChoiceValue<Declared, Each> = Each extends { value: infer Value extends string }
  ? Declared extends { tag: infer Tag extends string }
    ? { readonly [Name in Tag | NumberName<Each>]: Name extends Tag ? Value : number }
    : Each extends { number: object }
      ? { readonly [Name in NumberName<Each>]: number }
      : Value
  : never

type NumberName<Each> = Each extends { number: { name: infer Name extends string } } ? Name : never

/** Compiles only when each default is a value that the setting can have, and each number is compared with a setting beside it. */
export function declareSettings<const Declared extends Settings>(settings: Declared & Checked<Declared>): Declared {
  return settings
}

/** A setting that contradicts itself must also be a sentence, which no object is: the compiler's one error about it is that sentence. */
type Checked<Declared> = {
  readonly [Name in keyof Declared]: Declared[Name] extends { kind: 'group'; settings: infer Group }
    ? { readonly settings: Checked<Group> }
    : Fault<Declared[Name], keyof Declared>
}

type Fault<Declared, Beside> = Declared extends { kind: 'choice'; choices: readonly { value: infer Value }[] }
  ? Declared extends { default: Value | Unset<Declared> }
    ? unknown
    : 'its default must be the value of one of its choices, or null where it says what null means (unset)'
  : Declared extends { kind: 'number' }
    ? Declared extends { default: number | Unset<Declared> }
      ? Declared extends { kind: 'number'; below?: Beside; atMost?: Beside }
        ? unknown
        : 'below and atMost must each name a setting beside it'
      : 'its default must be a number, or null where it says what null means (unset)'
    : unknown

/** A setting with its path: `compaction.startAt`. */
export interface ListedSetting {
  readonly path: string
  readonly section: string | null
  readonly setting: Setting
}

/** Every setting in the order of declaration, those inside of groups included. */
export function listSettings(declared: Settings): readonly ListedSetting[] {
  return Object.entries(declared).flatMap(([name, each]) => {
    const section = each.section ?? null
    if (each.kind !== 'group') return [{ path: name, section, setting: each }]
    return Object.entries(each.settings).map(([inner, setting]) => ({ path: `${name}.${inner}`, section, setting }))
  })
}
