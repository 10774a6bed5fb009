import type { MessageId } from '@stet/api/client'
import { useContext, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { MessageActionsContext } from './message-actions.ts'

/** What is done seldom with a message: a chat of its own from here, and taking it away. */
export function MessageMenu({ messageId }: { messageId: MessageId }) {
  const actions = useContext(MessageActionsContext)
  const [asking, setAsking] = useState(false)
  if (actions === null) return null
  return (
    <>
      <Menu label="More" className="text-ink-faint">
        <MenuItem icon="fork" onClick={() => actions.fork(messageId)}>
          Fork into a new chat from here
        </MenuItem>
        <MenuItem icon="trash" danger disabled={actions.writing} onClick={() => setAsking(true)}>
          Delete from here on…
        </MenuItem>
      </Menu>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete from here on?"
        description="This message and everything below it go, on every branch, and cannot be brought back. What they cost stays on record."
      >
        <div className="flex justify-end gap-2">
          <Button look="outline" onClick={() => setAsking(false)}>
            Keep
          </Button>
          <Button
            look="danger"
            icon="trash"
            onClick={() => {
              setAsking(false)
              actions.remove(messageId)
            }}
          >
            Delete
          </Button>
        </div>
      </Dialog>
    </>
  )
}
