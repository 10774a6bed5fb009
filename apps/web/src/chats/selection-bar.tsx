import type { ChatEntry } from '@stet/api/client'
import { Button, IconButton } from '../ui/controls/button.tsx'
import { useChatMoves } from './chat-moves.tsx'
import type { Selection } from './use-selection.ts'

interface SelectionBarProps {
  selection: Selection
  /** Those that are loaded. */
  listed: readonly ChatEntry[]
}

export function SelectionBar({ selection, listed }: SelectionBarProps) {
  const { place, remove } = useChatMoves()
  const chosen = [...selection.chats.values()]
  const none = chosen.length === 0
  const allArchived = !none && chosen.every(chat => chat.place === 'archived')

  function act(move: (chats: readonly ChatEntry[]) => void): void {
    move(chosen)
    selection.end()
  }

  return (
    <div
      role="toolbar"
      aria-label="Selected chats"
      className="mx-2 mb-1 flex items-center gap-0.5 rounded bg-wash py-1 pr-1 pl-3"
    >
      <p className="min-w-0 flex-1 truncate" aria-live="polite">
        {chosen.length} selected
      </p>
      <Button disabled={listed.length === chosen.length} onClick={() => selection.choose(listed)}>
        All
      </Button>
      {allArchived ? (
        <IconButton
          label="Move out of the archive"
          icon="unarchive"
          onClick={() => act(chats => place(chats, 'open'))}
        />
      ) : (
        <>
          <IconButton label="Pin" icon="pin" disabled={none} onClick={() => act(chats => place(chats, 'pinned'))} />
          <IconButton
            label="Archive"
            icon="archive"
            disabled={none}
            onClick={() => act(chats => place(chats, 'archived'))}
          />
        </>
      )}
      <IconButton label="Delete" icon="trash" disabled={none} className="text-red" onClick={() => act(remove)} />
      <IconButton label="Stop selecting" icon="close" onClick={selection.end} />
    </div>
  )
}
