import { noUsage } from '@stet/history'
import type { RequestRecord } from '@stet/store'
import { expect, it } from 'vitest'
import { toEnded } from './request-end.ts'

const record = Object.freeze({ estimate: { ...noUsage, input: 100_010 } }) as RequestRecord

it('[U1] what the provider reported before an answer was stopped counts, with the text that had arrived', () => {
  const usage = { ...noUsage, input: 10, cacheRead: 100_000, output: 1 }
  const ended = toEnded(
    record,
    { state: 'stopped', usage, rawUsage: { input_tokens: 10 }, arrived: 'x'.repeat(400) },
    5,
  )
  expect({ usage: ended.usage, estimate: ended.estimate, rawUsage: ended.rawUsage }).toEqual({
    usage: { ...usage, output: ended.usage?.output },
    estimate: null,
    rawUsage: { input_tokens: 10 },
  })
  expect(ended.usage?.output).toBeGreaterThan(50)
})

it('[U1] what was not reported is estimated', () => {
  const ended = toEnded(record, { state: 'stopped', usage: null, rawUsage: null, arrived: '' }, 5)
  expect({ usage: ended.usage, estimate: ended.estimate }).toEqual({ usage: null, estimate: record.estimate })
})
