import type { Chat, MessageId } from '@stet/api/client'
import { Suspense } from 'react'
import { shortcuts, useShortcut } from '../../ui/keyboard/shortcuts.ts'
import { lazyPart } from '../../ui/parts/lazy-part.tsx'

const OutlineSheet = lazyPart(async () => (await import('./outline-sheet.tsx')).OutlineSheet)
const CompareDialog = lazyPart(async () => (await import('./compare-dialog.tsx')).CompareDialog)
const DateDialog = lazyPart(async () => (await import('./date-dialog.tsx')).DateDialog)

/** The sheets over a chat: its outline, the comparison of two branches, or the dialog for a date. */
export type Overlay =
  | { readonly kind: 'outline'; readonly around: MessageId | null }
  | { readonly kind: 'date' }
  | { readonly kind: 'compare'; readonly one: MessageId; readonly other: MessageId }

interface ChatOverlaysProps {
  chat: Chat
  overlay: Overlay | null
  onOverlay: (overlay: Overlay | null) => void
  /** Scrolls to a message, on whichever branch it is. */
  onGo: (messageId: MessageId) => void
}

export function ChatOverlays({ chat, overlay, onOverlay, onGo }: ChatOverlaysProps) {
  useShortcut(shortcuts.outline, () => onOverlay(outlineHere()))
  const close = () => onOverlay(null)
  const go = (messageId: MessageId) => {
    close()
    onGo(messageId)
  }
  return (
    <Suspense>
      {overlay?.kind === 'outline' && (
        <OutlineSheet
          chat={chat}
          around={overlay.around}
          onGo={go}
          onCompare={(one, other) => onOverlay({ kind: 'compare', one, other })}
          onClose={close}
        />
      )}
      {overlay?.kind === 'date' && <DateDialog chat={chat} onGo={go} onClose={close} />}
      {overlay?.kind === 'compare' && (
        <CompareDialog chatId={chat.id} one={overlay.one} other={overlay.other} onShow={go} onClose={close} />
      )}
    </Suspense>
  )
}

/** The overview, opened at the turn that is read now. */
export function outlineHere(): Overlay {
  return { kind: 'outline', around: messageInSight() }
}

/** The message that was last gone to while it is on the screen; otherwise the first one that is. */
function messageInSight(): MessageId | null {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-message]')]
  const screen = rows[0]?.closest('[data-scrolls]')?.getBoundingClientRect()
  if (screen === undefined) return null
  const inSight = rows
    .filter(
      row => row.getBoundingClientRect().bottom > screen.top + 24 && row.getBoundingClientRect().top < screen.bottom,
    )
    .toSorted((one, other) => Number(one.dataset.index) - Number(other.dataset.index))
  const key = (inSight.find(row => 'lookedFor' in row.dataset) ?? inSight[0])?.dataset.message
  return key === undefined ? null : `msg_${key.slice('msg_'.length).replace(/-steps$/, '')}`
}
