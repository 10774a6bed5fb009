import { expect, it } from 'vitest'
import { exampleInput, exampleModel, exampleSettings } from '../testing/example-input.ts'
import { budgetOf } from './budget-of.ts'

it.each([
  ['the model’s window', { maxPromptTokens: null }, 100_000, 20_000],
  ['the user’s own maximum', { maxPromptTokens: 40_000 }, 40_000, 10_000],
])('[C9] reserves the output limit, up to a quarter, of %s', (_name, fields, maximum, reserved) => {
  const settings = exampleSettings({ reservedResponseTokens: 512, ...fields })
  const model = { ...exampleModel, contextWindow: 100_000 }
  const budget = budgetOf(exampleInput([], { settings, model, outputLimit: 20_000 }))
  expect(budget).toMatchObject({ maximum, reserved, budget: maximum - reserved })
  expect(budgetOf(exampleInput([], { settings, model, outputLimit: null })).reserved).toBe(512)
})
