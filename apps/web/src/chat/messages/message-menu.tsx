import type { MessageId, RequestId } from '@stet/api/client'
import { useContext, useState } from 'react'
import { CheckpointsContext } from '../../compaction/checkpoints.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { OpenRequestContext } from '../../usage/open-request.tsx'
import { MessageActionsContext } from './message-actions.ts'
import { saveText } from './save-text.ts'

interface MessageMenuProps {
  messageId: MessageId
  /** The request that made it; null where none did, or where it is not on record. */
  requestId: RequestId | null
  /** Whether it is an answer, which another model can give again. */
  canRetry?: boolean
}

/** The menu of a message, with rarely used actions such as its request, fork and delete. */
export function MessageMenu({ messageId, requestId, canRetry = false }: MessageMenuProps) {
  const actions = useContext(MessageActionsContext)
  const openRequest = useContext(OpenRequestContext)
  const checkpoints = useContext(CheckpointsContext)
  const [asking, setAsking] = useState(false)
  if (actions === null) return null
  return (
    <>
      <Menu label="More" className="text-ink-faint">
        {requestId !== null && openRequest && (
          <MenuItem icon="panel" onClick={() => openRequest(requestId)}>
            View request
          </MenuItem>
        )}
        {canRetry && (
          <MenuItem icon="retry" disabled={actions.writing} onClick={() => actions.retryWith(messageId)}>
            Answer again with…
          </MenuItem>
        )}
        {checkpoints !== null && (
          <MenuItem
            icon="fold"
            disabled={checkpoints.summariseAbove === null}
            onClick={() => checkpoints.summariseAbove?.(messageId)}
          >
            Summarise above here…
          </MenuItem>
        )}
        <MenuItem icon="fork" onClick={() => actions.fork(messageId)}>
          Fork into a new chat
        </MenuItem>
        <MenuItem
          icon="copy"
          onClick={() => {
            navigator.clipboard.writeText(actions.dump(messageId)).catch(reportError)
          }}
        >
          Copy as JSON
        </MenuItem>
        <MenuItem
          icon="download"
          onClick={() => saveText(`${messageId}.json`, actions.dump(messageId), 'application/json')}
        >
          Download as JSON
        </MenuItem>
        <MenuItem
          icon="download"
          onClick={() => saveText(`${messageId}.md`, actions.markdown(messageId), 'text/markdown')}
        >
          Download as Markdown
        </MenuItem>
        <MenuItem icon="trash" danger disabled={actions.writing} onClick={() => setAsking(true)}>
          Delete from here…
        </MenuItem>
      </Menu>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete from here?"
        description="This message and everything after it, on every branch, will be deleted for good. Their cost stays on record."
      >
        <div className="flex justify-end gap-2">
          <Button look="outline" onClick={() => setAsking(false)}>
            Keep
          </Button>
          <Button
            look="danger"
            icon="trash"
            onClick={() => {
              // While the dialog closes, its button can still be clicked.
              if (!asking) return
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
