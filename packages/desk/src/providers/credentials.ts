import { EngineError } from '@stet/engine'
import type { Credentials } from '@stet/models'
import { decodeCredentials, encodeCredentials, type ProviderRecord, type ReadRow } from '@stet/store'
import { openSealed } from './open-sealed.ts'
import type { ProviderForm } from './providers.ts'
import type { Sealer } from './providers-deps.ts'
import type { StoredProvider } from './stored-provider.ts'

export const noCredentials: Credentials = { key: null, headers: {} }

/** The credentials, or a sentence why they cannot be opened. */
export type Opened = { readonly credentials: Credentials } | { readonly trouble: string }

export function sealCredentials(
  sealer: Sealer,
  provider: ProviderRecord,
  credentials: Credentials,
): Promise<Uint8Array> {
  return sealer.seal(encodeCredentials(credentials), boundTo(provider))
}

export async function openCredentials(sealer: Sealer, provider: ProviderRecord, row: ReadRow | null): Promise<Opened> {
  if (!provider.hasKey && provider.headerNames.length === 0) return { credentials: noCredentials }
  const opened = await openSealed(sealer, row, boundTo(provider))
  const decoded = opened === null ? null : decodeCredentials(opened)
  if (decoded !== null && 'record' in decoded) return { credentials: decoded.record }
  const what = provider.hasKey ? 'key' : 'headers'
  return {
    trouble: `The ${what} of “${provider.name}” cannot be opened with the key file that is here. Enter it again.`,
  }
}

function boundTo(provider: ProviderRecord): string {
  return `credentials of ${provider.id} for ${destinationOf(provider)}`
}

/** The credentials after a change; null leaves the sealed ones as they are. */
export async function nextCredentials(
  sealer: Sealer,
  stored: StoredProvider,
  form: ProviderForm,
): Promise<Credentials | null> {
  const { record, sealed } = stored
  if (destinationOf(record) !== destinationOf(form)) refuseNewAddress(stored, form)
  if (keepsAll(stored, form)) return null
  const headersKept = Object.entries(form.headers).filter(([, value]) => value === null)
  const keepsSome = headersKept.length > 0 || (form.key === undefined && record.hasKey)
  const opened = keepsSome ? await openCredentials(sealer, record, sealed) : { credentials: noCredentials }
  if ('trouble' in opened) throw new EngineError('invalid', opened.trouble, 'key')
  const { key, headers } = opened.credentials
  return {
    key: form.key === undefined ? key : form.key,
    headers: Object.fromEntries(
      Object.entries(form.headers).map(([name, value]) => [name, value ?? storedValue(headers, name)]),
    ),
  }
}

/** A stored key must not be sent to a new address: who can change the address could steal the key (Z-13). */
function refuseNewAddress({ record }: StoredProvider, { key, headers }: ProviderForm): void {
  if (record.hasKey && key === undefined) {
    throw new EngineError('invalid', 'the key was given for another address; enter it again to use it here', 'key')
  }
  const [name] = Object.entries(headers).find(([, value]) => value === null) ?? []
  if (name !== undefined) {
    const because = `${name} was given for another address; enter its value again to use it here`
    throw new EngineError('invalid', because, `headers.${name}`)
  }
}

function keepsAll({ record }: StoredProvider, { key, headers }: ProviderForm): boolean {
  const names = Object.keys(headers)
  return (
    key === undefined &&
    Object.values(headers).every(value => value === null) &&
    names.length === record.headerNames.length &&
    names.every(name => record.headerNames.includes(name))
  )
}

function storedValue(headers: Credentials['headers'], name: string): string {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined
  if (value === undefined)
    throw new EngineError('invalid', `no value of ${name} is stored; enter it`, `headers.${name}`)
  return value
}

type Addressed = Pick<ProviderRecord, 'type' | 'baseUrl' | 'modelsUrl'>

/**
 * Where the secrets of a definition are sent. They are sealed for it: a changed address cannot open them (Z-13). A slash at the
 * end makes no difference.
 */
export function destinationOf({ type, baseUrl, modelsUrl }: Addressed): string {
  const base = baseUrl === null ? null : (URL.parse(baseUrl)?.href ?? baseUrl).replace(/\/+$/, '')
  const origin = baseUrl === null ? null : originOf(baseUrl)
  const models = modelsUrl === null ? origin : originOf(modelsUrl)
  return JSON.stringify([type, base, models === origin ? null : models])
}

function originOf(address: string): string {
  return URL.parse(address)?.origin ?? address
}

/** The credentials of a definition that is not stored yet. */
export function newCredentials({ key, headers }: ProviderForm): Credentials {
  const [name] = Object.entries(headers).find(([, value]) => value === null) ?? []
  if (name !== undefined) throw new EngineError('invalid', `no value of ${name} is stored; enter it`, `headers.${name}`)
  return {
    key: key ?? null,
    headers: Object.fromEntries(Object.entries(headers).map(([each, value]) => [each, value ?? ''])),
  }
}
