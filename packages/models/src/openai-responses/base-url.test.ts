import { describe, expect, it } from 'vitest'
import { baseUrlOf } from './base-url.ts'

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

  it('[P1] is refused when it is no URL', () => {
    expect(() => baseUrlOf('api.openai.com/v1 or so')).toThrow('the base URL api.openai.com/v1 or so is no URL')
  })
})
