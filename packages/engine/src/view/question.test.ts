import { expect, it } from 'vitest'
import { applyQuestion, type Question } from './question.ts'

const question: Question = {
  runId: 'run_a',
  below: 'msg_a',
  askedAt: 1,
  because: 'The request would have 9,000 tokens, but only 1,500 fit.',
  messages: 90,
  requests: 12,
  cost: { usd: 0.2, reliable: true },
}
const asked = (one: Question) => ({ kind: 'question-asked', chatId: 'chat_a', question: one }) as const

it('[C10] a question is known once, replaces an earlier one at the same message, and goes with its decision', () => {
  const again = { ...question, runId: 'run_b' } as const
  const elsewhere = { ...question, runId: 'run_c', below: 'msg_c' } as const
  const one = applyQuestion([], asked(question))
  expect(applyQuestion(one, asked(question))).toBe(one)
  const two = applyQuestion(applyQuestion(one, asked(again)), asked(elsewhere))
  expect(two).toEqual([again, elsewhere])
  expect(applyQuestion(two, { kind: 'question-decided', chatId: 'chat_a', runId: 'run_b' })).toEqual([elsewhere])
})
