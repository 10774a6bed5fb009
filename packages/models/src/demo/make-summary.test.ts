import { describe, expect, it } from 'vitest'
import { makeSummary } from './make-summary.ts'

describe('makeSummary', () => {
  it('[C10] is made of what was said', () => {
    expect(
      makeSummary([
        { role: 'user', text: 'How do tides work? I live\nby the sea.' },
        { role: 'assistant', text: 'The moon pulls. So does the sun.' },
        { role: 'user', text: 'And v1.5 of the model' },
        { role: 'assistant', text: 'It is 1.5 times better. Really.' },
      ]),
    ).toBe('- Asked: How do tides work?\n- Asked: And v1.5 of the model\n- Last answer: It is 1.5 times better.')
  })

  it('[C11] is never empty', () => {
    expect(makeSummary([])).toBe('Nothing was said.')
  })
})
