import { describe, expect, it } from 'vitest'
import { compareCells, toCsv } from './table-text.ts'

describe('a table as text', () => {
  it('[V2] is CSV: commas, quotes and line ends are quoted', () => {
    expect(
      toCsv([
        ['a', 'b,c'],
        ['"d"', 'e\nf'],
      ]),
    ).toBe('a,"b,c"\r\n"""d""","e\nf"\r\n')
  })

  it('[V2] holds no formula that a spreadsheet would run; negative numbers are none', () => {
    expect(toCsv([['=1+1', '@x', '-2.5', '-5 %', '+cmd|x']])).toBe("'=1+1,'@x,-2.5,-5 %,'+cmd|x\r\n")
  })

  it.each([
    [
      ['10', '9', '-1'],
      ['-1', '9', '10'],
    ],
    [
      ['$1,200', '$30', '$7.50'],
      ['$7.50', '$30', '$1,200'],
    ],
    [
      ['2 kg', '10 kg', ''],
      ['', '2 kg', '10 kg'],
    ],
    [
      ['b', 'A', 'c'],
      ['A', 'b', 'c'],
    ],
    [
      ['v10', 'v9', '12%'],
      ['12%', 'v9', 'v10'],
    ],
  ])('[V2] sorts %j by size or by word', (cells, expected) => {
    expect(cells.toSorted(compareCells)).toEqual(expected)
  })
})
