import type { ChatId, Found, MessageId } from '@stet/api/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useServices } from '../state/services.ts'
import { IconButton } from '../ui/controls/button.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { shortcuts, useShortcut } from '../ui/keyboard/shortcuts.ts'
import { searchQuery } from './search-query.ts'

interface FindInChatProps {
  chatId: ChatId
  onGo: (wanted: { readonly messageId: MessageId; readonly find: string }) => void
}

/** Finds words in the whole chat, also in messages that are not loaded. Enter goes to the next earlier message, Shift+Enter back. */
export function FindInChat({ chatId, onGo }: FindInChatProps) {
  const [open, setOpen] = useState(false)
  const before = useRef<Element | null>(null)
  useShortcut(shortcuts.findInChat, () => {
    before.current = document.activeElement
    setOpen(true)
  })
  if (!open) return null
  return (
    <FindBar
      chatId={chatId}
      onGo={onGo}
      onClose={() => {
        setOpen(false)
        if (before.current instanceof HTMLElement) before.current.focus()
      }}
    />
  )
}

function FindBar({ chatId, onGo, onClose }: FindInChatProps & { onClose: () => void }) {
  const { client } = useServices()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const query = useInfiniteQuery(searchQuery(client, { text }, chatId))
  const { hasNextPage, isFetching, fetchNextPage } = query
  const found = text.trim() === '' ? [] : messagesIn(query.data?.pages.flatMap(page => page.found) ?? [])
  const current = found[Math.min(at, found.length - 1)]?.messageId ?? null

  useEffect(() => {
    if (current !== null) onGo({ messageId: current, find: text })
  }, [current, text, onGo])

  // The count is of the whole chat.
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])

  function go(step: 1 | -1): void {
    if (found.length > 0) setAt((at + step + found.length) % found.length)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      go(event.shiftKey ? -1 : 1)
    }
  }

  return (
    <search
      aria-label="Find in this chat"
      className="mx-auto flex w-full max-w-[47.5rem] items-center gap-1 px-3 py-2 sm:px-6"
      onKeyDown={onKeyDown}
    >
      <div className="relative min-w-0 flex-1">
        <span className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-ink-faint">
          <Icon name="search" size={14} />
        </span>
        <input
          // biome-ignore lint/a11y/noAutofocus: the user asked to type here
          autoFocus
          type="text"
          aria-label="Find in this chat"
          placeholder="Find in this chat"
          autoComplete="off"
          value={text}
          onChange={event => {
            setText(event.target.value)
            setAt(0)
          }}
          className="h-9 w-full rounded border border-line-strong bg-raised pr-2 pl-8 placeholder:text-ink-faint coarse:h-11 coarse:text-read"
        />
      </div>
      <span role="status" className="figures min-w-16 shrink-0 px-1 text-center text-small text-ink-faint">
        {text.trim() === '' || (isFetching && found.length === 0) ? '' : countWords(found.length, at)}
      </span>
      <IconButton label="Later message" icon="arrow-down" disabled={found.length === 0} onClick={() => go(-1)} />
      <IconButton label="Earlier message" icon="arrow-up" disabled={found.length === 0} onClick={() => go(1)} />
      <IconButton label="Close" icon="close" onClick={onClose} />
    </search>
  )
}

function messagesIn(found: readonly Found[]): readonly { readonly messageId: MessageId }[] {
  return found.flatMap(({ messageId }) => (messageId === null ? [] : [{ messageId }]))
}

function countWords(count: number, at: number): string {
  return count === 0 ? 'Not found' : `${Math.min(at, count - 1) + 1} of ${count}`
}
