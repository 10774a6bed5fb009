import { BrokenSeal, type ReadRow } from '@stet/store'
import type { Sealer } from './providers-deps.ts'

/** What is sealed in a row, or null where there is none, or it does not open with the key that is here. */
export async function openSealed(
  sealer: Pick<Sealer, 'open'>,
  row: ReadRow | null,
  boundTo: string,
): Promise<Uint8Array | null> {
  if (row === null || 'unreadable' in row) return null
  try {
    return await sealer.open(row.body, boundTo)
  } catch (error) {
    if (error instanceof BrokenSeal) return null
    throw error
  }
}
