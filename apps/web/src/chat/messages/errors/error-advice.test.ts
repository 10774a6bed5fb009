import { describe, expect, it } from 'vitest'
import { errorAdvice } from './error-advice.ts'

function wayOutOf(code: string, status: number | null = null, retryable = false): string | null {
  return errorAdvice({ code, status, retryable }).way
}

describe('advice on an error', () => {
  it('[FP-8] [FP-9] leads to where something can be done about it', () => {
    expect({
      auth: wayOutOf('auth', 401),
      'not-found': wayOutOf('not-found', 404),
      'context-too-long': wayOutOf('context-too-long', 400),
      'invalid-request': wayOutOf('invalid-request', 400),
      protocol: wayOutOf('protocol'),
      'replay-refused': wayOutOf('replay-refused', 400),
      overloaded: wayOutOf('overloaded', 529, true),
      limit: wayOutOf('rate-limited', 429),
      pause: wayOutOf('rate-limited', 429, true),
      network: wayOutOf('network', null, true),
      unheard: wayOutOf('of-another-version'),
    }).toEqual({
      auth: 'provider',
      'not-found': 'picker',
      'context-too-long': 'room',
      'invalid-request': 'provider',
      protocol: 'provider',
      'replay-refused': 'picker',
      overloaded: 'again',
      limit: 'picker',
      pause: 'again',
      network: 'again',
      unheard: null,
    })
  })

  it('[FP-8] does not take an empty account for a wrong key', () => {
    const [wrong, forbidden, empty] = [401, 403, 402].map(status =>
      errorAdvice({ code: 'auth', status, retryable: false }),
    )
    expect(wrong?.text).toContain('key was rejected')
    expect(forbidden?.text).toContain('not allowed')
    expect(empty?.text).toContain('out of credit')
  })
})
