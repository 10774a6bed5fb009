import { expect, it } from 'vitest'
import { askedWords, failureWords, toolWords } from './provider-call-words.ts'

it.each([
  ['where ferns grow', 'where ferns grow'],
  ['{"query":"ferns"}', 'ferns'],
  ['{"urls":["https://one.example","https://two.example"]}', 'https://one.example, https://two.example'],
  ['{"url":"https://one.ex', '{"url":"https://one.ex'],
  ['{"page":2}', '{"page":2}'],
  ['{}', '{}'],
])('[T8] of %s the page shows %s', (input, shown) => {
  expect(askedWords(input)).toBe(shown)
})

it('[T8] a tool of a provider is named in words', () => {
  expect([toolWords('web_search'), toolWords('code_execution')]).toEqual(['Web search', 'Code execution'])
})

it('[T8] a call that failed says why, where the provider does', () => {
  expect(failureWords({ outcome: 'done' })).toBe('')
  expect(failureWords({ outcome: 'failed' })).toBe(' failed')
  expect(failureWords({ outcome: 'failed', because: 'url_not_accessible' })).toBe(' failed (url not accessible)')
})
