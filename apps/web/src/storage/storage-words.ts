import type { StorageUse } from '@stet/api/client'
import { formatBytes } from '../formats/format-bytes.ts'

const MUCH_BYTES = 100 * 1024 * 1024
const MUCH = 0.5
const FULL = 0.8

/** As it is shown: `150 MB / 2 GB (8%)`. */
export function storageWords({ bytes, limit }: Pick<StorageUse, 'bytes' | 'limit'>): string {
  if (limit === null || limit === 0) return formatBytes(bytes)
  return `${formatBytes(bytes)} / ${formatBytes(limit)} (${Math.round((bytes / limit) * 100)}%)`
}

/** How urgent it is: much above 100 MB or half of what fits, full above four fifths. */
export function storageLevel({ bytes, limit }: Pick<StorageUse, 'bytes' | 'limit'>): 'fine' | 'much' | 'full' {
  const share = limit === null || limit === 0 ? 0 : bytes / limit
  if (share > FULL) return 'full'
  return share > MUCH || bytes > MUCH_BYTES ? 'much' : 'fine'
}
