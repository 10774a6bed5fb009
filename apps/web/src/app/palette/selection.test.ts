import { describe, expect, it } from 'vitest'
import { NOTHING_TYPED, placeOf, pressKey } from './selection.ts'

const rows = [{ key: 'a' }, { key: 'b' }, { key: 'search' }]

describe('what is selected in the palette', () => {
  it('[V1] is the first row until an arrow or the pointer chose one', () => {
    expect([placeOf(rows, null), placeOf([{ key: 'new' }, ...rows], null)]).toEqual([0, 0])
  })

  it('[V1] stays the same row when others arrive above or below it', () => {
    const { chosen } = pressKey(NOTHING_TYPED, 'ArrowDown', rows)
    const later = [{ key: 'model' }, ...rows, { key: 'message' }]
    expect([chosen, later[placeOf(later, chosen)]?.key]).toEqual(['b', 'b'])
  })

  it('[V1] goes round with the arrows', () => {
    const up = pressKey(NOTHING_TYPED, 'ArrowUp', rows)
    expect([up.chosen, pressKey(up, 'ArrowDown', rows).chosen]).toEqual(['search', 'a'])
  })

  it('[V1] is the first row again when something else is typed', () => {
    const typed = { query: 'mos', chosen: 'b' }
    expect([pressKey(typed, 's', rows), pressKey(typed, 'Backspace', rows)]).toEqual([
      { query: 'moss', chosen: null },
      { query: 'mo', chosen: null },
    ])
  })

  it('[V1] is the first row where the chosen one is gone', () => {
    expect(placeOf(rows, 'gone')).toBe(0)
  })
})
