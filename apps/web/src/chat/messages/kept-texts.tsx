import type { MessageId } from '@stet/api/client'
import { use } from 'react'
import { IconButton } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/graphics/icon.tsx'
import { MessageActionsContext } from './message-actions.ts'

/** The sentences of a message that survive every summary, each with a way to let it go (C22). */
export function KeptTexts({ messageId }: { messageId: MessageId }) {
  const actions = use(MessageActionsContext)
  const texts = actions?.keptOf(messageId) ?? []
  if (actions === null || texts.length === 0) return null
  return (
    <ul aria-label="Kept sentences" className="mt-2 flex flex-col gap-1 text-small text-ink-soft">
      {texts.map(text => (
        <li key={text} className="flex items-start gap-2 rounded border border-line bg-desk px-2 py-1">
          <span className="mt-0.5 text-ink-faint">
            <Icon name="pin" />
          </span>
          <span className="min-w-0 flex-1 break-words">{text}</span>
          <IconButton
            icon="close"
            label={`Do not keep: ${text}`}
            onClick={() => actions.keepText(messageId, text, false)}
          />
        </li>
      ))}
    </ul>
  )
}
