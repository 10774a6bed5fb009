import type { ChatEntry } from '@stet/api/client'
import type { ReactNode } from 'react'
import { MenuItem, MenuRule } from '../ui/overlays/menu.tsx'
import { useChatMoves } from './chat-moves.tsx'

/** The menu of a chat, in its row of the list and on its page. */
/** `danger` is what else is deleted there. */
export function ChatMenuItems({ chat, danger }: { chat: ChatEntry; danger?: ReactNode }) {
  const { place, remove } = useChatMoves()
  return (
    <>
      {chat.place === 'archived' ? (
        <MenuItem icon="unarchive" onClick={() => place([chat], 'open')}>
          Move out of the archive
        </MenuItem>
      ) : (
        <>
          <MenuItem
            icon={chat.place === 'pinned' ? 'unpin' : 'pin'}
            onClick={() => place([chat], chat.place === 'pinned' ? 'open' : 'pinned')}
          >
            {chat.place === 'pinned' ? 'Unpin' : 'Pin'}
          </MenuItem>
          <MenuItem icon="archive" onClick={() => place([chat], 'archived')}>
            Archive
          </MenuItem>
        </>
      )}
      <MenuRule />
      {danger}
      <MenuItem icon="trash" danger onClick={() => remove([chat])}>
        Delete chat
      </MenuItem>
    </>
  )
}
