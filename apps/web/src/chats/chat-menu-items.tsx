import type { ChatEntry } from '@stet/api/client'
import { MenuItem } from '../ui/overlays/menu.tsx'
import { useChatMoves } from './chat-moves.tsx'

/** What can be done with a chat from its row in the list and from its own page. */
export function ChatMenuItems({ chat }: { chat: ChatEntry }) {
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
      <MenuItem icon="trash" danger onClick={() => remove([chat])}>
        Delete chat
      </MenuItem>
    </>
  )
}
