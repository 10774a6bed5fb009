import type { Origin, Usage } from '@stet/api/client'
import type { ReactNode } from 'react'
import { dateLocale } from '../../formats/date-locale.ts'
import { formatMoment } from '../../formats/format-moment.ts'
import { formatTokens } from '../../formats/format-tokens.ts'
import { useModelName } from '../../models/model-name.ts'
import { classNames } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { Tooltip } from '../../ui/controls/tooltip.tsx'

/** Shown for the message under the pointer or with the focus; a tap does the same on a phone. */
const QUIET = 'opacity-0 transition-opacity duration-150 group-hover/row:opacity-100 group-focus-within/row:opacity-100'

interface MessageFooterProps {
  at: number
  /** Whether its buttons show without being asked for: those of the last answer do. */
  shown?: boolean
  /** Whether its figures wait for the pointer or the focus too. */
  quiet?: boolean
  markdown: () => string
  /** Further buttons, behind the one that copies. */
  actions?: ReactNode
  children?: ReactNode
  /** The way to other branches. Where the conversation is narrow it has a line of its own. */
  branches?: ReactNode
  /** What is read seldom: it shows with the buttons. */
  details?: ReactNode
  /** At the end, since it comes last and must move nothing. */
  cost?: ReactNode
}

export function MessageFooter({
  at,
  shown = false,
  quiet = false,
  markdown,
  actions,
  children,
  branches,
  details,
  cost,
}: MessageFooterProps) {
  return (
    <footer className="mt-0.5 flex items-center gap-x-3 text-small text-ink-faint @max-lg/conversation:flex-col @max-lg/conversation:items-start">
      {branches && (
        <span className={classNames('shrink-0 empty:hidden', quiet && `${QUIET} coarse:opacity-100`)}>{branches}</span>
      )}
      {/* Always one line: the cost comes later than the rest, and a second line would move what the user is about to click. */}
      <span className="flex min-h-8 max-w-full min-w-0 items-center gap-x-3 whitespace-nowrap">
        <span className={classNames('flex min-w-0 items-center gap-x-3', quiet && QUIET)}>
          {children}
          <time
            dateTime={new Date(at).toISOString()}
            title={new Date(at).toLocaleString(dateLocale())}
            className="truncate tabular-nums"
          >
            {formatMoment(at, Date.now())}
          </time>
          {cost}
        </span>
        <span
          className={classNames(
            '-mx-2 inline-flex shrink-0 items-center coarse:-mx-3 coarse:opacity-100',
            !shown && QUIET,
          )}
        >
          <CopyButton label="Copy as Markdown" text={markdown} className="text-ink-faint" />
          {actions}
        </span>
        {/* Last, since it leaves a gap where it does not show. A phone has no room for it: the cost opens to the same figures. */}
        {details && <span className={classNames('@max-lg/conversation:sr-only', QUIET)}>{details}</span>}
      </span>
    </footer>
  )
}

/** Who answered, by name; the id follows it, since names are not unique. */
export function ModelName({ origin }: { origin: Origin }) {
  const name = useModelName(origin)
  return (
    <bdi
      title={name === origin.model ? undefined : origin.model}
      className="max-w-64 min-w-6 shrink-[9999] truncate font-medium"
    >
      {name}
    </bdi>
  )
}

export function UsageFigures({ usage }: { usage: Usage | null }) {
  if (usage === null) return <span>no token count</span>
  const input = usage.input + usage.cacheRead + usage.cacheWrite
  const detail = `${input.toLocaleString('en')} tokens in, ${usage.output.toLocaleString('en')} out`
  return (
    <Tooltip text={detail}>
      <span className="figures">
        <span className="sr-only">{detail}</span>
        <span aria-hidden="true">
          {formatTokens(input)} in · {formatTokens(usage.output)} out
        </span>
      </span>
    </Tooltip>
  )
}
