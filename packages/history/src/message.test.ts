import { expect, it } from 'vitest'
import { isAside, isCheckpoint, type Message } from './message.ts'
import { nothingSpent } from './spending.ts'
import type { MessageFacts } from './testing/history-builder.ts'
import { answered, asked, createHistoryBuilder, request, resulted, titled } from './testing/index.ts'

function oneOfEach(): readonly Message[] {
  const builder = createHistoryBuilder()
  const root = builder.add(null, asked('?'))
  const others: MessageFacts[] = [
    answered('!'),
    resulted([]),
    { role: 'env-changed', roots: [], added: [], removed: [], directives: [] },
    { role: 'unreadable', because: 'its seal is broken' },
    { role: 'system-title', parts: [] },
    titled('a title'),
    { role: 'system-summary', parts: [] },
    { role: 'summary', parts: [], coversThrough: root, form: 'prose', request: request(null) },
    { role: 'clear' },
    { role: 'accounting', reason: '', removedMessages: 1, cumulative: nothingSpent, removed: nothingSpent },
  ]
  for (const facts of others) builder.add(root, facts)
  return builder.messages()
}

it('[H1] hangs exactly the roles that are never sent beside the path', () => {
  const asides = oneOfEach().filter(isAside)
  expect(asides.map(message => message.role)).toEqual([
    'system-title',
    'title',
    'system-summary',
    'summary',
    'clear',
    'accounting',
  ])
})

it('[H6] knows two kinds of checkpoint', () => {
  expect(
    oneOfEach()
      .filter(isCheckpoint)
      .map(message => message.role),
  ).toEqual(['summary', 'clear'])
})
