import type { ChatId, MessageId } from '@stet/api/client'
import { useState } from 'react'
import { useServices } from '../state/services.ts'
import { useAttempt } from '../state/use-attempt.ts'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'

interface EditSummaryDialogProps {
  chatId: ChatId
  checkpointId: MessageId
  text: string
  onClose: () => void
}

/** The text of a summary, to be changed by hand. What is saved is a new summary; the one before stays and comes back with Lift (X2). */
export function EditSummaryDialog({ chatId, checkpointId, text: saved, onClose }: EditSummaryDialogProps) {
  const { client, newKey } = useServices()
  const { trouble, attempt } = useAttempt()
  const [text, setText] = useState(saved)
  const [key] = useState(newKey)
  const [saving, setSaving] = useState(false)
  const isChanged = text !== saved

  async function save(): Promise<void> {
    setSaving(true)
    const edited = client.editSummary(chatId, { checkpointId, text, key })
    if (await attempt('Could not save the summary', edited)) onClose()
    setSaving(false)
  }

  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title="Edit summary"
      description="Models read this in place of the messages above it. The messages and the summary before stay; Lift brings it back."
    >
      <textarea
        aria-label="Summary"
        value={text}
        rows={12}
        onChange={event => setText(event.target.value)}
        className="w-full resize-y rounded border border-line-strong bg-paper p-3 text-read"
      />
      {trouble && (
        <p role="alert" className="mt-2 text-red">
          {trouble.what}. {trouble.because}
        </p>
      )}
      <div className="mt-4 flex items-center justify-end gap-2">
        <span className="flex-1 text-small text-ink-faint">{isChanged && 'Unsaved changes'}</span>
        <Button look="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button
          look="primary"
          disabled={!isChanged || text.trim() === '' || saving}
          aria-busy={saving}
          onClick={() => void save()}
        >
          Save
        </Button>
      </div>
    </Dialog>
  )
}
