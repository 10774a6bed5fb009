import type { CallId } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { createCallIds } from './call-ids.ts'

describe('ids of calls in a request', () => {
  it('[FP-11] are nine letters and figures, the same for a call and its result', () => {
    const ids = createCallIds()
    const id = ids.of('call_abcdefghijklmnopqrstuvwxyz234567')
    expect(id).toMatch(/^[a-z0-9]{9}$/)
    expect(ids.of('call_abcdefghijklmnopqrstuvwxyz234567')).toBe(id)
    expect(createCallIds().of('call_abcdefghijklmnopqrstuvwxyz234567')).toBe(id)
  })

  it("[FP-11] differ between calls, also from a provider's own", () => {
    const callIds = Array.from({ length: 20_000 }, (_, index): CallId => `call_${index}`)
    const first = createCallIds().of('call_0')
    const ids = createCallIds()
    ids.keep('call_native', first)
    const made = callIds.map(ids.of)
    expect(new Set([...made, first]).size).toBe(callIds.length + 1)
  })

  it('[C7] are the provider’s own where the call goes native', () => {
    const ids = createCallIds()
    ids.keep('call_1', 'toolu_01')
    expect(ids.of('call_1')).toBe('toolu_01')
  })
})
