import { describe, expect, it } from 'vitest'
import { recogniseKey } from './recognise-key.ts'

const rest = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9'

describe('a pasted text', () => {
  it.each([
    [`sk-ant-api03-${rest}`, 'anthropic'],
    [`sk-or-v1-${rest}`, 'openrouter'],
    [`sk-proj-${rest}`, 'openai'],
    [`AIza${rest.slice(0, 35)}`, 'gemini'],
    [`gsk_${rest}`, 'groq'],
    [`xai-${rest}`, 'xai'],
    [`sk-${rest}`, null],
  ])('[V5] is recognised as a key: %s', (key, preset) => {
    expect(recogniseKey(`ANTHROPIC_API_KEY="${key}"\n`)).toEqual({ key, preset })
  })

  it('[V5] is no key where it only speaks of one', () => {
    for (const text of ['My key begins with sk-ant-', 'task-force of the sky', 'gsk_short', 'https://a.test/sk-x']) {
      expect(recogniseKey(text)).toBe(null)
    }
  })
})
