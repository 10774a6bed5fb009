import { isAside, type LinkMessage } from '@stet/api/client'
import { memo, type ReactNode } from 'react'
import { ResultsView } from '../../calls/results-view.tsx'
import { roleWords } from '../../margin/fate-words.ts'
import { PlainRail, Rail } from '../../margin/rail.tsx'
import type { Row } from '../../state/chat-view.ts'
import { classNames } from '../../ui/class-names.ts'
import { Place } from '../../ui/hooks/kept-state.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { AnswerView } from './answer-view.tsx'
import { AsideView } from './aside-view.tsx'
import { KeptTexts } from './kept-texts.tsx'
import { MessageBoundary } from './message-boundary.tsx'
import { StepsView } from './steps-view.tsx'
import { UserView } from './user-view.tsx'
import { WaitingView } from './waiting-view.tsx'

interface RowViewProps {
  row: Row
}

export const RowView = memo(
  ({ row }: RowViewProps) => (
    <article
      aria-label={labelOf(row)}
      className={classNames(
        'group/row relative mx-auto max-w-(--column) pr-4 pl-7 sm:pr-6 sm:pl-10 coarse:pl-10',
        bottomOf(row),
      )}
    >
      <Margin row={row} />
      <div {...(isSaid(row) && { 'data-said-by': row.message.id })}>
        <Place name={row.key}>
          <MessageBoundary of={contentKey(row)}>
            <Content row={row} />
            {row.kind === 'message' && <KeptTexts messageId={row.message.id} />}
          </MessageBoundary>
        </Place>
      </div>
    </article>
  ),
  (one, other) =>
    contentKey(one.row) === contentKey(other.row) &&
    one.row.kind === other.row.kind &&
    isStep(one.row) === isStep(other.row),
)

/** Whether sentences of it can be kept. */
function isSaid(row: Row): row is Extract<Row, { kind: 'message' }> {
  return row.kind === 'message' && (row.message.role === 'user' || row.message.role === 'assistant')
}

function isOwn(row: Row): boolean {
  return row.kind === 'message' && row.message.role === 'user'
}

/** The space below it. A note of a title belongs to the answer above it, and is no step of the conversation. */
function bottomOf(row: Row): string {
  if (row.kind === 'steps') return 'pb-4'
  if (isOwn(row)) return 'pb-9 coarse:pb-12'
  return isTitle(row) ? '-top-4 pb-5' : 'pb-9'
}

function isTitle(row: Row): boolean {
  return row.kind === 'message' && (row.message.role === 'title' || row.message.role === 'system-title')
}

function contentKey(row: Row): object {
  if (row.kind === 'steps') return row
  return row.kind === 'draft' ? row.draft : row.message
}

function isStep(row: Row): boolean {
  return row.kind === 'message' && row.isStep === true
}

/** The margin. It says only what is known: what is being written, and what becomes of the rest in the next request. */
function Margin({ row }: { row: Row }) {
  const bottom = classNames('bottom-9', isOwn(row) && 'coarse:bottom-12')
  if (row.kind === 'draft') return <PlainRail bottom={bottom} writing={row.draft.state === 'writing'} />
  if (row.kind === 'waiting') return null
  if (row.kind === 'steps') return <PlainRail bottom="bottom-4" />
  if (isAside(row.message)) return null
  return <Rail messageId={row.message.id} name={labelOf(row)} bottom={bottom} />
}

/** A part of its own, so that what goes wrong in it stays within its boundary. */
function Content({ row }: RowViewProps) {
  if (row.kind === 'draft') return <AnswerView answer={{ kind: 'draft', draft: row.draft }} />
  if (row.kind === 'waiting') return <WaitingView message={row.message} />
  if (row.kind === 'steps') return <StepsView steps={row} />
  return isAside(row.message) ? <AsideView message={row.message} /> : linkContent(row.message, isStep(row))
}

function linkContent(message: LinkMessage, step: boolean): ReactNode {
  switch (message.role) {
    case 'user':
      return <UserView message={message} />
    case 'assistant':
      return <AnswerView answer={{ kind: 'message', message }} isStep={step} />
    case 'tool-results':
      return <ResultsView message={message} />
    case 'env-changed':
      return <DirectoriesNote added={message.added} removed={message.removed} />
    case 'unreadable':
      return (
        <Notice tone="trouble" title="Unreadable message">
          {message.because} The rest of the chat is fine.
        </Notice>
      )
  }
}

function DirectoriesNote({ added, removed }: { added: readonly string[]; removed: readonly string[] }) {
  return (
    <ul className="text-small text-ink-faint">
      {added.map(path => (
        <li key={path}>
          Directory added: <bdi className="font-mono">{path}</bdi>
        </li>
      ))}
      {removed.map(path => (
        <li key={path}>
          Directory removed: <bdi className="font-mono">{path}</bdi>
        </li>
      ))}
    </ul>
  )
}

function labelOf(row: Row): string {
  if (row.kind === 'waiting') return 'You, not sent yet'
  if (row.kind === 'steps') return 'Steps'
  return row.kind === 'draft' ? 'Answer, writing' : roleWords(row.message.role)
}
