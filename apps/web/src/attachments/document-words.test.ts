import type { BlockReport } from '@stet/api/client'
import { expect, it } from 'vitest'
import { documentWords } from './document-words.ts'

function block(tokensBefore: number, tokensAfter: number): BlockReport {
  const kept = tokensAfter === tokensBefore ? 'sent' : tokensAfter === 0 ? 'over-budget' : 'trimmed'
  return {
    kind: 'document',
    name: 'a',
    fate: kept,
    layer: 'documents',
    because: '',
    tokensBefore,
    tokensAfter,
    cached: false,
  }
}

it('[C13] says how much of a document is sent', () => {
  expect([undefined, block(900, 900), block(5000, 1250), block(5000, 0)].map(documentWords)).toEqual([
    '',
    '900 tokens',
    'Shortened to 1.3k of 5.0k tokens',
    '5.0k tokens, not sent: the messages leave no space',
  ])
})
