import { describe, expect, it } from 'vitest'
import { storageLevel, storageWords } from './storage-words.ts'

const MB = 1024 * 1024

describe('the storage line', () => {
  it('[S5] says how much is used, of how much', () => {
    expect(storageWords({ bytes: 150 * MB, limit: 2 * 1024 * MB })).toBe('150 MB / 2 GB (7%)')
    expect(storageWords({ bytes: 3 * MB, limit: null })).toBe('3 MB')
  })

  it('[S5] warns above 100 MB or half, and is red above four fifths', () => {
    const level = (bytes: number, limit: number | null) => storageLevel({ bytes, limit })
    expect([level(100 * MB, null), level(100 * MB + 1, null), level(100 * MB + 1, 1e12)]).toEqual([
      'fine',
      'much',
      'much',
    ])
    expect([level(50, 100), level(51, 100), level(80, 100), level(81, 100)]).toEqual(['fine', 'much', 'much', 'full'])
  })
})
