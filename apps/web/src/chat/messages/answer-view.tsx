import type {
  AnswerEnd,
  AssistantMessage,
  AssistantPart,
  Draft,
  DraftPart,
  DraftRetry,
  FilePart,
  MessageId,
} from '@stet/api/client'
import { memo, useContext, useMemo } from 'react'
import { formatDuration } from '../../formats/format-duration.ts'
import { retryPlan, retryReason } from '../../formats/retry-words.ts'
import { CitationContext } from '../../markdown/elements.tsx'
import { useModelName } from '../../models/model-name.ts'
import { CacheNote } from '../../requests/cache-note.tsx'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { WritingDots } from '../../ui/graphics/writing-dots.tsx'
import { Place } from '../../ui/hooks/kept-state.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Notice } from '../../ui/layout/notice.tsx'
import { CostFigure } from '../../usage/cost-figure.tsx'
import { BranchSwitch } from './branch-switch.tsx'
import { MessageActionsContext } from './message-actions.ts'
import { MessageFooter, ModelName, UsageFigures } from './message-footer.tsx'
import { draftMarkdown, messageMarkdown } from './message-markdown.ts'
import { MessageMenu } from './message-menu.tsx'
import { PartView } from './part-view.tsx'
import { sourcesOf, withMarks } from './sources/citations.ts'
import { CitationMark, SourcesView } from './sources/sources-view.tsx'

/** A draft and the saved answer are rendered by the same components: nothing moves when it is finished. */
export type Answer =
  | { readonly kind: 'message'; readonly message: AssistantMessage }
  | { readonly kind: 'draft'; readonly draft: Draft }

interface AnswerViewProps {
  answer: Answer
  /** A step of a run that continued: the answer at the end of the run has the footer, this one only under the pointer or with the focus. */
  isStep?: boolean
}

export function AnswerView({ answer, isStep = false }: AnswerViewProps) {
  const draft = answer.kind === 'draft' ? answer.draft : null
  const writing = draft?.state === 'writing'
  const written = answer.kind === 'draft' ? null : answer.message.parts
  const sources = useMemo(() => (written === null ? [] : sourcesOf(written)), [written])
  const marked = useMemo(() => (written === null ? null : withMarks(written, sources)), [written, sources])
  const parts = marked ?? (answer.kind === 'draft' ? answer.draft.parts.map(toPart) : [])
  const markOf = useMemo(
    () => (number: number) => {
      const source = sources[number - 1]
      return source ? <CitationMark source={source} /> : null
    },
    [sources],
  )
  const reasoningTokens = answer.kind === 'message' ? (answer.message.usage?.reasoning ?? null) : null
  return (
    <>
      <CitationContext value={markOf}>
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place, and parts are only ever added
          <Place key={index} name={String(index)}>
            <PartView
              part={part}
              files={filesAt(parts, index)}
              since={draft && writing && index === parts.length - 1 ? draft.startedAt : null}
              reasoningTokens={reasoningTokens}
              definition={answer.kind === 'message' ? answer.message.origin.definition : null}
              messageId={answer.kind === 'message' ? answer.message.id : null}
            />
          </Place>
        ))}
      </CitationContext>
      <SourcesView sources={sources} />
      {answer.kind === 'draft' ? (
        <DraftFooter draft={answer.draft} />
      ) : (
        <AnswerFooter message={answer.message} quiet={isStep} />
      )}
    </>
  )
}

/** Files that follow each other are shown together, at the place of the first. */
function filesAt(parts: readonly AssistantPart[], index: number): readonly FilePart[] {
  if (parts[index - 1]?.kind === 'file') return []
  const following = parts.slice(index)
  const end = following.findIndex(part => part.kind !== 'file')
  return (end === -1 ? following : following.slice(0, end)).filter(part => part.kind === 'file')
}

function AnswerFooter({ message, quiet }: { message: AssistantMessage; quiet: boolean }) {
  const actions = useContext(MessageActionsContext)
  const explained = message.parts.some(part => part.kind === 'error')
  return (
    <>
      <EndNote end={message.end} explained={explained} />
      {brokeOff(message) && <ContinueButton messageId={message.id} />}
      <CacheNote messageId={message.id} />
      <MessageFooter
        at={message.at}
        quiet={quiet}
        shown={actions?.isLast(message.id) ?? false}
        details={<UsageFigures usage={message.usage} />}
        markdown={() => messageMarkdown(message)}
        branches={<BranchSwitch messageId={message.id} />}
        cost={<CostFigure message={message} request={message} />}
        actions={
          <>
            <RetryButton messageId={message.id} />
            <MessageMenu messageId={message.id} requestId={message.requestId} canRetry />
          </>
        }
      >
        <ModelName origin={message.origin} />
      </MessageFooter>
    </>
  )
}

