import type { ProviderRecord } from '@stet/store'

type Addressed = Pick<ProviderRecord, 'type' | 'baseUrl' | 'modelsUrl'>

/**
 * Where the secrets of a definition go. They are sealed for it: whatever changes it, by whatever way, cannot take them along (Z-13).
 * A slash at the end is no other place.
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
