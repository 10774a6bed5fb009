import { describe, expect, it } from 'vitest'
import { baseUrlOf, routeOf } from './base-url.ts'

describe('the base URL', () => {
  it.each([
    [null, 'https://api.openai.com/v1'],
    ['https://api.openai.com', 'https://api.openai.com/v1'],
    ['https://api.openai.com/', 'https://api.openai.com/v1'],
    ['https://api.openai.com/v1/', 'https://api.openai.com/v1'],
    [' https://api.openai.com/v1/responses ', 'https://api.openai.com/v1'],
    ['http://127.0.0.1:1234', 'http://127.0.0.1:1234/v1'],
    [
      'https://x.openai.azure.com/openai/v1/?api-version=preview',
      'https://x.openai.azure.com/openai/v1?api-version=preview',
    ],
  ])('[P1] is found however it was written: %s', (written, url) => {
    expect(baseUrlOf(written)).toBe(url)
  })

  it.each(['api.openai.com/v1', 'file:///etc/models', ''])('[P1] is refused when it is no web address: %j', written => {
    expect(() => baseUrlOf(written)).toThrow(`the base URL ${written} is no web address`)
  })

  it('[P3] is where routes lie, before its query', () => {
    expect(routeOf('https://x.example/openai/v1?api-version=preview', '/models')).toBe(
      'https://x.example/openai/v1/models?api-version=preview',
    )
  })
})
