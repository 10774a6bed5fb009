import { describe, expect, it } from 'vitest'
import { readRecorded, recordedAbsent } from '../testing/recorded-streams.ts'
import { fromErrorObject, refine } from './errors.ts'

function refused(status: number, error: object) {
  const found = refine({ status, headers: new Headers(), body: JSON.stringify({ error: { code: status, ...error } }) })
  if (found === null) return null
  const { kind, retryAfterMs, retryable, message } = found
  return { kind, retryAfterMs, retryable, message }
}

const type = (name: string) => `type.googleapis.com/google.rpc.${name}`

describe('refine', () => {
  it('[FP-8] reads in a 400 that the key is wrong', () => {
    const details = [{ '@type': type('ErrorInfo'), reason: 'API_KEY_INVALID' }]
    expect(refused(400, { message: 'API key not valid.', status: 'INVALID_ARGUMENT', details })).toEqual({
      kind: 'auth',
      retryAfterMs: null,
      retryable: false,
      message: 'the key was rejected: API key not valid. (400)',
    })
  })

  it('[FP-9] reads in a 400 that the prompt is too long', () => {
    const message = 'The input token count (1048600) exceeds the maximum number of tokens allowed (1048576).'
    expect(refused(400, { message })?.kind).toBe('context-too-long')
  })

  it('[C7] reads in a 400 that an earlier answer is not taken back', () => {
    expect(refused(400, { message: 'Function call is missing a thought_signature in functionCall parts.' })?.kind).toBe(
      'replay-refused',
    )
  })

  it('[FP-6] waits as long as a 429 or a 503 asks in its body', () => {
    const details = [{ '@type': type('RetryInfo'), retryDelay: '34.4s' }]
    expect(refused(429, { message: 'You exceeded your quota.', details })).toEqual({
      kind: 'rate-limited',
      retryAfterMs: 34_400,
      retryable: true,
      message: 'You exceeded your quota. (429)',
    })
    expect(refused(503, { message: 'Busy.', details })).toMatchObject({ kind: 'overloaded', retryAfterMs: 34_400 })
    expect(refused(429, { message: 'Slowly.', details: [{ retryDelay: '-1s' }] })?.retryAfterMs).toBeNull()
  })

  it.each(recordedAbsent === null ? ['google-429-retry-info.json'] : [])('[FP-6] waits as long as %s asked', file => {
    const recorded = readRecorded(file)
    const body = recorded.kind === 'whole' ? recorded.body : ''
    expect(refine({ status: 429, headers: new Headers(), body })).toMatchObject({
      kind: 'rate-limited',
      retryAfterMs: 34_400,
      retryable: true,
    })
  })

  it('[FP-6] does not try again on a quota of the day, or a spending cap', () => {
    const violations = [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier' }]
    const details = [{ violations }, { retryDelay: '12s' }]
    expect(refused(429, { message: 'Quota.', details })?.retryable).toBe(false)
    expect(refused(429, { message: 'Your project has exceeded its monthly spending cap.' })?.retryable).toBe(false)
  })

  it('leaves to the status what the body does not say more exactly', () => {
    expect(refused(404, { message: 'models/x is not found' })).toBeNull()
    expect(refine({ status: 400, headers: new Headers(), body: '<html>' })).toBeNull()
  })
})

describe('fromErrorObject', () => {
  it('[FP-5] takes the code of an error within a stream for its status', () => {
    const error = fromErrorObject({ code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' })
    expect(error).toMatchObject({ kind: 'overloaded', message: 'The model is overloaded. (503)' })
  })
})
