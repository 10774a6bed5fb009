import {
  type DefinedType,
  type DefinitionOptions,
  defaultDefinitionOptions,
  type Preset,
  type ProviderForm,
  type ShownProvider,
} from '@stet/api/client'

/** A secret as it is in the form: one that is kept is never seen again, only kept, replaced or removed. */
export type SecretDraft =
  | { readonly kind: 'kept' }
  | { readonly kind: 'removed' }
  | { readonly kind: 'entered'; readonly text: string }

export interface HeaderDraft {
  /** Its place in the form, for as long as that is open. */
  readonly id: number
  readonly name: string
  readonly value: Exclude<SecretDraft, { kind: 'removed' }>
}

/** A definition as it is in the fields. */
export interface ProviderDraft {
  readonly type: DefinedType
  readonly name: string
  readonly icon: string | null
  readonly preset: string | null
  /** Empty for the vendor's own address. */
  readonly baseUrl: string
  readonly modelsUrl: string
  readonly options: DefinitionOptions
  readonly enabled: boolean
  readonly key: SecretDraft
  readonly headers: readonly HeaderDraft[]
}

const nothingEntered: SecretDraft = { kind: 'entered', text: '' }

/** By hand, when there is no preset. A found server is at an address of its own. */
export function newDraft(preset: Preset | null, baseUrl: string | null): ProviderDraft {
  return {
    type: definedType(preset?.type ?? 'openai-chat'),
    name: preset?.name ?? '',
    icon: preset?.icon ?? null,
    preset: preset?.id ?? null,
    baseUrl: baseUrl ?? preset?.baseUrl ?? '',
    modelsUrl: preset?.modelsUrl ?? '',
    options: preset?.options ?? defaultDefinitionOptions,
    enabled: true,
    key: nothingEntered,
    headers: Object.entries(preset?.headers ?? {}).map(([name, text], id) => ({
      id,
      name,
      value: { kind: 'entered', text },
    })),
  }
}

export function toDraft(provider: ShownProvider): ProviderDraft {
  const { type, name, icon, preset, options, enabled } = provider
  return {
    type,
    name,
    icon,
    preset,
    baseUrl: provider.baseUrl ?? '',
    modelsUrl: provider.modelsUrl ?? '',
    options,
    enabled,
    key: provider.hasKey ? { kind: 'kept' } : nothingEntered,
    headers: provider.headerNames.map((header, id) => ({ id, name: header, value: { kind: 'kept' } })),
  }
}

export function toForm({ key, headers, ...draft }: ProviderDraft): ProviderForm {
  return {
    ...draft,
    name: draft.name.trim(),
    baseUrl: draft.baseUrl.trim() || null,
    modelsUrl: draft.modelsUrl.trim() || null,
    ...keyOf(key),
    headers: Object.fromEntries(
      headers
        .filter(({ name, value }) => name.trim() !== '' || (value.kind === 'entered' && value.text !== ''))
        .map(({ name, value }) => [name.trim(), value.kind === 'kept' ? null : value.text.trim()]),
    ),
  }
}

/** Absent keeps the one that is kept; an empty field has none to give. */
function keyOf(key: SecretDraft): Pick<ProviderForm, 'key'> {
  switch (key.kind) {
    case 'kept':
      return {}
    case 'removed':
      return { key: null }
    case 'entered':
      return key.text.trim() === '' ? {} : { key: key.text.trim() }
  }
}

export function sameDraft(one: ProviderDraft, other: ProviderDraft): boolean {
  return JSON.stringify(toForm(one)) === JSON.stringify(toForm(other))
}

function definedType(type: Preset['type']): DefinedType {
  if (type === 'demo') throw new Error('the demo is there without being defined')
  return type
}
