import type { UsageReport } from '@stet/api/client'
import { Suspense, useMemo, useState } from 'react'
import { dateLocale } from '../formats/date-locale.ts'
import { formatUsd } from '../formats/format-cost.ts'
import { formatTokens } from '../formats/format-tokens.ts'
import { classNames } from '../ui/class-names.ts'
import { lazyPart } from '../ui/parts/lazy-part.tsx'
import { type Measure, type Split, startWords, toBars } from './to-bars.ts'
import { linesOf, type Names } from './usage-lines.ts'
import type { Days } from './usage-query.ts'

// A library for plots is needed on this page only.
const UsagePlot = lazyPart(async () => (await import('./usage-plot.tsx')).UsagePlot)

/** As many as there are colours; what is beyond is drawn as one. */
const MOST = 6
const MEASURES: readonly Choice<Measure>[] = [
  { value: 'usd', label: 'Cost' },
  { value: 'tokens', label: 'Tokens' },
]
const SPLITS: readonly Choice<Split>[] = [
  { value: 'models', label: 'By model' },
  { value: 'workspaces', label: 'By workspace' },
  { value: 'purposes', label: 'By purpose' },
]

interface UsageOverTimeProps {
  report: UsageReport
  days: Days
  names: Names
}

/** Cost or tokens over time, stacked; the legend has the figures of all days, or of those under the pointer. */
export function UsageOverTime({ report, days: { from, through }, names }: UsageOverTimeProps) {
  const [chosen, setMeasure] = useState<Measure | null>(null)
  // Models without a price cost nothing: an empty plot would say less than their tokens.
  const measure = chosen ?? (report.total.cost.usd > 0 ? 'usd' : 'tokens')
  const [split, setSplit] = useState<Split>('models')
  const [place, setPlace] = useState<number | null>(null)
  const series = report[split].length
  const bars = useMemo(
    () => toBars(report.days, { from, through, split, measure, series, most: MOST }),
    [report, from, through, split, measure, series],
  )
  const colours = useMemo(() => bars.values.map((_, at) => (at === MOST ? 'plot-rest' : `plot-${at + 1}`)), [bars])
  const lines = linesOf(report, split, names)
  const start = place === null ? undefined : bars.starts[place]
  const words = measure === 'usd' ? formatUsd : formatTokens
  return (
    <section aria-label="Over time" className="mt-8">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Segments label="Measure" choices={MEASURES} value={measure} onChoose={setMeasure} />
        <Segments label="Split" choices={SPLITS} value={split} onChoose={setSplit} />
        <span className="flex-1" />
        <span className="text-small text-ink-faint">
          {start === undefined ? 'Days are in UTC' : startWords(start, bars.width, dateLocale())}
        </span>
      </div>
      <Suspense fallback={<div className="h-60" />}>
        <UsagePlot bars={bars} measure={measure} colours={colours} onPlace={setPlace} />
      </Suspense>
      <ul aria-label="Series" className="mt-2 flex flex-wrap gap-x-5 gap-y-1 pl-1 text-small sm:pl-14">
        {bars.values.map((line, at) => (
          <li key={colours[at]} className="flex min-w-0 items-center gap-1.5">
            <span
              aria-hidden="true"
              className="size-2.5 shrink-0 rounded-[2px] forced-color-adjust-none"
              style={{ background: `var(--${colours[at]})` }}
            />
            <bdi className="truncate text-ink-soft">
              {at === MOST ? `${lines.length - MOST} others` : lines[at]?.name}
            </bdi>
            <span className="figures text-ink">
              {words(place === null ? line.reduce((sum, value) => sum + value, 0) : (line[place] ?? 0))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface Choice<T> {
  readonly value: T
  readonly label: string
}

interface SegmentsProps<T> {
  label: string
  choices: readonly Choice<T>[]
  value: T
  onChoose: (value: T) => void
}

function Segments<T extends string>({ label, choices, value, onChoose }: SegmentsProps<T>) {
  return (
    <fieldset className="flex rounded border border-line-strong bg-raised p-0.5">
      <legend className="sr-only">{label}</legend>
      {choices.map(choice => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChoose(choice.value)}
          className={classNames(
            'h-7 rounded-[4px] px-2.5 font-medium max-[22rem]:px-1.5 whitespace-nowrap transition-colors duration-150 coarse:h-10',
            choice.value === value ? 'bg-wash text-ink' : 'text-ink-faint hover:text-ink',
          )}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  )
}
