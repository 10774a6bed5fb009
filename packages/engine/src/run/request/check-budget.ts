import type { Chat } from '@stet/history'
import { isFree, type Models } from '@stet/models'
import type { BudgetQuestion } from '@stet/store'
import { type Budget, type BudgetDeps, readBudget } from '../../ledger/budgets.ts'
import type { StartedRun } from '../live/live-runs.ts'

/** The workspace has spent its budget of the month: the user decides whether the run continues. */
export class BudgetReached extends Error {
  override readonly name = 'BudgetReached'
  readonly question: BudgetQuestion

  constructor(question: BudgetQuestion) {
    super(`the budget of $${question.budget} for this month is spent`)
    this.question = question
  }
}

type CheckDeps = BudgetDeps & { readonly models: Pick<Models, 'prices'> }

/**
 * Before each request of a run, also of one that a call started: the user decides about that one in the calling chat. A request that costs
 * nothing passes, whatever was spent.
 */
export async function checkBudget(deps: CheckDeps, { chat, overBudget }: StartedRun): Promise<void> {
  const spent = overBudget ? null : await readSpent(deps, chat)
  if (spent === null) return
  throw new BudgetReached({ askedAt: deps.clock(), budget: spent.budget, spent: spent.spent.usd })
}

/** Whether a run of this chat may send a request without asking. */
export async function hasBudget(deps: CheckDeps, chat: Chat): Promise<boolean> {
  return (await readSpent(deps, chat)) === null
}

/** The budget that is spent; null where some is left, there is none, or the request is free. */
async function readSpent(deps: CheckDeps, { workspaceId, settings }: Chat): Promise<Budget | null> {
  const budget = await readBudget(deps, workspaceId)
  if (budget === null || budget.spent.usd < budget.budget) return null
  return isFree(await deps.models.prices(settings.model)) ? null : budget
}
