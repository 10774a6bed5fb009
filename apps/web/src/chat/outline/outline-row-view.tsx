import type { OutlinedMessage } from '@stet/api/client'
import { formatMoment } from '../../formats/format-moment.ts'
import { withoutMarkdown } from '../../formats/without-markdown.ts'
import { useModelName } from '../../models/model-name.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/graphics/icon.tsx'
import type { OutlineRow } from './outline-rows.ts'

interface OutlineRowViewProps {
  id: string
  row: OutlineRow
  /** Whether the keyboard is here. */
  isChosen: boolean
  /** Whether this turn is what is read now. */
  isHere: boolean
}

export function OutlineRowView({ id, row, isChosen, isHere }: OutlineRowViewProps) {
  const isOpen = row.kind === 'more' ? null : row.isOpen
  const isShown = row.level === 1
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.place}
      aria-setsize={row.size}
      aria-expanded={isOpen ?? undefined}
      aria-selected={isChosen}
      aria-current={isHere ? 'location' : undefined}
      tabIndex={-1}
      style={{ paddingLeft: `${0.75 + (row.level - 1) * 0.875}rem` }}
      className={classNames(
        'group/item flex min-h-13 cursor-pointer items-center gap-1.5 pr-3 hover:bg-wash',
        isChosen &&
          'bg-wash group-focus-visible/tree:outline-2 group-focus-visible/tree:-outline-offset-2 group-focus-visible/tree:outline-accent',
      )}
    >
      <span
        data-toggle={isOpen === null ? undefined : ''}
        aria-hidden="true"
        className={classNames(
          'grid size-6 shrink-0 place-items-center rounded text-ink-faint',
          isOpen !== null && 'hover:text-ink',
        )}
      >
        {isOpen === null ? (
          <span className={classNames('size-1.5 rounded-full', isShown ? 'bg-ink-faint' : 'border border-ink-faint')} />
        ) : (
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
        )}
      </span>
      <RowWords row={row} isHere={isHere} />
    </div>
  )
}

function RowWords({ row, isHere }: { row: OutlineRow; isHere: boolean }) {
  if (row.kind === 'more')
    return <span className="text-small text-ink-soft">{row.count} more, reached by ‹ › at the message</span>
  if (row.kind === 'turn') {
    const { turn } = row
    if (turn === null) return <span className="text-ink-faint">Turn {row.place}</span>
    const { question, answer } = turn
    return (
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <bdi className="min-w-0 flex-1 truncate">{question?.words || read(answer) || 'A message without text'}</bdi>
          {isHere && <span className="shrink-0 text-small font-medium text-accent">You are here</span>}
          {row.isOpen !== null && (
            <span className="flex shrink-0 items-center gap-1 text-small text-ink-soft">
              <Icon name="fork" size={12} />
              <span className="sr-only">Branches here: </span>
              <span className="figures">{turn.branches.length + turn.unlisted + 1}</span>
            </span>
          )}
        </span>
        {answer !== null && <AnswerLine message={answer} says={question !== null} />}
      </span>
    )
  }
  const { branch } = row
  if (branch === null) return <span className="text-ink-faint">Branch</span>
  return (
    <>
      <span className="min-w-0 flex-1">
        <bdi className="block truncate">{read(branch.message) || 'A message without text'}</bdi>
        <span className="flex items-baseline gap-1 text-small text-ink-faint">
          <span className="shrink-0">Other branch ·</span>
          <By message={branch.message} />
          <span className="shrink-0">
            · {branch.messages === 1 ? '1 message' : `${branch.messages.toLocaleString('en')} messages`}
          </span>
        </span>
      </span>
      <button
        type="button"
        tabIndex={-1}
        data-compare=""
        className="h-8 shrink-0 rounded px-2 text-small font-medium text-accent hover:bg-paper hover:underline coarse:h-11"
      >
        Compare
      </button>
    </>
  )
}

/** How a message begins: what the user typed as it was typed, an answer as it is read. */
function read(message: OutlinedMessage | null): string {
  return message === null || message.model === null ? (message?.words ?? '') : withoutMarkdown(message.words).text
}

/** Who answered and how the answer begins. */
function AnswerLine({ message, says }: { message: OutlinedMessage; says: boolean }) {
  return (
    <span className="flex items-baseline gap-1 text-small text-ink-faint">
      <By message={message} />
      {says && message.words !== '' && <bdi className="min-w-0 flex-1 truncate">· {read(message)}</bdi>}
    </span>
  )
}

function By({ message: { model, at } }: { message: OutlinedMessage }) {
  if (model === null) return <span className="shrink-0">You, {formatMoment(at, Date.now())}</span>
  return <ByModel model={model} at={at} />
}

function ByModel({ model, at }: { model: NonNullable<OutlinedMessage['model']>; at: number }) {
  const name = useModelName(model)
  return (
    <span className="max-w-1/2 shrink-0 truncate">
      {name}, {formatMoment(at, Date.now())}
    </span>
  )
}
