import type { Chat, MessageId } from '@stet/api/client'
import { useRef } from 'react'
import { IconButton } from '../../ui/controls/button.tsx'
import { LoadTrouble } from '../../ui/layout/load-trouble.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Sheet } from '../../ui/overlays/dialog.tsx'
import { OutlineTree } from './outline-tree.tsx'
import { useOutline } from './use-outline.ts'

interface OutlineSheetProps {
  chat: Chat
  /** The message that is read now. */
  around: MessageId | null
  onGo: (messageId: MessageId) => void
  onCompare: (one: MessageId, other: MessageId) => void
  onClose: () => void
}

/** The turns of a chat by their first words, who answered, and the branches that part from them: the way to any of them (H4). */
export function OutlineSheet({ chat, around, onGo, onCompare, onClose }: OutlineSheetProps) {
  const tree = useRef<HTMLDivElement>(null)
  const outline = useOutline(chat.id, chat.tip, around)
  const { first } = outline
  return (
    <Sheet open title="Turns and branches" initialFocus={tree} onOpenChange={open => !open && onClose()}>
      <div className="flex h-full min-h-0 flex-col">
        <header className="flex items-start gap-3 border-b border-line py-3 pr-2 pl-4">
          <div className="min-w-0 flex-1">
            <p aria-hidden="true" className="font-semibold">
              Turns and branches
            </p>
            <p className="min-h-5 text-small text-ink-soft">
              {first !== null && summaryOf(first.total, first.parting.length)}
            </p>
          </div>
          <IconButton label="Close" icon="close" onClick={onClose} />
        </header>
        {outline.error !== null && first === null ? (
          <LoadTrouble title="Could not load the overview" className="p-4" onRetry={outline.retry}>
            {outline.error.message}
          </LoadTrouble>
        ) : (
          <>
            {first === null && (
              <div className="px-4">
                <Skeleton label="Loading the overview" />
              </div>
            )}
            <OutlineTree scroller={tree} outline={outline} onGo={onGo} onCompare={onCompare} />
          </>
        )}
      </div>
    </Sheet>
  )
}

function summaryOf(turns: number, places: number): string {
  if (turns === 0) return 'Nothing has been written in this chat yet.'
  const counted = turns === 1 ? '1 turn' : `${turns.toLocaleString('en')} turns`
  if (places === 0) return `${counted}, one branch. Edit a message or answer again to start another.`
  return `${counted}. Branches part at ${places === 1 ? '1 turn' : `${places.toLocaleString('en')} turns`}.`
}
