import { expect, it } from 'vitest'
import { inSeconds } from './in-seconds.ts'

it('writes one second in the singular', () => {
  expect([1000, 30_000, 500].map(inSeconds)).toEqual(['1 second', '30 seconds', '0.5 seconds'])
})
