import type { ListedChat } from '@stet/api/client'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { IconButton } from '../ui/controls/button.tsx'
import { Tooltip } from '../ui/controls/tooltip.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { WritingDots } from '../ui/graphics/writing-dots.tsx'
import { chatTitle } from './chat-title.ts'
import { RenameField } from './rename-field.tsx'

export function ChatListItem({ listed, onChosen }: { listed: ListedChat; onChosen: () => void }) {
  return (
    <li className="[contain-intrinsic-size:auto_2.25rem] [content-visibility:auto]">
      {listed.kind === 'chat' ? (
        <ReadableChat listed={listed} onChosen={onChosen} />
      ) : (
        <UnreadableChat because={listed.because} />
      )}
    </li>
  )
}

interface ReadableChatProps {
  listed: Extract<ListedChat, { kind: 'chat' }>
  onChosen: () => void
}

function ReadableChat({ listed: { chat, running }, onChosen }: ReadableChatProps) {
  const [renaming, setRenaming] = useState(false)
  const title = chatTitle(chat)
  if (renaming) return <RenameField chat={chat} onDone={() => setRenaming(false)} className="px-1 py-0.5" />
  return (
    <div className="group relative">
      <Tooltip text={title} side="right" disabled={title.length < 28}>
        <Link
          to="/chats/$chatId"
          params={{ chatId: chat.id }}
          data-chat-link=""
          className="flex h-9 items-center gap-2 rounded px-3 pr-9 transition-colors duration-150 hover:bg-wash hover:text-ink coarse:h-11"
          activeProps={{ className: 'bg-wash text-ink font-medium' }}
          inactiveProps={{ className: 'text-ink-soft' }}
          onClick={onChosen}
          onDoubleClick={() => setRenaming(true)}
          onKeyDown={event => {
            if (event.key === 'F2') setRenaming(true)
          }}
        >
          <bdi className="min-w-0 flex-1 truncate text-left">{title}</bdi>
          {running && (
            <span className="absolute right-3 group-focus-within:opacity-0 group-hover:opacity-0 coarse:group-has-aria-[current=page]:right-11">
              <WritingDots />
              <span className="sr-only">, answering</span>
            </span>
          )}
        </Link>
      </Tooltip>
      <IconButton
        label={`Rename ${title}`}
        icon="pencil"
        tabIndex={-1}
        className="absolute top-0.5 right-0.5 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 coarse:top-0.5 coarse:hidden coarse:group-has-aria-[current=page]:inline-flex coarse:group-has-aria-[current=page]:opacity-100"
        onClick={() => setRenaming(true)}
      />
    </div>
  )
}

function UnreadableChat({ because }: { because: string }) {
  return (
    <Tooltip text={`${because} Your other chats are fine.`} side="right">
      <button
        type="button"
        className="flex h-9 w-full cursor-default items-center gap-2 rounded px-3 text-red coarse:h-11"
      >
        <Icon name="warning" />
        <span className="truncate">Unreadable chat</span>
      </button>
    </Tooltip>
  )
}
