import type { BlockDifference, Message, MessageId, RequestDifference, RequestId } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { formatUsd } from '../formats/format-cost.ts'
import { formatTokens } from '../formats/format-tokens.ts'
import { sentence } from '../formats/sentence.ts'
import { roleWords } from '../margin/fate-words.ts'
import { useServices } from '../state/services.ts'
import { classNames } from '../ui/class-names.ts'
import { Button } from '../ui/controls/button.tsx'
import { LoadTrouble } from '../ui/layout/load-trouble.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { differenceQuery } from './difference-query.ts'
import { PanelHeader } from './panel-header.tsx'

interface DifferencePanelProps {
  from: RequestId
  to: RequestId
  path: readonly Message[]
  onShow: (messageId: MessageId) => void
  onOpen: (requestId: RequestId) => void
  onBack: () => void
  onClose: () => void
}

/** What a later request has that an earlier one has not, and why its cache missed (X1). */
export function DifferencePanel({ from, to, path, onShow, onOpen, onBack, onClose }: DifferencePanelProps) {
  const { client } = useServices()
  const { data, error, refetch } = useQuery(differenceQuery(client, from, to))
  return (
    <div className="flex h-full flex-col">
      <PanelHeader
        title="Difference of two requests"
        place={`${from} ${to}`}
        back={{ label: 'Back to all requests', go: onBack }}
        onClose={onClose}
      />
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-6">
        {error !== null && (
          <LoadTrouble title="Could not compare them" onRetry={() => void refetch()}>
            {sentence(error.message)}
          </LoadTrouble>
        )}
        {data === undefined && error === null && <Skeleton label="Comparing" />}
        {data !== undefined && (
          <>
            <p className="text-lead font-medium text-pretty">{causeTitle(data)}</p>
            <CacheOutcome difference={data} />
            <Changes difference={data} path={path} onShow={onShow} />
            {data.bytes !== null && <Bytes {...data.bytes} />}
            <div className="mt-5 flex flex-wrap gap-2">
              <Button look="outline" onClick={() => onOpen(from)}>
                Open the earlier request
              </Button>
              <Button look="outline" onClick={() => onOpen(to)}>
                Open the later request
              </Button>
            </div>
          </>
        )}
      </div>
    </div>
  )
}

function causeTitle({ cause, changes }: RequestDifference): string {
  if (cause !== null) return sentence(cause.because)
  return changes.length === 0 ? 'Nothing differs.' : 'Messages were only added at the end.'
}

/** What the provider itself says about the miss, beside our own reading of it. */
function verdictWords({ reason, tokens }: NonNullable<RequestDifference['cache']['verdict']>): string {
  const missed = tokens === null ? '' : ` (${formatTokens(tokens)} tokens)`
  return `The provider says: ${reason.replaceAll('_', ' ')}${missed}.`
}

function CacheOutcome({ difference: { cache, cause: differs } }: { difference: RequestDifference }) {
  const { expected, read, missed, usd, cause, verdict } = cache
  if (expected === 0 && read === 0) return null
  return (
    <section className="mt-4 rounded border border-line bg-desk px-3 py-2.5">
      <h3 className="font-medium">{missed > 0 ? 'The cache missed' : 'The cache was used'}</h3>
      <p className="mt-0.5 text-ink-soft">
        The provider read <span className="figures">{formatTokens(read)}</span> tokens from its cache
        {expected > 0 && (
          <>
            ; the earlier request left <span className="figures">{formatTokens(expected)}</span> there
          </>
        )}
        .
        {missed > 0 && (
          <>
            {' '}
            <span className="figures">{formatTokens(missed)}</span> were paid for again
            {usd !== null && (
              <>
                , for <span className="figures">{formatUsd(usd)}</span> more
              </>
            )}
            .
          </>
        )}
      </p>
      {cause !== null && differs === null && <p className="mt-0.5 text-ink-soft">{sentence(cause.because)}</p>}
      {verdict !== null && <p className="mt-0.5 text-ink-soft">{verdictWords(verdict)}</p>}
    </section>
  )
}

const CHANGES = { added: 'Added', removed: 'Removed', replaced: 'Changed' } as const

interface ChangesProps {
  difference: RequestDifference
  path: readonly Message[]
  onShow: (messageId: MessageId) => void
}

function Changes({ difference: { same, changes, more, cause }, path, onShow }: ChangesProps) {
  return (
    <section className="mt-5">
      <h3 className="font-medium">Blocks</h3>
      <p className="mt-0.5 text-small text-ink-faint">
        {same === 0 ? 'None at the beginning is' : same === 1 ? 'The first is' : `The first ${same} are`} the same.
      </p>
      <ul aria-label="Blocks that differ" className="mt-2 divide-y divide-line">
        {changes.map(({ name, change }) => {
          const message = path.find(({ id }) => id === name)
          return (
            <li key={`${name} ${change}`} className="flex items-baseline gap-3 py-1.5">
              <span
                className={classNames('w-16 shrink-0 text-small', change === 'removed' ? 'text-red' : 'text-ink-faint')}
              >
                {CHANGES[change]}
              </span>
              {message === undefined ? (
                <span className="min-w-0 flex-1 text-pretty">{blockWords({ name, change })}</span>
              ) : (
                <button
                  type="button"
                  onClick={() => onShow(message.id)}
                  className="min-w-0 flex-1 truncate rounded text-left hover:text-accent hover:underline"
                >
                  {roleWords(message.role)}: <bdi>{beginningOf(message)}</bdi>
                </button>
              )}
              {cause?.block === name && <span className="shrink-0 text-small text-ink-faint">first</span>}
            </li>
          )
        })}
      </ul>
      {more > 0 && <p className="mt-1 text-small text-ink-faint">And {more.toLocaleString('en')} more.</p>}
    </section>
  )
}

function blockWords({ name, change }: BlockDifference): string {
  if (name === 'tools') return 'Tools'
  if (name === 'opening') return 'Opening note'
  if (name.startsWith('system-')) return 'System prompt, documents or summary'
  return change === 'removed' ? 'A message that is not on this branch' : 'A message further up'
}

function beginningOf(message: Message): string {
  const text =
    'parts' in message ? message.parts.flatMap(part => (part.kind === 'text' ? [part.text] : [])).join(' ') : ''
  return text.trim() === '' ? 'no text' : text.trim().slice(0, 120)
}

function Bytes({ before, after }: { before: string; after: string }) {
  return (
    <section className="mt-5">
      <h3 className="font-medium">First bytes that differ</h3>
      {[
        { label: 'Earlier', text: before },
        { label: 'Later', text: after },
      ].map(({ label, text }) => (
        <div key={label} className="mt-2">
          <p className="text-small text-ink-faint">{label}</p>
          <pre
            dir="ltr"
            className="mt-0.5 overflow-x-auto rounded bg-code p-2 font-mono text-small whitespace-pre-wrap wrap-anywhere"
          >
            {text === '' ? '(nothing)' : text}
          </pre>
        </div>
      ))}
    </section>
  )
}
