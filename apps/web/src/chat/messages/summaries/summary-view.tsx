import type { AsideMessage } from '@stet/api/client'
import { Suspense, useContext, useState } from 'react'
import { type CheckpointState, CheckpointsContext } from '../../../compaction/checkpoints.ts'
import { formatTokens } from '../../../formats/format-tokens.ts'
import { CodeBlock } from '../../../markdown/code/code-block.tsx'
import { Markdown } from '../../../markdown/markdown.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Icon } from '../../../ui/graphics/icon.tsx'
import { Fold } from '../../../ui/layout/fold.tsx'
import { lazyPart } from '../../../ui/parts/lazy-part.tsx'
import { CostFigure } from '../../../usage/cost-figure.tsx'
import { RequestButton } from '../../../usage/open-request.tsx'
import { MessageActionsContext } from '../message-actions.ts'
import { MessageFooter, ModelName } from '../message-footer.tsx'
import { PreviewEffect, SummaryFactsView } from './summary-facts.tsx'
import { summaryWords } from './summary-words.ts'

const EditSummaryDialog = lazyPart(
  async () => (await import('../../../compaction/edit-summary-dialog.tsx')).EditSummaryDialog,
)

type SummaryMessage = Extract<AsideMessage, { role: 'summary' }>

/** A summary in its place: what it replaces, what it says, and what can be done about it (V3, H6, C11). */
export function SummaryView({ message }: { message: SummaryMessage }) {
  const checkpoints = useContext(CheckpointsContext)
  const state = checkpoints?.stateOf(message.id) ?? 'holds'
  const { form, request } = message
  const isTruncated = form === 'truncated'
  const text = message.parts.map(part => part.text).join('\n\n')
  const isEarlier = state === 'discarded' || (state !== 'preview' && checkpoints?.isSuperseded(message.id) === true)
  if (isEarlier) return <EarlierVersion message={message} />
  return (
    <section
      className={classNames(
        'rounded border px-4 pt-3 pb-1',
        isTruncated && state === 'holds' ? 'border-red/30 bg-red-wash' : 'bg-desk',
        state === 'preview' ? 'border-dashed border-accent' : !(isTruncated && state === 'holds') && 'border-line',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-2">
        <span className={isTruncated ? 'text-red' : 'text-ink-faint'}>
          <Icon name={isTruncated ? 'warning' : 'fold'} />
        </span>
        <h3 className={classNames('font-semibold', state !== 'holds' && 'text-ink-soft')}>
          Conversation Summary (Checkpoint)
        </h3>
        {state === 'preview' && (
          <span className="rounded bg-accent-wash px-1.5 text-small font-medium text-accent">Preview</span>
        )}
        {request?.usage && <Shrunk before={inputOf(request.usage)} after={request.usage.output} />}
      </div>
      <p className="mt-1 max-w-(--line-length) text-small text-ink-soft">
        {summaryWords({
          form,
          isWritten: request !== null,
          state,
          above: checkpoints?.messagesAbove(message.id) ?? null,
          pauses: checkpoints?.pauses(message.id) ?? false,
        })}
      </p>
      {state === 'preview' && <PreviewEffect chatId={message.chatId} checkpointId={message.id} />}
      <Fold title={isTruncated ? 'Show what is sent' : 'Show summary'} openAtFirst={state === 'preview'}>
        <SummaryText message={message} />
        {(state === 'holds' || state === 'preview') && <SummaryFactsView message={message} />}
      </Fold>
      <Actions message={message} text={message.parts[0]?.text ?? ''} state={state} isTruncated={isTruncated} />
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

/** A summary that another one of the same messages replaced, or that was not accepted: one line, and the way back to it (X2). */
function EarlierVersion({ message }: { message: SummaryMessage }) {
  const actions = useContext(MessageActionsContext)
  const checkpoints = useContext(CheckpointsContext)
  const isDiscarded = checkpoints?.stateOf(message.id) === 'discarded'
  return (
    <section className="rounded border border-line px-4 py-1 text-small text-ink-faint">
      <div className="flex flex-wrap items-center gap-x-2">
        <Icon name="fold" />
        <h3 className="min-w-0 flex-1">
          Earlier summary. {isDiscarded ? 'Not in use.' : 'Replaced by a later checkpoint.'}
        </h3>
        {actions !== null && <Button onClick={() => actions.lift(message.id, 'hold')}>Use this one</Button>}
      </div>
      <Fold title="Show summary">
        <SummaryText message={message} />
      </Fold>
    </section>
  )
}

function SummaryText({ message: { form, parts } }: { message: SummaryMessage }) {
  const texts = parts.map(part => part.text)
  return form === 'snapshot' ? <Snapshot texts={texts} /> : <Markdown text={texts.join('\n\n')} />
}

/** The snapshot itself, and the exact facts beside it. */
function Snapshot({ texts: [snapshot = '', ...facts] }: { texts: readonly string[] }) {
  return (
    <>
      <CodeBlock code={snapshot} language="xml" />
      {facts.length > 0 && <Markdown text={facts.join('\n\n')} />}
    </>
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
        {formatTokens(before)}
        <span className="font-sans"> → </span>
        {formatTokens(after)}
      </span>
      <span aria-hidden="true"> tokens</span>
    </span>
  )
}

interface ActionsProps {
  message: SummaryMessage
  /** Without the facts that follow it. */
  text: string
  state: CheckpointState
  isTruncated: boolean
}

function Actions({ message: { id: messageId, chatId }, text, state, isTruncated }: ActionsProps) {
  const [editing, setEditing] = useState(false)
  const actions = useContext(MessageActionsContext)
  const checkpoints = useContext(CheckpointsContext)
  if (actions === null || checkpoints === null || state === 'replaced') return null
  const { again, redo, pauses } = checkpoints
  const isPreview = state === 'preview'
  return (
    <div className="flex flex-wrap gap-2">
      {isPreview && (
        <>
          <Button look="primary" icon="check" onClick={() => actions.lift(messageId, 'hold')}>
            Use this summary
          </Button>
          <Button look="outline" icon="close" onClick={() => actions.lift(messageId, 'discard')}>
            Discard
          </Button>
        </>
      )}
      {isTruncated && state === 'holds' && (
        <Button look="outline" icon="retry" disabled={again === null} onClick={() => again?.(messageId)}>
          Summarise again
        </Button>
      )}
      {!isPreview && (
        <Button
          look="outline"
          icon={state === 'lifted' ? 'fold' : 'undo'}
          onClick={() => actions.lift(messageId, state === 'lifted' ? 'hold' : 'lift')}
        >
          {state === 'lifted' ? 'Restore' : 'Lift'}
        </Button>
      )}
      {!isTruncated && (state === 'holds' || isPreview) && (
        <Button icon="retry" disabled={redo === null} onClick={() => redo?.(messageId)}>
          Summarise again…
        </Button>
      )}
      {(state === 'holds' || isPreview) && (
        <Button icon="pencil" disabled={again === null} onClick={() => setEditing(true)}>
          Edit
        </Button>
      )}
      <Suspense>
        {editing && (
          <EditSummaryDialog chatId={chatId} checkpointId={messageId} text={text} onClose={() => setEditing(false)} />
        )}
      </Suspense>
      {pauses(messageId) && (
        <Button icon="check" onClick={() => actions.lift(messageId, 'resume-compaction')}>
          Turn automatic summaries on
        </Button>
      )}
    </div>
  )
}
