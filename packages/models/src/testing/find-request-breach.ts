import type { ProviderCall } from '../provider.ts'
import type { ProviderType } from '../provider-type.ts'
import { loadProvider } from '../providers.ts'
import { recordStream } from './find-breaches.ts'
import { testConnection } from './test-connection.ts'

export interface RequestToCheck extends Pick<ProviderCall, 'facts' | 'request' | 'settings' | 'files'> {
  readonly type: ProviderType
  /** Where its server is, for types that map by it. */
  readonly baseUrl?: string
}

/** What of a request its provider would refuse, as the folder's own check says; null when it would be sent. Nothing is. */
export async function findRequestBreach({ type, baseUrl, ...call }: RequestToCheck): Promise<string | null> {
  const provider = await loadProvider(type)
  if (provider === null) throw new Error(`${type} sends no requests`)
  let sent = false
  const fetch = async () => {
    sent = true
    return new Response('{}', { status: 400, headers: { 'content-type': 'application/json' } })
  }
  const connection = testConnection({ type, baseUrl: baseUrl ?? 'http://127.0.0.1:9', fetch })
  const signal = new AbortController().signal
  const { thrown } = await recordStream(provider.stream({ ...call, connection, signal, onMapped: () => undefined }))
  if (sent) return null
  return thrown instanceof Error ? thrown.message : 'nothing was sent, and nobody says why'
}
