import { expect, it } from 'vitest'
import { formatBytes } from './format-bytes.ts'

it('[W4] [S5] writes sizes as a reader expects them', () => {
  const sizes = [0, 1, 999, 1000, 1536, 10_240, 1_048_576, 3_565_158, 104_857_600, 2_147_483_648]
  expect(sizes.map(formatBytes)).toEqual([
    '0 bytes',
    '1 byte',
    '999 bytes',
    '1 KB',
    '1.5 KB',
    '10 KB',
    '1 MB',
    '3.4 MB',
    '100 MB',
    '2 GB',
  ])
})
