import { describe, expect, it } from 'vitest'
import { ModelError } from '../model-error.ts'
import { addressUnder, baseUrlOf, serverRootOf } from './address.ts'

describe('addresses of servers that speak as OpenAI does', () => {
  it.each<[string | null, string]>([
    [null, 'https://api.openai.com/v1/chat/completions'],
    ['https://api.openai.com/v1', 'https://api.openai.com/v1/chat/completions'],
    ['https://api.openai.com/v1/', 'https://api.openai.com/v1/chat/completions'],
    ['http://127.0.0.1:11434', 'http://127.0.0.1:11434/v1/chat/completions'],
    ['http://127.0.0.1:11434/', 'http://127.0.0.1:11434/v1/chat/completions'],
    ['https://api.deepseek.com', 'https://api.deepseek.com/v1/chat/completions'],
    ['https://openrouter.ai/api/v1', 'https://openrouter.ai/api/v1/chat/completions'],
    ['https://openrouter.ai/api/v1/chat/completions', 'https://openrouter.ai/api/v1/chat/completions'],
    ['https://example.org/v1beta/openai/', 'https://example.org/v1beta/openai/chat/completions'],
    ['https://example.org/openai?api-version=1', 'https://example.org/openai/chat/completions?api-version=1'],
    [' https://example.org/v1 ', 'https://example.org/v1/chat/completions'],
    ['https://api.openai.com/v1/responses', 'https://api.openai.com/v1/chat/completions'],
    ['https://api.openai.com/v1/models/', 'https://api.openai.com/v1/chat/completions'],
    [
      'https://x.openai.azure.com/openai/v1/?api-version=preview',
      'https://x.openai.azure.com/openai/v1/chat/completions?api-version=preview',
    ],
  ])('[P1] of %s is %s', (baseUrl, expected) => {
    expect(addressUnder(baseUrlOf({ baseUrl, name: 'Test' }), '/chat/completions')).toBe(expected)
  })

  it.each(['example.org', 'file:///etc/passwd', '', 'us-west-2'])('[P1] cannot be %s', baseUrl => {
    expect(() => baseUrlOf({ baseUrl, name: 'Test' })).toThrow(ModelError)
  })

  it('[P3] lead to what a server at home reports about itself', () => {
    expect(serverRootOf('http://127.0.0.1:11434/v1')).toBe('http://127.0.0.1:11434')
    expect(serverRootOf('http://example.org/llm/v1')).toBe('http://example.org/llm')
  })
})
