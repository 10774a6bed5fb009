import type { Credentials } from '@stet/models'
import { BrokenSeal, decodeCredentials, encodeCredentials, type ProviderRecord, type ReadRow } from '@stet/store'
import { destinationOf } from './destination.ts'
import type { Sealer } from './sealer.ts'

export const noCredentials: Credentials = { key: null, headers: {} }

/** Credentials, or a sentence that says why they cannot be opened. */
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
  const opened = row === null || 'unreadable' in row ? null : await tryOpening(sealer, row.body, boundTo(provider))
  const decoded = opened === null ? null : decodeCredentials(opened)
  if (decoded !== null && 'record' in decoded) return { credentials: decoded.record }
  const what = provider.hasKey ? 'key' : 'headers'
  return {
    trouble: `The ${what} of “${provider.name}” cannot be opened with the key file that is here. Enter it again.`,
  }
}

async function tryOpening(sealer: Sealer, sealed: Uint8Array, bound: string): Promise<Uint8Array | null> {
  try {
    return await sealer.open(sealed, bound)
  } catch (error) {
    if (error instanceof BrokenSeal) return null
    throw error
  }
}

function boundTo(provider: ProviderRecord): string {
  return `credentials of ${provider.id} for ${destinationOf(provider)}`
}
