import { expect, it } from 'vitest'
import { toTitle } from './to-title.ts'

it.each([
  ['Sorting lists in Rust', 'Sorting lists in Rust'],
  ['  "Sorting lists"  ', 'Sorting lists'],
  ['**Sorting lists.**', 'Sorting lists'],
  ['# Title: Sorting\tlists\nand more', 'Sorting lists'],
  ['Title: Sorting lists', 'Sorting lists'],
  ['\n\n---\nSorting', 'Sorting'],
  ['日本語の題名', '日本語の題名'],
  ['…', null],
  ['', null],
  [' \n\u0000 ', null],
])('[C18] reads %j as the title %j', (written, title) => {
  expect(toTitle(written)).toBe(title)
})

it('[C18] cuts a long title between graphemes', () => {
  const family = '👨‍👩‍👧‍👦'
  expect(toTitle(family.repeat(100))).toBe(`${family.repeat(79)}…`)
})
