import { expect, it } from 'vitest'
import { familyOf } from './model-family.ts'

it.each([
  ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
  ['claude-sonnet-4-5@20250929', 'claude-sonnet-4-5'],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'anthropic.claude-sonnet-4-5'],
  ['anthropic.claude-sonnet-4-5-20250929-v1:0', 'anthropic.claude-sonnet-4-5'],
  ['gpt-5.6-2026-09-01', 'gpt-5.6'],
  ['models/gemini-2.0-flash-001', 'gemini-2.0-flash'],
  ['mistral-large-latest', 'mistral-large'],
])('[C7] %s is of the family %s', (model, family) => {
  expect(familyOf(model)).toBe(family)
})

it.each([
  ['claude-opus-5-5', 'claude-sonnet-5-5'],
  ['claude-sonnet-4', 'claude-sonnet-4-5'],
  ['gpt-5.6', 'gpt-5.6-mini'],
  ['gemini-3-pro', 'gemini-3-flash'],
])('[C7] %s and %s are of different families', (one, other) => {
  expect(familyOf(one)).not.toBe(familyOf(other))
})
