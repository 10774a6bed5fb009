import type { UsageSums } from '@stet/api/client'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatUsd, isFree } from '../formats/format-cost.ts'
import { formatTokens } from '../formats/format-tokens.ts'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/controls/button.tsx'
import {
  cachedShare,
  estimatedWords,
  inputOf,
  savedWords,
  TABLES,
  type TableName,
  type UsageLine,
} from './usage-lines.ts'

interface UsageTableProps {
  table: TableName
  lines: readonly UsageLine[]
  total: UsageSums
  onTable: (table: TableName) => void
  onDownload: () => void
}

/** The same spending by chat, model, day, workspace or purpose; every table ends with the same total. */
export function UsageTable({ table, lines, total, onTable, onDownload }: UsageTableProps) {
  return (
    <section aria-label="Table" className="mt-10">
      <div className="flex items-end gap-3 border-b border-line">
        <div className="tab-row -mb-px min-w-0 flex-1 gap-x-4">
          {(Object.keys(TABLES) as TableName[]).map(name => (
            <button
              key={name}
              type="button"
              aria-pressed={name === table}
              onClick={() => onTable(name)}
              className="border-b-2 border-transparent font-medium text-ink-faint transition-colors duration-150 hover:text-ink aria-pressed:border-accent aria-pressed:text-ink"
            >
              {TABLES[name]}
            </button>
          ))}
        </div>
        <Button icon="download" className="mb-1" onClick={onDownload}>
          CSV
        </Button>
      </div>
      <table className="w-full table-fixed">
        <caption className="sr-only">{`Usage by ${TABLES[table].toLowerCase()}`}</caption>
        <thead className="text-small text-ink-faint">
          <tr>
            <Head className="w-auto">{TABLES[table].replace(/s$/, '')}</Head>
            <Head className="w-20 max-sm:hidden">Requests</Head>
            <Head className="w-20">Input</Head>
            <Head className="w-16 max-sm:hidden">Cached</Head>
            <Head className="w-20 max-sm:hidden">Output</Head>
            <Head className="w-24 max-sm:hidden">Cache saved</Head>
            <Head className="w-24">Cost</Head>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, name, chatId, sums }) => (
            <Row key={key} sums={sums}>
              {chatId === undefined ? (
                <bdi>{name}</bdi>
              ) : (
                <Link to="/chats/$chatId" params={{ chatId }} className="rounded hover:text-accent hover:underline">
                  <bdi>{name}</bdi>
                </Link>
              )}
            </Row>
          ))}
        </tbody>
        <tfoot className="border-t border-line-strong font-medium">
          <Row sums={total}>Total</Row>
        </tfoot>
      </table>
    </section>
  )
}

function Head({ className, children }: { className: string; children: string }) {
  return (
    <th
      scope="col"
      className={classNames('py-2 pl-3 font-normal not-first:text-right first:pl-0 first:text-left', className)}
    >
      {children}
    </th>
  )
}

function Row({ sums, children }: { sums: UsageSums; children: ReactNode }) {
  const { requests, usage, cost, cacheSaved } = sums
  return (
    <tr className="border-t border-line first:border-t-0">
      <th scope="row" className="truncate py-2 text-left in-[tbody]:font-normal">
        {children}
      </th>
      <Cell className="max-sm:hidden">{requests.toLocaleString('en')}</Cell>
      <Cell>{formatTokens(inputOf(sums))}</Cell>
      <Cell className="max-sm:hidden">{cachedShare(sums)}</Cell>
      <Cell className="max-sm:hidden">{formatTokens(usage.output)}</Cell>
      <Cell className="max-sm:hidden">{cacheSaved === 0 ? '' : savedWords(cacheSaved)}</Cell>
      <Cell>
        {isFree(cost) ? <span className="text-ink-faint">free</span> : formatUsd(cost.usd)}
        {!cost.reliable && (
          <>
            <span className="sr-only"> (unreliable: {estimatedWords(sums)})</span>
            <span aria-hidden="true" title={estimatedWords(sums)} className="text-ink-faint">
              {' '}
              ?
            </span>
          </>
        )}
      </Cell>
    </tr>
  )
}

function Cell({ className, children }: { className?: string; children: ReactNode }) {
  return <td className={classNames('figures py-2 pl-3 text-right text-[0.8125rem]', className)}>{children}</td>
}
