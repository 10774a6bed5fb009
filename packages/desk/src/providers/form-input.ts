import type { Json } from '@stet/history'
import type { ProviderForm } from './providers.ts'

/** What tells a form from another under the same key. Not its secrets: a hash of one that lies on a disk can be guessed at. */
export function formInput({ key, headers, options, ...form }: ProviderForm): Json {
  return {
    ...form,
    options: { ...options },
    key: key === undefined ? 'kept' : key === null ? 'none' : 'given',
    headers: Object.entries(headers).map(([name, value]) => [name, value === null ? 'kept' : 'given']),
  }
}
