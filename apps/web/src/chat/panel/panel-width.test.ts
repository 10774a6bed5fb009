import { describe, expect, it } from 'vitest'
import { clampWidth, readWidth } from './panel-width.ts'

describe('clampWidth', () => {
  it('[V1] leaves the conversation its room, and the inspector its least', () => {
    expect([
      clampWidth(380, 1440),
      clampWidth(900, 1440),
      clampWidth(100, 1440),
      clampWidth(600, 1100),
      clampWidth(600, 700),
    ]).toEqual([380, 640, 320, 460, 320])
  })
})

describe('readWidth', () => {
  it('is the usual one where nothing usable is kept', () => {
    const read = (kept: string | null) => readWidth({ getItem: () => kept })
    expect([read(null), read('wide'), read('512')]).toEqual([380, 380, 512])
  })
})
