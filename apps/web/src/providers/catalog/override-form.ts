import type { ListedModel, ModelFacts, ModelOverride, Prices } from '@stet/api/client'
import type { SelectOption } from '../../ui/controls/select-field.tsx'

export type Ability = keyof ModelFacts['takes']
export type PriceName = 'input' | 'output' | 'cacheRead' | 'cacheWrite' | 'cacheWriteLong' | 'webSearch'

/** What the user says of a model, as it is in the fields; empty, and `known`, leave what is known. */
export interface OverrideForm {
  readonly contextWindow: string
  readonly outputLimit: string
  readonly takes: Readonly<Record<Ability, 'known' | 'yes' | 'no'>>
  readonly reasoning: 'known' | ModelFacts['reasoning']
  readonly prices: Readonly<Record<PriceName, string>>
}

export type ReadOverride =
  /** Null where nothing is said at all. */
  | { readonly kind: 'valid'; readonly override: ModelOverride | null }
  | { readonly kind: 'invalid'; readonly errors: ReadonlyMap<string, string> }

export const abilities: readonly { ability: Ability; label: string }[] = [
  { ability: 'images', label: 'Images' },
  { ability: 'files', label: 'Files' },
  { ability: 'tools', label: 'Tools' },
]

export const priceNames: readonly { name: PriceName; label: string }[] = [
  { name: 'input', label: 'Input' },
  { name: 'output', label: 'Output' },
  { name: 'cacheRead', label: 'Cache read' },
  { name: 'cacheWrite', label: 'Cache write' },
  { name: 'cacheWriteLong', label: 'Cache write, 1 hour' },
  { name: 'webSearch', label: 'One web search' },
]

const noPrices: Prices = {
  input: null,
  output: null,
  cacheRead: null,
  cacheWrite: null,
  cacheWriteLong: null,
  webSearch: null,
  imageInput: null,
  imageOutput: null,
}

const kinds = {
  none: 'None',
  budget: 'By budget',
  effort: 'By effort',
  level: 'By level',
  switch: 'On or off',
} satisfies Record<ModelFacts['reasoning'], string>

export function reasoningOptions(known: ModelFacts['reasoning']): readonly SelectOption<OverrideForm['reasoning']>[] {
  return [
    { value: 'known', label: `Known: ${kinds[known].toLowerCase()}` },
    { value: 'none', label: kinds.none },
    { value: 'budget', label: kinds.budget },
    { value: 'effort', label: kinds.effort },
    { value: 'level', label: kinds.level },
    { value: 'switch', label: kinds.switch },
  ]
}

export function toOverrideForm(override: ModelOverride | null): OverrideForm {
  const { takes, prices } = override ?? {}
  return {
    contextWindow: textOf(override?.contextWindow),
    outputLimit: textOf(override?.outputLimit),
    takes: { images: answerOf(takes?.images), files: answerOf(takes?.files), tools: answerOf(takes?.tools) },
    reasoning: override?.reasoning ?? 'known',
    prices: {
      input: textOf(prices?.input),
      output: textOf(prices?.output),
      cacheRead: textOf(prices?.cacheRead),
      cacheWrite: textOf(prices?.cacheWrite),
      cacheWriteLong: textOf(prices?.cacheWriteLong),
      webSearch: textOf(prices?.webSearch),
    },
  }
}

/** Prices are set as a whole: where one is given and another field is empty, that one stays as it is known now. */
export function readOverrideForm(form: OverrideForm, { prices: known }: Pick<ListedModel, 'prices'>): ReadOverride {
  const errors = new Map<string, string>()
  const contextWindow = countOf('contextWindow', form.contextWindow, errors)
  const outputLimit = countOf('outputLimit', form.outputLimit, errors)
  const takes = Object.fromEntries(
    abilities.flatMap(({ ability }) =>
      form.takes[ability] === 'known' ? [] : [[ability, form.takes[ability] === 'yes']],
    ),
  )
  const given = Object.fromEntries(
    priceNames.flatMap(({ name }) => {
      const price = priceOf(name, form.prices[name], errors)
      return price === null ? [] : [[name, price]]
    }),
  )
  if (errors.size > 0) return { kind: 'invalid', errors }
  const override: ModelOverride = {
    ...(contextWindow === null ? {} : { contextWindow }),
    ...(outputLimit === null ? {} : { outputLimit }),
    ...(Object.keys(takes).length === 0 ? {} : { takes }),
    ...(form.reasoning === 'known' ? {} : { reasoning: form.reasoning }),
    ...(Object.keys(given).length === 0 ? {} : { prices: { ...noPrices, ...known?.prices, ...given } }),
  }
  return { kind: 'valid', override: Object.keys(override).length === 0 ? null : override }
}

function textOf(value: number | null | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}

function answerOf(value: boolean | undefined): 'known' | 'yes' | 'no' {
  if (value === undefined) return 'known'
  return value ? 'yes' : 'no'
}

function countOf(field: string, text: string, errors: Map<string, string>): number | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const count = /^\d{1,10}$/u.test(trimmed) ? Number(trimmed) : 0
  if (count >= 1 && count <= 1_000_000_000) return count
  errors.set(field, 'A whole number of tokens, from 1.')
  return null
}

function priceOf(name: PriceName, text: string, errors: Map<string, string>): number | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const price = /^\d+(?:\.\d+)?$/u.test(trimmed) ? Number(trimmed) : Number.NaN
  if (price <= 1_000_000) return price
  errors.set(`prices.${name}`, 'A price in US dollars, from 0.')
  return null
}
