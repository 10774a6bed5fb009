import type { AsideMessage, MessageId } from '@stet/api/client'
import { useContext } from 'react'
import { type CheckpointState, CheckpointsContext } from '../../compaction/checkpoints.ts'
import { formatTokens } from '../../formats/format-tokens.ts'
import { CodeBlock } from '../../markdown/code-block.tsx'
import { Markdown } from '../../markdown/markdown.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/graphics/icon.tsx'
import { Fold } from '../../ui/layout/fold.tsx'
import { CostFigure } from '../../usage/cost-figure.tsx'
import { RequestButton } from '../../usage/open-request.tsx'
import { MessageActionsContext } from './message-actions.ts'
import { MessageFooter, ModelName } from './message-footer.tsx'
import { summaryWords } from './summary-words.ts'

type SummaryMessage = Extract<AsideMessage, { role: 'summary' }>

/** A summary in its place: what it replaces, what it says, and what can be done about it (V3, H6, C11). */
export function SummaryView({ message }: { message: SummaryMessage }) {
  const checkpoints = useContext(CheckpointsContext)
  const state = checkpoints?.stateOf(message.id) ?? 'holds'
  const { form, request } = message
  const isTruncated = form === 'truncated'
  const text = message.parts.map(part => part.text).join('\n\n')
  return (
    <section
      className={classNames(
        'rounded border px-4 pt-3 pb-1',
        isTruncated && state === 'holds' ? 'border-red/30 bg-red-wash' : 'border-line bg-desk',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-2">
        <span className={isTruncated ? 'text-red' : 'text-ink-faint'}>
          <Icon name={isTruncated ? 'warning' : 'fold'} />
        </span>
        <h3 className={classNames('font-semibold', state !== 'holds' && 'text-ink-soft')}>
          Conversation Summary (Checkpoint)
        </h3>
        {request?.usage && <Shrunk before={inputOf(request.usage)} after={request.usage.output} />}
      </div>
      <p className="mt-1 max-w-[72ch] text-small text-ink-soft">
        {summaryWords({
          form,
          state,
          above: checkpoints?.messagesAbove(message.id) ?? null,
          pauses: checkpoints?.pauses(message.id) ?? false,
        })}
      </p>
      <Fold title={isTruncated ? 'Show what is sent' : 'Show summary'}>
        {form === 'snapshot' ? <CodeBlock code={text} language="xml" /> : <Markdown text={text} />}
      </Fold>
      <Actions messageId={message.id} state={state} isTruncated={isTruncated} />
      <MessageFooter
        at={message.at}
        markdown={() => text}
        actions={request && <RequestButton requestId={request.requestId} />}
        cost={request && <CostFigure message={message} request={request} />}
      >
        {request && <ModelName origin={request.origin} />}
      </MessageFooter>
    </section>
  )
}

function inputOf({ input, cacheRead, cacheWrite }: { input: number; cacheRead: number; cacheWrite: number }): number {
  return input + cacheRead + cacheWrite
}

/** What the summary was made of, and what is left of it. */
function Shrunk({ before, after }: { before: number; after: number }) {
  return (
    <span className="ml-auto text-small text-ink-faint">
      <span className="sr-only">{`${before} tokens summarised to ${after}.`}</span>
      <span aria-hidden="true" className="figures">
        {formatTokens(before)} → {formatTokens(after)}
      </span>
      <span aria-hidden="true"> tokens</span>
    </span>
  )
}

interface ActionsProps {
  messageId: MessageId
  state: CheckpointState
  isTruncated: boolean
}

function Actions({ messageId, state, isTruncated }: ActionsProps) {
  const actions = useContext(MessageActionsContext)
  const checkpoints = useContext(CheckpointsContext)
  if (actions === null || checkpoints === null || state === 'replaced') return null
  const { again, pauses } = checkpoints
  return (
    <div className="flex flex-wrap gap-2">
      {isTruncated && state === 'holds' && (
        <Button look="outline" icon="retry" disabled={again === null} onClick={() => again?.(messageId)}>
          Summarise again
        </Button>
      )}
      <Button
        look="outline"
        icon={state === 'lifted' ? 'fold' : 'undo'}
        onClick={() => actions.lift(messageId, state === 'lifted' ? 'hold' : 'lift')}
      >
        {state === 'lifted' ? 'Restore' : 'Lift'}
      </Button>
      {!isTruncated && state === 'holds' && (
        <Button icon="retry" disabled={again === null} onClick={() => again?.(messageId)}>
          Summarise again
        </Button>
      )}
      {pauses(messageId) && (
        <Button icon="check" onClick={() => actions.lift(messageId, 'resume-compaction')}>
          Turn automatic summaries on
        </Button>
      )}
    </div>
  )
}
