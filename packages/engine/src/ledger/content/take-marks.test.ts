import fc from 'fast-check'
import { expect, it } from 'vitest'
import { putMarks, takeMarks } from './take-marks.ts'

const mark = ',"cache_control":{"type":"ephemeral"}'
const point = ',{"cachePoint":{"type":"default"}}'

it('[X1] [C14] a piece is the same with its cache mark and without', () => {
  const marked = [`{"text":"a"${mark}}`, ',{"text":"b"}', `,[{"text":"c"}${point},{"text":"d"}${point}]`]
  const { pieces, marks } = takeMarks(marked)
  expect(pieces).toEqual(['{"text":"a"}', ',{"text":"b"}', ',[{"text":"c"},{"text":"d"}]'])
  expect(marks).toEqual([
    [mark, 0, 11],
    [point, 2, 14, 2, 61],
  ])
  expect(putMarks(pieces, marks)).toEqual(marked)
})

it('[X1] [C14] what the user writes about marks is no mark', () => {
  const piece = JSON.stringify({ text: `{"type":"text"${mark}}${point}` })
  expect(takeMarks([piece])).toEqual({ pieces: [piece], marks: [] })
})

it('[X1] [C14] whatever was taken out is put back where it was', () => {
  const pieces = fc.array(
    fc
      .array(fc.oneof(fc.constantFrom(mark, point, ',"cache_control":{', '}}', '"'), fc.string()))
      .map(all => all.join('')),
  )
  fc.assert(
    fc.property(pieces, given => {
      const taken = takeMarks(given)
      expect(putMarks(taken.pieces, taken.marks)).toEqual(given)
    }),
  )
})
