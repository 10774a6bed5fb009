import type { WorkspaceId } from '@stet/api/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatSpent } from '../formats/format-cost.ts'
import { useServices } from '../state/services.ts'
import { ButtonLink } from '../ui/controls/button-link.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { budgetsQuery, changesBudgets, isNearlySpent, isSpent, refreshBudgets } from './budgets-query.ts'

/** Says above the composer that a workspace has nearly spent its budget of the month, or all of it. */
export function BudgetNotice({ workspaceId }: { workspaceId: WorkspaceId }) {
  const { client, live } = useServices()
  const queries = useQueryClient()
  const { data: budgets } = useQuery(budgetsQuery(client))
  const budget = budgets?.find(each => each.workspaceId === workspaceId)

  useEffect(
    () =>
      live.onEvent(event => {
        if (changesBudgets(event)) refreshBudgets(queries).catch(reportError)
      }),
    [live, queries],
  )

  if (budget === undefined || !isNearlySpent(budget)) return null
  const words = formatSpent(budget.spent.usd, budget.budget)
  const of = `${words.spent} of ${words.budget} spent this month in this workspace.`
  return (
    <div role="status" className="mx-auto w-full max-w-(--column) px-3 pb-2 sm:px-6">
      <Notice
        title={isSpent(budget) ? 'Budget spent' : 'Budget nearly spent'}
        actions={<ButtonLink to="/usage">Usage</ButtonLink>}
      >
        {of}
        {isSpent(budget) && ' The next message asks before it is sent.'}
      </Notice>
    </div>
  )
}
