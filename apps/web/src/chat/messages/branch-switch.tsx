import type { MessageId } from '@stet/api/client'
import { useContext } from 'react'
import { IconButton } from '../../ui/controls/button.tsx'
import { MessageActionsContext } from './message-actions.ts'

/** ‹ 2/3 › at a fork: the other branches are kept, and each opens where the user last was in it (H4). */
export function BranchSwitch({ messageId }: { messageId: MessageId }) {
  const actions = useContext(MessageActionsContext)
  const siblings = actions?.siblingsOf(messageId) ?? []
  const index = siblings.indexOf(messageId)
  if (actions === null || index === -1 || siblings.length < 2) return null
  const before = siblings[index - 1]
  const after = siblings[index + 1]
  return (
    <span className="-mx-1 inline-flex items-center text-ink-soft">
      <IconButton
        label="Previous branch"
        icon="chevron-left"
        disabled={before === undefined}
        onClick={() => before && actions.choose(before)}
      />
      <span className="figures">
        <span className="sr-only">Branch {`${index + 1} of ${siblings.length}`}</span>
        <span aria-hidden="true">
          {index + 1}/{siblings.length}
        </span>
      </span>
      <IconButton
        label="Next branch"
        icon="chevron-right"
        disabled={after === undefined}
        onClick={() => after && actions.choose(after)}
      />
      <IconButton
        label="Compare branches"
        icon="compare"
        onClick={() => {
          const other = before ?? after
          if (other !== undefined) actions.compare(other, messageId)
        }}
      />
    </span>
  )
}
