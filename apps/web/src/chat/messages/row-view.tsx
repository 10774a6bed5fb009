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
import { MessageBoundary } from './message-boundary.tsx'
import { UserView } from './user-view.tsx'
import { WaitingView } from './waiting-view.tsx'

interface RowViewProps {
  row: Row
  /** The model that is writing, for a draft. */
  model: string
}

export const RowView = memo(
  ({ row, model }: RowViewProps) => (
    <article
      aria-label={labelOf(row)}
      className={classNames(
        'group/row relative mx-auto max-w-(--column) pr-4 pb-9 pl-7 sm:pr-6 sm:pl-10 coarse:pl-10',
        isOwn(row) && 'coarse:pb-12',
      )}
    >
      <Margin row={row} />
      <div>
        <Place name={row.key}>
          <MessageBoundary of={contentKey(row)}>
            <Content row={row} model={model} />
          </MessageBoundary>
        </Place>
      </div>
    </article>
  ),
  (one, other) => contentKey(one.row) === contentKey(other.row) && one.model === other.model,
)

function isOwn(row: Row): boolean {
  return row.kind === 'message' && row.message.role === 'user'
}

function contentKey(row: Row): object {
  return row.kind === 'draft' ? row.draft : row.message
}

/** The margin. It says only what is known: what is being written, and what becomes of the rest in the next request. */
function Margin({ row }: { row: Row }) {
  const bottom = classNames('bottom-9', isOwn(row) && 'coarse:bottom-12')
  if (row.kind === 'draft') return <PlainRail bottom={bottom} writing={row.draft.state === 'writing'} />
  if (row.kind === 'waiting') return null
  if (isAside(row.message)) return null
  return <Rail messageId={row.message.id} name={labelOf(row)} bottom={bottom} />
}

/** A part of its own, so that what goes wrong in it stays within its boundary. */
function Content({ row, model }: RowViewProps) {
  if (row.kind === 'draft') return <AnswerView answer={{ kind: 'draft', draft: row.draft, model }} />
  if (row.kind === 'waiting') return <WaitingView message={row.message} />
  return isAside(row.message) ? <AsideView message={row.message} /> : linkContent(row.message)
}

function linkContent(message: LinkMessage): ReactNode {
  switch (message.role) {
    case 'user':
      return <UserView message={message} />
    case 'assistant':
      return <AnswerView answer={{ kind: 'message', message }} />
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
  return row.kind === 'draft' ? 'Answer, writing' : roleWords(row.message.role)
}
