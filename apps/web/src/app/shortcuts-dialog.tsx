import { ShortcutList } from '../ui/keyboard/shortcut-list.tsx'
import { shortcuts } from '../ui/keyboard/shortcuts.ts'
import { Dialog } from '../ui/overlays/dialog.tsx'

interface ShortcutsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function ShortcutsDialog({ open, onOpenChange }: ShortcutsDialogProps) {
  return (
    <Dialog isText open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts">
      <ShortcutList shortcuts={Object.values(shortcuts)} />
    </Dialog>
  )
}
