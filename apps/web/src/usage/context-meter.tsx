import type { BudgetReport, UsedTokens } from '@stet/api/client'
import { formatTokens } from '../formats/format-tokens.ts'
import { classNames } from '../ui/class-names.ts'

const kinds: readonly { kind: Exclude<keyof UsedTokens, 'total'>; label: string; ink: string }[] = [
  { kind: 'prompt', label: 'System prompt', ink: 'bg-ink-soft' },
  { kind: 'documents', label: 'Documents', ink: 'bg-line-strong' },
  { kind: 'summary', label: 'Summary', ink: 'bg-ink-faint' },
  { kind: 'tools', label: 'Tools', ink: 'bg-accent/50' },
  { kind: 'messages', label: 'Messages', ink: 'bg-accent' },
]

interface ContextMeterProps {
  budget: BudgetReport
  /** Without the kinds: beside settings, where one that comes or goes would move the control that was just used. */
  isShort: boolean
}

/** What of the budget the next request uses, by kind (C9). */
export function ContextMeter({ budget, isShort }: ContextMeterProps) {
  const { used } = budget
  const shown = kinds.filter(({ kind }) => used[kind] > 0)
  return (
    <div>
      <p className="flex items-baseline gap-2">
        <span className="figures text-lead font-medium">{formatTokens(used.total)}</span>
        <span className="figures text-ink-faint">/ {formatTokens(budget.budget)}</span>
        <span className="text-ink-faint">tokens</span>
        <span className="flex-1" />
        <span className="figures text-ink-faint">{shareText(used.total, budget.budget)}</span>
      </p>
      <MeterBar budget={budget} className="mt-2 h-2" />
      {!isShort && (
        <dl className="mt-3 grid grid-cols-[auto_1fr_auto] items-center gap-x-2 gap-y-1 text-small">
          {shown.map(({ kind, label, ink }) => (
            <Figure key={kind} label={label} tokens={used[kind]} ink={ink} />
          ))}
          <Figure label="Free" tokens={Math.max(0, budget.budget - used.total)} ink="bg-wash" />
          <Figure label="Reserved for the answer" tokens={budget.reserved} ink="border border-line-strong" />
        </dl>
      )}
    </div>
  )
}

function Figure({ label, tokens, ink }: { label: string; tokens: number; ink: string }) {
  return (
    <>
      <span aria-hidden="true" className={classNames('size-2 rounded-[2px] forced-color-adjust-none', ink)} />
      <dt className="text-ink-soft">{label}</dt>
      <dd className="figures text-right text-ink-soft">{tokens.toLocaleString('en')}</dd>
    </>
  )
}

/** The same as a line. */
export function MeterBar({ budget: { used, budget }, className }: { budget: BudgetReport; className?: string }) {
  const whole = Math.max(budget, used.total, 1)
  return (
    <div
      aria-hidden="true"
      className={classNames('flex overflow-hidden rounded-full bg-wash forced-color-adjust-none', className)}
    >
      {kinds.map(({ kind, ink }) => (
        <span
          key={kind}
          className={classNames('h-full transition-[width] duration-180', used.total > budget ? 'bg-red' : ink)}
          style={{ width: `${(used[kind] / whole) * 100}%` }}
        />
      ))}
    </div>
  )
}

export function shareText(used: number, budget: number): string {
  if (budget <= 0) return '100%'
  const share = (used / budget) * 100
  return share > 0 && share < 1 ? '<1%' : `${Math.round(share)}%`
}
