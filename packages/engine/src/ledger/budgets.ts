import type { Cost, WorkspaceId } from '@stet/history'
import {
  fromWorkspaceRow,
  listRows,
  readRollUps,
  type Store,
  toDayNumber,
  WORKSPACES_SHELF,
  type Workspace,
} from '@stet/store'
import { NANOS } from './spent.ts'

/** The monthly budget of a workspace, and what was spent of it. */
export interface Budget {
  readonly workspaceId: WorkspaceId
  /** In dollars. */
  readonly budget: number
  readonly spent: Cost
}

export interface BudgetDeps {
  readonly store: Store
  readonly clock: () => number
}

/** The budgets of all workspaces that have one. */
export async function readBudgets(deps: BudgetDeps): Promise<readonly Budget[]> {
  const budgets: Budget[] = []
  for await (const row of listRows(deps.store, WORKSPACES_SHELF, { by: { parent: '' } })) {
    const workspace = fromWorkspaceRow(row)
    const budget = 'unreadable' in workspace ? null : await budgetOf(deps, workspace)
    if (budget !== null) budgets.push(budget)
  }
  return budgets
}

/** The budget of one workspace; null if it has none. */
export async function readBudget(deps: BudgetDeps, workspaceId: WorkspaceId): Promise<Budget | null> {
  const row = await deps.store.get(WORKSPACES_SHELF, workspaceId)
  const workspace = row === null ? null : fromWorkspaceRow(row)
  return workspace === null || 'unreadable' in workspace ? null : budgetOf(deps, workspace)
}

/** A month begins and ends in UTC, like the days of the roll-ups. */
async function budgetOf(
  { store, clock }: BudgetDeps,
  { id: workspaceId, budget }: Pick<Workspace, 'id' | 'budget'>,
): Promise<Budget | null> {
  if (budget === null) return null
  const now = new Date(clock())
  const from = toDayNumber(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  let [nanos, reliable] = [0, true]
  for await (const rollUp of readRollUps(store, { of: { workspaceId }, from })) {
    if ('unreadable' in rollUp) {
      reliable = false
      continue
    }
    nanos += rollUp.nanos
    reliable &&= rollUp.unreliable === 0
  }
  return { workspaceId, budget, spent: { usd: nanos / NANOS, reliable } }
}