/** Whether there is something to continue. A refusal is an end, an empty answer has nothing to continue, and calls run first. */
function brokeOff({ end, parts }: AssistantMessage): boolean {
  const said = parts.some(part => part.kind === 'text' && part.text !== '')
  const called = parts.some(part => part.kind === 'tool-call')
  return said && !called && end !== 'complete' && end !== 'refused'
}

/** An answer that broke off can be continued from where it ended (R5, R9). */
function ContinueButton({ messageId }: { messageId: MessageId }) {
  const actions = useContext(MessageActionsContext)
  if (actions === null || actions.writing || !actions.isLast(messageId)) return null
  return (
    <Button look="outline" icon="arrow-right" className="my-2" onClick={() => actions.goOn(messageId)}>
      Continue
    </Button>
  )
}

function RetryButton({ messageId }: { messageId: MessageId }) {
  const actions = useContext(MessageActionsContext)
  if (actions === null) return null
  return (
    <IconButton
      label="Answer again"
      data-tour="again"
      icon="retry"
      className="text-ink-faint"
      disabled={actions.writing}
      onClick={() => actions.retry(messageId)}
    />
  )
}

function DraftFooter({ draft }: { draft: Draft }) {
  const { state, model, startedAt, retry, parts } = draft
  if (state === 'writing') return <WritingFooter model={model} startedAt={startedAt} retry={retry} />
  return (
    <>
      <Notice tone="trouble" title="Could not save this answer" className="mt-3">
        Copy the text before you close this page. It will be recovered when the server restarts.
      </Notice>
      <MessageFooter at={startedAt} markdown={() => draftMarkdown(parts)} />
    </>
  )
}

/** Not drawn again for each piece of text: it would cost as much as the text. */
const WritingFooter = memo(({ model, startedAt, retry }: Pick<Draft, 'model' | 'startedAt' | 'retry'>) => {
  const name = useModelName(model)
  const now = useNow(true)
  return (
    <footer className="mt-1 flex min-h-8 flex-wrap items-center gap-x-3 text-small text-ink-faint">
      <WritingDots />
      <span className="font-medium">{name}</span>
      <span className="whitespace-nowrap tabular-nums">{formatDuration(now - startedAt)}</span>
      {retry && <RetryNote retry={retry} now={now} />}
    </footer>
  )
})

/** Counts down visibly; a screen reader is given once why it takes longer. */
function RetryNote({ retry, now }: { retry: DraftRetry; now: number }) {
  return (
    <span className="basis-full pb-2 text-ink-soft sm:basis-auto sm:pb-0">
      <span role="status">
        {retryReason(retry)}
        <span className="sr-only"> Retrying.</span>
      </span>{' '}
      <span aria-hidden="true" className="tabular-nums">
        {retryPlan(retry, now)}
      </span>
    </span>
  )
}

function toPart(part: DraftPart): AssistantPart {
  switch (part.kind) {
    case 'text':
      return { kind: 'text', text: part.text }
    case 'reasoning':
      return { kind: 'reasoning', text: part.text, signature: null }
    case 'tool-call':
      return {
        kind: 'tool-call',
        callId: part.callId,
        tool: part.tool,
        input: part.text,
        providerCallId: part.providerCallId,
      }
    case 'provider-call':
      return { kind: 'provider-call', tool: part.tool, input: part.text, outcome: 'done' }
  }
}

/** An answer that ended otherwise than by itself says why (V2). */
function EndNote({ end, explained }: { end: AnswerEnd; explained: boolean }) {
  const text = endText(end)
  if (text === null || (end === 'failed' && explained)) return null
  return (
    <p className="mt-3 flex items-baseline gap-2 text-ui text-ink-soft">
      <span aria-hidden="true" className="w-6 shrink-0 border-b border-dotted border-line-strong" />
      <span>{text}</span>
    </p>
  )
}

function endText(end: AnswerEnd): string | null {
  switch (end) {
    case 'complete':
      return null
    case 'stopped':
      return 'You stopped this answer.'
    case 'interrupted':
      return 'Interrupted: Stet stopped while this was being written.'
    case 'length':
      return 'Cut off at the answer’s length limit.'
    case 'refused':
      return 'The model declined to continue.'
    case 'failed':
      return 'The answer failed before it was finished.'
  }
}
