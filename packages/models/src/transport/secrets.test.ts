import { describe, expect, it } from 'vitest'
import { secretsOf } from './secrets.ts'

describe('secretsOf', () => {
  const secrets = secretsOf({ key: 'sk-0123456789', headers: { 'X-Team': 'a"quoted secret', 'X-Flag': '1' } })

  it('[FP-8] takes the key and the values of headers out of any text, escaped or not', () => {
    const text = `key=sk-0123456789&team=${encodeURIComponent('a"quoted secret')} ${JSON.stringify('a"quoted secret')} 1`
    expect(secrets.removeFrom(text)).toBe('key=[secret removed]&team=[secret removed] "[secret removed]" 1')
  })

  it.each(['', 'a', 'ab', 'user:'])('[FP-8] takes out the base64 of the key, also behind %j', before => {
    const text = `Basic ${btoa(`${before}sk-0123456789`)}`
    const removed = secrets.removeFrom(text)
    expect(removed).toContain('[secret removed]')
    expect(removed.length - '[secret removed]'.length).toBeLessThan(6 + 4 + Math.ceil((before.length * 4) / 3) + 4)
  })

  it('[FP-8] takes out the beginning of one that a text was cut within', () => {
    expect(['bad key sk-0123456', 'bad key sk-0123456…', 'bad key sk-01', '…'].map(secrets.removeFrom)).toEqual([
      'bad key [secret removed]',
      'bad key [secret removed]…',
      'bad key sk-01',
      '…',
    ])
  })

  it('[FP-8] takes them out of headers by their name too', () => {
    const headers = new Headers({
      authorization: 'Bearer x',
      'x-flag': '1',
      'x-other': 'is sk-0123456789',
      accept: '*/*',
    })
    expect(secrets.removeFromHeaders(headers)).toEqual({
      accept: '*/*',
      authorization: '[secret removed]',
      'x-flag': '[secret removed]',
      'x-other': 'is [secret removed]',
    })
  })

  it('leaves a text alone where there is no secret', () => {
    expect(secretsOf({ key: null, headers: {} }).removeFrom('Bearer of news')).toBe('Bearer of news')
  })
})
