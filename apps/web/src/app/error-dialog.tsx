import { formatMoment } from '../formats/format-moment.ts'
import type { LoggedError } from '../state/error-log.ts'
import { useServices } from '../state/services.ts'
import { Button, IconButton } from '../ui/controls/button.tsx'
import { CopyButton } from '../ui/controls/copy-button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'

interface ErrorDialogProps {
  errors: readonly LoggedError[]
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function ErrorDialog({ errors, open, onOpenChange }: ErrorDialogProps) {
  const { errors: log } = useServices()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Errors"
      description="Unexpected errors on this page. Your chats are safe. If something looks wrong, reload."
    >
      <ul>
        {errors.map(error => (
          <ErrorItem key={error.id} error={error} onDismiss={() => log.dismiss(error.id)} />
        ))}
      </ul>
      <div className="mt-4 flex justify-end">
        <Button
          look="outline"
          onClick={() => {
            onOpenChange(false)
            log.dismissAll()
          }}
        >
          Dismiss all
        </Button>
      </div>
    </Dialog>
  )
}

function ErrorItem({ error, onDismiss }: { error: LoggedError; onDismiss: () => void }) {
  return (
    <li className="border-b border-line py-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1 wrap-anywhere">
          <p className="font-medium">{error.message || error.name}</p>
          <p className="figures text-small text-ink-faint">
            {error.name} · {formatMoment(error.at, Date.now())}
            {error.count > 1 && ` · ${error.count} times`}
          </p>
        </div>
        <CopyButton label="Copy error" text={() => error.stack ?? error.message} />
        <IconButton label="Dismiss" icon="close" onClick={onDismiss} />
      </div>
      {error.stack && (
        <details className="mt-1">
          <summary className="w-fit rounded text-small text-ink-soft hover:text-ink coarse:py-3">Stack trace</summary>
          <pre className="mt-2 max-h-48 overflow-auto rounded bg-code p-3 font-mono text-small whitespace-pre-wrap wrap-anywhere">
            {error.stack}
          </pre>
        </details>
      )}
    </li>
  )
}
