import type { UsageReport } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { formatUsd, isFree } from '../formats/format-cost.ts'
import { formatTokens } from '../formats/format-tokens.ts'
import { downloadText } from '../markdown/download-text.ts'
import { modelsQuery, workspacesQuery } from '../models/models-query.ts'
import { useServices } from '../state/services.ts'
import { LoadTrouble } from '../ui/layout/load-trouble.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { BudgetsView } from './budgets-view.tsx'
import { ComparedView } from './compared-view.tsx'
import { SavingsView } from './savings-view.tsx'
import { UsageFilters } from './usage-filters.tsx'
import {
  estimatedWords,
  inputOf,
  linesOf,
  linesToCsv,
  type Names,
  savedBy,
  savedWords,
  type TableName,
} from './usage-lines.ts'
import { UsageOverTime } from './usage-over-time.tsx'
import { type Days, daysOf, type UsageSearch, usageQuery } from './usage-query.ts'
import { UsageTable } from './usage-table.tsx'

const TITLE = 'Usage'

/** What was spent, when and on what (U4). The address holds what is shown, so that it can be kept and Back returns to it. */
export function UsagePage({ search }: { search: UsageSearch }) {
  const { client } = useServices()
  const navigate = useNavigate()
  const [now] = useState(() => Date.now())
  const days = daysOf(search, now)
  const { data: report, error, refetch } = useQuery(usageQuery(client, days, search))
  const { data: models } = useQuery(modelsQuery(client))
  const { data: workspaces } = useQuery(workspacesQuery(client))
  const names: Names = { models, workspaces }

  useEffect(() => {
    document.title = TITLE
  }, [])

  return (
    <>
      <PageHeader title={TITLE} />
      <div className="relative min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto w-full max-w-[64rem] px-4 pt-1 pb-[max(3rem,env(safe-area-inset-bottom))] sm:px-6">
          <UsageFilters
            search={search}
            days={days}
            names={names}
            onChange={next => void navigate({ to: '/usage', search: next, replace: true })}
          />
          {error !== null && (
            <LoadTrouble title="Could not load the usage" className="mt-6" onRetry={() => void refetch()}>
              {error.message}
              {report !== undefined && ' The figures below may be out of date.'}
            </LoadTrouble>
          )}
          {report?.incomplete === true && (
            <Notice title="Still adding up earlier requests" className="mt-6">
              Figures grow until that is done. This happens once after an update.
            </Notice>
          )}
          {report === undefined && error === null && (
            <div className="mt-6">
              <Skeleton label="Loading the usage" />
            </div>
          )}
          {report !== undefined && <Report report={report} days={days} names={names} />}
          <BudgetsView workspaces={workspaces ?? []} />
        </div>
      </div>
    </>
  )
}

function Report({ report, days, names }: { report: UsageReport; days: Days; names: Names }) {
  const [table, setTable] = useState<TableName>('chats')
  const lines = linesOf(report, table, names)
  if (report.total.requests === 0) {
    return (
      <p className="mt-10 max-w-[60ch] text-read text-ink-soft">
        No requests in these days. Every request to a model is listed here with its tokens and cost, titles and
        summaries included.
      </p>
    )
  }
  return (
    <>
      <Totals report={report} />
      <UsageOverTime report={report} days={days} names={names} />
      <UsageTable
        table={table}
        lines={lines}
        total={report.total}
        onTable={setTable}
        onDownload={() => downloadText(`usage-by-${table}.csv`, linesToCsv(table, lines))}
      />
      <SavingsView report={report} />
      <ComparedView compared={report.compared} names={names} />
    </>
  )
}

function Totals({ report: { total, layers } }: { report: UsageReport }) {
  const kept = layers.reduce((sum, { usd }) => sum + usd, 0)
  return (
    <section aria-label="Totals" className="mt-6">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-4">
        <Total name="Cost" figure={isFree(total.cost) ? 'free' : formatUsd(total.cost.usd)}>
          {total.cost.reliable ? '' : `(unreliable) ${estimatedWords(total)}: a price or a token count is missing`}
        </Total>
        <Total name="Tokens" figure={formatTokens(inputOf(total) + total.usage.output)}>
          {`${formatTokens(inputOf(total))} in · ${formatTokens(total.usage.output)} out`}
        </Total>
        <Total name="Requests" figure={total.requests.toLocaleString('en')}>
          titles and summaries included
        </Total>
        <Total name="Saved" figure={savedWords(total.cacheSaved + kept)}>
          {savedBy(total.cacheSaved, kept)}
        </Total>
      </dl>
    </section>
  )
}

function Total({ name, figure, children }: { name: string; figure: string; children: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-ink-faint">{name}</dt>
      <dd>
        <span className="figures block text-[1.5rem] leading-8 font-medium">{figure}</span>
        <span className="block text-small text-pretty text-ink-faint">{children}</span>
      </dd>
    </div>
  )
}
