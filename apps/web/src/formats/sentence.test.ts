import { describe, expect, it } from 'vitest'
import { sentence } from './sentence.ts'

describe('a clause as a sentence', () => {
  it('[V6] begins with a capital and ends with a full stop, once', () => {
    expect(sentence(' the key was rejected ')).toBe('The key was rejected.')
    expect(sentence('Is that so?')).toBe('Is that so?')
    expect(sentence('the key was revoked. (401)')).toBe('The key was revoked. (401)')
    expect(sentence('the server answered (502)')).toBe('The server answered (502).')
  })

  it('[V6] leaves the name of a model as it is spelt', () => {
    expect(sentence('qwen3:8b cannot be used')).toBe('qwen3:8b cannot be used.')
    expect(sentence('meta/llama is gone')).toBe('meta/llama is gone.')
  })
})
