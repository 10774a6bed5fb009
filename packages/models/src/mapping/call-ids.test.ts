import type { CallId } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { createCallIds, plainId, shortId } from './call-ids.ts'

const accepts = () => true

describe('ids of calls in a request', () => {
  it('[FP-11] are nine letters and digits where Mistral may read them, the same for a call and its result', () => {
    const ids = createCallIds({ accepts, make: shortId })
    const id = ids.name('call_abcdefghijklmnopqrstuvwxyz234567', null)
    expect(id).toMatch(/^[a-z0-9]{9}$/)
    expect(ids.of('call_abcdefghijklmnopqrstuvwxyz234567')).toBe(id)
    expect(createCallIds({ accepts, make: shortId }).name('call_abcdefghijklmnopqrstuvwxyz234567', null)).toBe(id)
  })

  it.each([['short', shortId] as const, ['plain', plainId] as const])(
    "[FP-11] differ between calls, also from a provider's own: %s",
    (_name, make) => {
      const callIds = Array.from({ length: 20_000 }, (_, index): CallId => `call_${index}`)
      const first = make('call_0', 0)
      const ids = createCallIds({ accepts, make })
      ids.name('call_native', first)
      const made = callIds.map(callId => ids.name(callId, null))
      expect(new Set([...made, first]).size).toBe(callIds.length + 1)
    },
  )

  it('[C7] are the provider’s own where they are accepted and come once', () => {
    const ids = createCallIds({ accepts: own => own.length < 9, make: plainId })
    expect([
      ids.name('call_1', 'toolu_01'),
      ids.name('call_2', 'toolu_01'),
      ids.name('call_3', 'toolu_0123'),
      ids.name('call_4', ''),
    ]).toEqual(['toolu_01', 'call_2', 'call_3', 'call_4'])
    expect(ids.of('call_1')).toBe('toolu_01')
  })
})
