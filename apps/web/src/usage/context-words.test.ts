import type { Message, Usage } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { makeAnswer } from '../testing/make-answer.ts'
import { contextFigure, contextMeaning, contextWords } from './context-words.ts'

const usage = { input: 1000, cacheRead: 10_000, cacheWrite: 300, output: 134, reasoning: 0, webSearches: 0 }
const chat = { lifts: [] }

function answer(used: Usage | null): Message {
  return makeAnswer({ usage: used, origin: { definition: 'demo', protocol: 'demo', model: 'demo' } })
}

describe('the context of a chat', () => {
  it('[C16] is what the latest request read and wrote, of the window there is', () => {
    const path = [answer(usage)]
    const window = { maximum: 131_072, maximumFrom: 'model' as const }
    expect(contextWords(contextFigure({ path, chat }, window))).toBe('11.4k of 131.1k')
    expect(contextWords(contextFigure({ path, chat }, null))).toBe('11.4k')
  })

  it('[C16] [FP-16] is not guessed where no provider reported it', () => {
    const unknown = contextFigure({ path: [answer(null)], chat }, null)
    expect([contextWords(unknown), contextMeaning(unknown)]).toEqual([
      'Context size unknown',
      'Known again after the next answer.',
    ])
    const fresh = contextFigure({ path: [], chat }, null)
    expect([contextWords(fresh), contextMeaning(fresh)]).toEqual(['Nothing sent yet', 'Known after the first answer.'])
  })
})
