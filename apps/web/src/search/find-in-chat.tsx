import type { ChatId, FoundInChat, MessageId } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useServices } from '../state/services.ts'
import { IconButton } from '../ui/controls/button.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { shortcuts, useShortcut } from '../ui/keyboard/shortcuts.ts'
import type { MarkedHits } from './find-marks.tsx'
import { findQuery } from './find-query.ts'

interface FindInChatProps {
  chatId: ChatId
  tip: MessageId | null
  open: boolean
  onOpenChange: (open: boolean) => void
  onGo: (wanted: { readonly messageId: MessageId; readonly find: string }) => void
  /** Where on the shown branch something was found; null when nothing is looked for. */
  onMarked: (marked: MarkedHits | null) => void
}

/** Finds words in the whole chat, also in messages that are not loaded. Enter goes to the next earlier message, Shift+Enter back. */
export function FindInChat(props: FindInChatProps) {
  const { open, onOpenChange } = props
  const field = useRef<HTMLInputElement>(null)
  useShortcut(shortcuts.findInChat, () => {
    onOpenChange(true)
    field.current?.select()
    field.current?.focus()
  })
  return open && <FindBar {...props} field={field} />
}

interface FindBarProps extends FindInChatProps {
  field: RefObject<HTMLInputElement | null>
}

function FindBar({ chatId, tip, onOpenChange, onGo, onMarked, field }: FindBarProps) {
  const { client } = useServices()
  const [before] = useState(() => document.activeElement)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { data, isFetching } = useQuery(findQuery(client, { chatId, tip, text, at }))
  const found = text.trim() === '' ? undefined : data
  const total = found?.total ?? 0
  const current = found?.found[at - found.from] ?? null
  const messageId = current?.messageId ?? null
  const place = current?.place ?? null
  const marks = found?.marks ?? null

  useEffect(() => {
    if (messageId !== null) onGo({ messageId, find: text })
  }, [messageId, text, onGo])

  useEffect(() => {
    onMarked(marks === null ? null : { marks, place, onGo: setAt })
  }, [marks, place, onMarked])
  useEffect(() => () => onMarked(null), [onMarked])

  function go(step: 1 | -1): void {
    if (total > 0) setAt((at + step + total) % total)
  }

  function close(): void {
    onOpenChange(false)
    // A menu or the palette that it was opened from is gone.
    const isGone = before === null || before === document.body || !before.isConnected
    const next = isGone ? document.getElementById('main') : before
    if (next instanceof HTMLElement) next.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      go(event.shiftKey ? -1 : 1)
    }
  }

  return (
    <search
      aria-label="Find in this chat"
      className="mx-auto flex w-full max-w-(--column) items-center gap-1 px-3 py-2 sm:px-6"
      onKeyDown={onKeyDown}
    >
      <div className="relative min-w-0 flex-1">
        <span className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-ink-faint">
          <Icon name="search" size={14} />
        </span>
        <input
          ref={field}
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
        {found === undefined || (isFetching && total === 0) ? '' : countWords(found, at)}
      </span>
      <IconButton label="Later message" icon="arrow-down" disabled={total === 0} onClick={() => go(-1)} />
      <IconButton label="Earlier message" icon="arrow-up" disabled={total === 0} onClick={() => go(1)} />
      <IconButton label="Close" icon="close" onClick={close} />
    </search>
  )
}

function countWords({ total, isMore }: FoundInChat, at: number): string {
  if (total === 0) return 'Not found'
  return `${Math.min(at + 1, total)} of ${total.toLocaleString('en')}${isMore ? '+' : ''}`
}
