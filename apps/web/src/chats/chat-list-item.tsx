import type { ChatEntry, ListedChat } from '@stet/api/client'
import { Link } from '@tanstack/react-router'
import { memo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Tooltip } from '../ui/controls/tooltip.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { WritingDots } from '../ui/graphics/writing-dots.tsx'
import { Menu, MenuItem } from '../ui/overlays/menu.tsx'
import type { ReadableChat } from './apply-to-list.ts'
import { ChatMenuItems } from './chat-menu-items.tsx'
import { useChatMoves } from './chat-moves.tsx'
import { chatTitle } from './chat-title.ts'
import { RenameField } from './rename-field.tsx'
import type { Selection } from './use-selection.ts'

interface ChatListItemProps {
  listed: ListedChat
  selection: Selection
  onChosen: () => void
}

/** Drawn again only when this chat changes: its menu and tooltip cost more than its title. */
export const ChatListItem = memo(({ listed, selection, onChosen }: ChatListItemProps) => (
  <li className="[contain-intrinsic-size:auto_2.25rem] [content-visibility:auto]">
    {listed.kind === 'unreadable' ? (
      <UnreadableChat because={listed.because} />
    ) : selection.active ? (
      <SelectableChat chat={listed.chat} selection={selection} />
    ) : (
      <OpenableChat listed={listed} selection={selection} onChosen={onChosen} />
    )}
  </li>
))

interface OpenableChatProps {
  listed: ReadableChat
  selection: Selection
  onChosen: () => void
}

function OpenableChat({ listed: { chat, running, waiting }, selection, onChosen }: OpenableChatProps) {
  const { remove } = useChatMoves()
  const [renaming, setRenaming] = useState(false)
  const title = chatTitle(chat)
  const link = useRef<HTMLAnchorElement>(null)
  function endRenaming(hadFocus: boolean): void {
    flushSync(() => setRenaming(false))
    if (hadFocus) link.current?.focus()
  }
  if (renaming) return <RenameField chat={chat} onDone={endRenaming} className="px-1 py-0.5" />
  return (
    <div className="group relative">
      <Tooltip text={title} side="right" disabled={title.length < 28}>
        <Link
          ref={link}
          to="/chats/$chatId"
          params={{ chatId: chat.id }}
          search={waiting === null ? {} : { message: waiting }}
          activeOptions={{ includeSearch: false }}
          data-chat-link=""
          className="flex h-9 items-center gap-2 rounded px-3 pr-9 -outline-offset-2 transition-colors duration-150 hover:bg-wash hover:text-ink coarse:h-11 coarse:pr-11"
          activeProps={{ className: 'bg-wash text-ink font-medium' }}
          inactiveProps={{ className: 'text-ink-soft' }}
          onClick={onChosen}
          onDoubleClick={() => setRenaming(true)}
          onKeyDown={event => {
            if (event.key === 'F2') setRenaming(true)
            if (event.key === 'Delete') {
              focusNeighbour(event.currentTarget)
              remove([chat])
            }
          }}
        >
          <bdi className="min-w-0 flex-1 truncate text-left">{title}</bdi>
          <Activity running={running} waiting={waiting !== null} />
        </Link>
      </Tooltip>
      <Menu
        label={`More about ${title}`}
        className="absolute top-0.5 right-0.5 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 aria-expanded:opacity-100 coarse:opacity-100"
      >
        <MenuItem icon="pencil" onClick={() => setRenaming(true)}>
          Rename
        </MenuItem>
        <MenuItem icon="list-checks" onClick={() => selection.toggle(chat)}>
          Select chats
        </MenuItem>
        <ChatMenuItems chat={chat} />
      </Menu>
    </div>
  )
}

/** The focus goes to the next chat of the list, or to the one before the last. */
function focusNeighbour(link: HTMLElement): void {
  const links = [...(link.closest('nav')?.querySelectorAll<HTMLElement>('[data-chat-link]') ?? [])]
  const at = links.indexOf(link)
  const neighbour = links[at + 1] ?? links[at - 1]
  neighbour?.focus()
}

function Activity({ running, waiting }: { running: boolean; waiting: boolean }) {
  if (!(running || waiting)) return null
  return (
    <span className="absolute right-3 group-focus-within:right-10 group-hover:right-10 coarse:right-11">
      {waiting ? (
        <span className="block rounded bg-accent-wash px-1.5 text-small font-medium text-accent">Approve</span>
      ) : (
        <WritingDots />
      )}
      <span className="sr-only">{waiting ? ', a tool call waits for your approval' : ', answering'}</span>
    </span>
  )
}

function SelectableChat({ chat, selection }: { chat: ChatEntry; selection: Selection }) {
  return (
    <label className="flex h-9 cursor-pointer items-center gap-3 rounded px-3 text-ink-soft transition-colors duration-150 hover:bg-wash hover:text-ink has-checked:bg-wash has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent coarse:h-11">
      <input
        type="checkbox"
        className="size-4 shrink-0 accent-accent outline-none"
        checked={selection.chats.has(chat.id)}
        onChange={() => selection.toggle(chat)}
      />
      <bdi className="min-w-0 flex-1 truncate">{chatTitle(chat)}</bdi>
    </label>
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
