import { IconButton } from '../ui/button.tsx'
import { shortcuts } from '../ui/shortcuts.ts'

interface InspectorButtonProps {
  open: boolean
  controls: string
  onClick: () => void
}

export function InspectorButton({ open, controls, onClick }: InspectorButtonProps) {
  return (
    <IconButton
      label="Inspector"
      icon="panel"
      keys={shortcuts.inspector.keys}
      aria-pressed={open}
      aria-controls={open ? controls : undefined}
      onClick={onClick}
    />
  )
}
