import { ModelError } from '../model-error.ts'
import type { RequestInput } from '../provider.ts'
import type { ProviderType } from '../provider-type.ts'
import { loadProvider } from '../providers.ts'
import { testConnection } from './test-connection.ts'

export interface RequestToCheck extends Omit<RequestInput, 'connection'> {
  readonly type: ProviderType
  /** Where its server is, for types that map by it. */
  readonly baseUrl?: string
}

/** What of a request its provider would refuse, as the folder's own check says; null when it would be sent. Nothing is sent. */
export async function findRequestBreach({ type, baseUrl, ...call }: RequestToCheck): Promise<string | null> {
  const provider = await loadProvider(type)
  if (provider === null) throw new Error(`${type} sends no requests`)
  try {
    provider.prepare({ ...call, connection: testConnection({ type, baseUrl: baseUrl ?? 'http://127.0.0.1:9' }) })
    return null
  } catch (error) {
    if (error instanceof ModelError) return error.message
    throw error
  }
}
