import type { AssembleInput } from './assemble-input.ts'
import type { BudgetReport } from './report.ts'
import { ASSUMED_WINDOW } from './settings.ts'

export type Budget = Omit<BudgetReport, 'used'>

/**
 * What a request may hold (C9): the model's window or the person's own cap, whichever is smaller, less what is kept for the answer.
 * The answer of a model that fills its window must fit in it too, so there the chat's own limit for an answer is kept.
 */
export function budgetOf({
  settings,
  model,
  outputLimit,
}: Pick<AssembleInput, 'settings' | 'model' | 'outputLimit'>): Budget {
  const { maxPromptTokens: cap, reservedResponseTokens } = settings
  const window = model.contextWindow
  if (cap !== null && (window === null || cap < window)) {
    return toBudget(cap, 'person', reservedResponseTokens)
  }
  if (window === null) return toBudget(ASSUMED_WINDOW, 'assumed', reservedResponseTokens)
  return toBudget(window, 'model', Math.max(reservedResponseTokens, outputLimit ?? 0))
}

function toBudget(maximum: number, maximumFrom: Budget['maximumFrom'], reserved: number): Budget {
  return { maximum, maximumFrom, reserved, budget: Math.max(0, maximum - reserved) }
}
