import type { AsideMessage, ChatId, MessageId, SummaryFacts } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { formatTokens } from '../../../formats/format-tokens.ts'
import { useServices } from '../../../state/services.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/graphics/icon.tsx'
import { MessageActionsContext } from '../message-actions.ts'

type SummaryMessage = Extract<AsideMessage, { role: 'summary' }>

/** How many exact facts a summary kept, and those it lost, each to be sent with it by one click (C22). */
export function SummaryFactsView({ message: { id, chatId } }: { message: SummaryMessage }) {
  const { client } = useServices()
  const actions = useContext(MessageActionsContext)
  const { data, error } = useQuery({
    queryKey: ['summary-facts', chatId, id],
    queryFn: () => client.summaryFacts(chatId, { checkpointId: id }),
    // Neither a summary nor what it replaces ever changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error !== null)
    return <p className="mt-3 text-small text-ink-faint">Its facts could not be compared. {error.message}</p>
  if (data === undefined || data.facts === 0) return null
  const isAdded = (fact: SummaryFacts['listed'][number]) => actions?.keptOf(fact.messageId).includes(fact.text) ?? false
  const added = data.listed.filter(isAdded).length
  const kept = data.facts - data.lost + added
  return (
    <section aria-label="Exact facts" className="mt-4 border-t border-line pt-3 text-small">
      <p role="status" className="text-ink-soft">
        {factWords(kept, data.facts)}
      </p>
      {data.listed.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-1.5">
          {data.listed.map(fact => (
            <li key={`${fact.messageId} ${fact.text}`} className="min-w-0">
              <FactButton
                text={fact.text}
                added={isAdded(fact)}
                onChange={actions && (keep => actions.keepText(fact.messageId, fact.text, keep))}
              />
            </li>
          ))}
        </ul>
      )}
      {data.lost > data.listed.length && (
        <p className="mt-2 text-ink-faint">{`and ${data.lost - data.listed.length} that are less likely to matter`}</p>
      )}
    </section>
  )
}

export function factWords(kept: number, facts: number): string {
  const of = `${kept} of ${facts} exact ${facts === 1 ? 'fact' : 'facts'} kept`
  return kept === facts ? `${of}.` : `${of}. Missing, click to add:`
}

interface FactButtonProps {
  text: string
  added: boolean
  onChange: ((keep: boolean) => void) | null
}

function FactButton({ text, added, onChange }: FactButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={added}
      disabled={onChange === null}
      onClick={() => onChange?.(!added)}
      className={classNames(
        'flex min-h-7 max-w-full items-center gap-1.5 rounded border px-2 text-left transition-colors duration-150 coarse:min-h-10',
        added ? 'border-accent bg-accent-wash text-accent' : 'border-line-strong text-ink-soft hover:bg-wash',
      )}
    >
      <Icon name={added ? 'check' : 'plus'} size={12} />
      <bdi className="min-w-0 truncate font-mono">{text}</bdi>
    </button>
  )
}

/** What the next request would be with a summary that is not in use yet. */
export function PreviewEffect({ chatId, checkpointId }: { chatId: ChatId; checkpointId: MessageId }) {
  const { client } = useServices()
  const { data } = useQuery({
    queryKey: ['preview-effect', chatId, checkpointId],
    queryFn: () => client.inspect(chatId, { context: null, text: '', tried: { hold: checkpointId } }),
  })
  const tokens = data?.change?.tokens
  return (
    <p className="mt-1 min-h-5 text-small text-ink-soft">
      {tokens && (
        <>
          The next request: <span className="figures">{formatTokens(tokens.before)}</span> →{' '}
          <span className="figures">{formatTokens(tokens.after)}</span> tokens.
        </>
      )}
    </p>
  )
}
