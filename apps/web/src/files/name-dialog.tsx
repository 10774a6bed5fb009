import { type FormEvent, useState } from 'react'
import { Button } from '../ui/controls/button.tsx'
import { TextField } from '../ui/controls/text-field.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'

interface NameDialogProps {
  title: string
  action: string
  /** A whole path, so that what is renamed can be moved too. */
  path: string
  onClose: () => void
  /** Rejects with what is wrong. */
  onName: (path: string) => Promise<unknown>
}

export function NameDialog({ title, action, path, onClose, onName }: NameDialogProps) {
  const [typed, setTyped] = useState(path)
  const [error, setError] = useState<string | undefined>(undefined)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    setError(undefined)
    try {
      await onName(typed.startsWith('/') ? typed : `/${typed}`)
      onClose()
    } catch (trouble) {
      setError(trouble instanceof Error ? trouble.message : String(trouble))
      setBusy(false)
    }
  }

  return (
    <Dialog open onOpenChange={open => !open && onClose()} title={title}>
      <form onSubmit={event => void submit(event)}>
        <TextField
          label="Path"
          help="Folders that do not exist yet are created."
          mono
          value={typed}
          error={error}
          onChange={setTyped}
          autoFocus
        />
        <div className="mt-4 flex justify-end gap-2">
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" disabled={busy || typed.trim() === ''}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
