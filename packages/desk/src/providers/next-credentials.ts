import { EngineError } from '@stet/engine'
import type { Credentials } from '@stet/models'
import { noCredentials, openCredentials } from './credentials.ts'
import { destinationOf } from './destination.ts'
import type { KeptProvider } from './kept-provider.ts'
import type { ProviderForm } from './providers.ts'
import type { Sealer } from './sealer.ts'

/** The credentials after a change; null leaves the sealed ones as they are. */
export async function nextCredentials(
  sealer: Sealer,
  kept: KeptProvider,
  form: ProviderForm,
): Promise<Credentials | null> {
  const { record, sealed } = kept
  if (destinationOf(record) !== destinationOf(form)) refuseToTakeAlong(kept, form)
  if (keepsAll(kept, form)) return null
  const headersKept = Object.entries(form.headers).filter(([, value]) => value === null)
  const keepsSome = headersKept.length > 0 || (form.key === undefined && record.hasKey)
  const opened = keepsSome ? await openCredentials(sealer, record, sealed) : { credentials: noCredentials }
  if ('trouble' in opened) throw new EngineError('invalid', opened.trouble, 'key')
  const { key, headers } = opened.credentials
  return {
    key: form.key === undefined ? key : form.key,
    headers: Object.fromEntries(
      Object.entries(form.headers).map(([name, value]) => [name, value ?? keptValue(headers, name)]),
    ),
  }
}

/** A key that follows the address wherever that is changed to would be handed to whoever changes it (Z-13). */
function refuseToTakeAlong({ record }: KeptProvider, { key, headers }: ProviderForm): void {
  if (record.hasKey && key === undefined) {
    throw new EngineError('invalid', 'the key was given for another address; enter it again to use it here', 'key')
  }
  const [name] = Object.entries(headers).find(([, value]) => value === null) ?? []
  if (name !== undefined) {
    const because = `${name} was given for another address; enter its value again to use it here`
    throw new EngineError('invalid', because, `headers.${name}`)
  }
}

function keepsAll({ record }: KeptProvider, { key, headers }: ProviderForm): boolean {
  const names = Object.keys(headers)
  return (
    key === undefined &&
    Object.values(headers).every(value => value === null) &&
    names.length === record.headerNames.length &&
    names.every(name => record.headerNames.includes(name))
  )
}

function keptValue(headers: Credentials['headers'], name: string): string {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined
  if (value === undefined) throw new EngineError('invalid', `no value of ${name} is kept; enter it`, `headers.${name}`)
  return value
}
