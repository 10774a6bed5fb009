import type { ReactNode } from 'react'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'

interface DocumentDialogProps {
  name: string
  /** What it changes in the next request. */
  effect: ReactNode
  onAdd: () => void
  onClose: () => void
}

/** Shows what a file costs as a context document, before it becomes one (C13, X1). */
export function DocumentDialog({ name, effect, onAdd, onClose }: DocumentDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Use as context document?"
      description="Its text goes with every request of this chat, after the system prompt."
    >
      <p role="status" className="text-ink-soft">
        <bdi className="block truncate font-medium text-ink">{name}</bdi>
        {effect}
      </p>
      <div className="mt-5 flex justify-end gap-2">
        <Button look="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button look="primary" onClick={onAdd}>
          Add document
        </Button>
      </div>
    </Dialog>
  )
}
