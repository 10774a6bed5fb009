import * as z from 'zod/mini'
import type { Put } from '../../contract/store.ts'
import { createCodec, exactly } from '../schemas/codec.ts'

/** Its bodies are sealed by the home's own key, whether the store is sealed or not. No export holds it. */
export const CREDENTIALS_SHELF = 'credentials'

/** What only a provider may see. */
export interface CredentialsRecord {
  readonly key: string | null
  readonly headers: Readonly<Record<string, string>>
}

const codec = createCodec(
  1,
  exactly<CredentialsRecord>()(z.object({ key: z.nullable(z.string()), headers: z.record(z.string(), z.string()) })),
)

/** The bytes to be sealed. */
export function encodeCredentials(credentials: CredentialsRecord): Uint8Array {
  return codec.encode(credentials)
}

/** The credentials in bytes whose seal was opened, or why they cannot be read. */
export function decodeCredentials(
  opened: Uint8Array,
): { readonly record: CredentialsRecord } | { readonly unreadable: string } {
  return codec.decode({ id: '', parent: '', order: 0, version: 1, refs: [], body: opened })
}

export function toCredentialsPut(id: string, sealed: Uint8Array, at: { readonly expect: number }): Put {
  return { kind: 'put', shelf: CREDENTIALS_SHELF, id, parent: '', order: 'next', ...at, refs: [], body: sealed }
}
