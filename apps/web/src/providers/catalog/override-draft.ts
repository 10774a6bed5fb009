import {
  type ListedModel,
  listSettings,
  type ModelOverride,
  modelOverride,
  parsePartialSettings,
} from '@stet/api/client'

/** The user's corrections for a model, as text by the path of the field. */
export type OverrideDraft = Readonly<Record<string, string>>

/** Leaves a field as it is known; so does an empty text. */
export const KNOWN = 'known'

export type ReadOverride =
  /** Null where nothing is said at all. */
  | { readonly kind: 'valid'; readonly override: ModelOverride | null }
  | { readonly kind: 'invalid'; readonly errors: ReadonlyMap<string, string> }

export const overrideFields = listSettings(modelOverride)

export function toOverrideDraft(override: ModelOverride | null): OverrideDraft {
  return Object.fromEntries(
    overrideFields.map(({ path, setting }) => {
      const value = valueAt(override, path)
      const text = value === undefined || value === null ? '' : String(value)
      return [path, text === '' && setting.kind !== 'number' ? KNOWN : text]
    }),
  )
}

/** Prices are set as a whole: where one is given and another field is empty, that one stays as it is known now. */
export function readOverrideDraft(draft: OverrideDraft, { prices: known }: Pick<ListedModel, 'prices'>): ReadOverride {
  const given: Record<string, unknown> = {}
  for (const { path, setting } of overrideFields) {
    const text = draft[path]?.trim() ?? ''
    if (text === '' || text === KNOWN) continue
    put(given, path, setting.kind === 'number' ? toNumber(text) : setting.kind === 'switch' ? text === 'true' : text)
  }
  const prices = given.prices === undefined ? {} : { prices: { ...known?.prices, ...Object(given.prices) } }
  const read = parsePartialSettings(modelOverride, { ...given, ...prices }, { words: 'labels' })
  if (read.kind === 'invalid') {
    return { kind: 'invalid', errors: new Map(read.errors.map(({ setting, message }) => [setting, message])) }
  }
  const isEmpty = Object.keys(read.settings).length === 0
  return { kind: 'valid', override: isEmpty ? null : read.settings }
}

/** What is known of a field without the user's word. */
export function knownOf({ facts, prices }: Pick<ListedModel, 'facts' | 'prices'>, path: string): unknown {
  return valueAt({ ...facts, prices: prices?.prices }, path) ?? null
}

function valueAt(value: unknown, path: string): unknown {
  let found = value
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null) return undefined
    found = Object.getOwnPropertyDescriptor(found, name)?.value
  }
  return found
}

function put(fields: Record<string, unknown>, path: string, value: unknown): void {
  const [name = '', inner] = path.split('.')
  fields[name] = inner === undefined ? value : { ...Object(fields[name] ?? {}), [inner]: value }
}

/** Digits alone: `8k`, `1e3` and `0x10` are refused. */
function toNumber(text: string): number {
  return /^-?\d+(?:\.\d+)?$/u.test(text) ? Number(text) : Number.NaN
}
