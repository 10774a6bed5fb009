import type { UserMessage } from '@stet/api/client'
import { useContext } from 'react'
import { AttachedFiles } from '../../attachments/attached-files.tsx'
import { IconButton } from '../../ui/controls/button.tsx'
import { BranchSwitch } from './branch-switch.tsx'
import { MessageActionsContext } from './message-actions.ts'
import { MessageFooter } from './message-footer.tsx'
import { messageMarkdown } from './message-markdown.ts'
import { MessageMenu } from './message-menu.tsx'
import { SaidText } from './said-text.tsx'

/** What the user typed, as it was typed. */
export function UserView({ message }: { message: UserMessage }) {
  return (
    <div className="group relative">
      <div className="-ml-[0.9375rem] w-fit max-w-[calc(100%+0.9375rem)] rounded-r bg-said py-3 pr-5 pl-[0.9375rem]">
        <AttachedFiles parts={message.parts.filter(part => part.kind === 'file')} messageId={message.id} />
        {message.parts.map((part, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes
          part.kind === 'text' ? <SaidText key={index} text={part.text} /> : null,
        )}
      </div>
      <div className="absolute top-full opacity-0 transition-opacity duration-150 group-focus-within:opacity-100 group-hover:opacity-100 coarse:opacity-100">
        <MessageFooter
          at={message.at}
          markdown={() => messageMarkdown(message)}
          actions={
            <>
              <EditButton message={message} />
              <MessageMenu messageId={message.id} requestId={null} />
            </>
          }
        >
          <BranchSwitch messageId={message.id} />
        </MessageFooter>
      </div>
    </div>
  )
}

function EditButton({ message }: { message: UserMessage }) {
  const actions = useContext(MessageActionsContext)
  if (actions === null) return null
  return <IconButton label="Edit" icon="pencil" className="text-ink-faint" onClick={() => actions.edit(message)} />
}
