import { useState } from 'react'
import { formatMoment } from '../../formats/format-moment.ts'
import type { LoggedError } from '../../state/error-log.ts'
import { useServices } from '../../state/services.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { StackView } from './stack-view.tsx'

interface ErrorDialogProps {
  errors: readonly LoggedError[]
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** One error after the other, the newest first. */
export function ErrorDialog({ errors, open, onOpenChange }: ErrorDialogProps) {
  const { errors: log } = useServices()
  const [chosen, choose] = useState<number | null>(null)
  // By its id: an error that arrives meanwhile must not replace the one being read.
  const index = Math.max(
    0,
    errors.findIndex(({ id }) => id === chosen),
  )
  const error = errors[index]

  function show(next: number): void {
    choose(errors[next]?.id ?? null)
  }

  function dismiss(id: number): void {
    show(index + 1 < errors.length ? index + 1 : index - 1)
    // Otherwise the dialog would open by itself at the next error.
    if (errors.length === 1) onOpenChange(false)
    log.dismiss(id)
  }

  function dismissAll(): void {
    onOpenChange(false)
    log.dismissAll()
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Errors"
      description="Unexpected errors on this page. Your chats are safe. If something looks wrong, reload."
    >
      {error && <ErrorView key={error.id} error={error} />}
      <div className="mt-4 flex flex-wrap items-center gap-2">
        {errors.length > 1 && (
          <>
            <IconButton
              label="Previous error"
              icon="chevron-left"
              disabled={index === 0}
              onClick={() => show(index - 1)}
            />
            <span className="figures text-ink-soft" aria-live="polite">
              {index + 1} of {errors.length}
            </span>
            <IconButton
              label="Next error"
              icon="chevron-right"
              disabled={index === errors.length - 1}
              onClick={() => show(index + 1)}
            />
          </>
        )}
        <span className="flex-1" />
        {errors.length > 1 && <Button onClick={dismissAll}>Dismiss all</Button>}
        {error && (
          <Button look="outline" onClick={() => dismiss(error.id)}>
            Dismiss
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function ErrorView({ error }: { error: LoggedError }) {
  return (
    <section aria-label={error.message || error.name}>
      <p className="font-medium wrap-anywhere">{error.message || error.name}</p>
      <p className="figures text-small text-ink-faint">
        {error.name} · {formatMoment(error.at, Date.now())}
        {error.count > 1 && ` · ${error.count} times`}
      </p>
      {error.stack !== null && <StackView stack={error.stack} />}
    </section>
  )
}
