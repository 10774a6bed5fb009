import { useBlocker } from '@tanstack/react-router'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/layout/notice.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { TestResult } from './test-result.tsx'
import type { ProviderFormState } from './use-provider-form.ts'

interface FormBarProps {
  form: ProviderFormState
  /** Whether it is the first time that it is saved. */
  isNew: boolean
}

/** The bar with Test and Save, what is not saved yet, and the result. */
export function FormBar({ form, isNew }: FormBarProps) {
  const { isChanged, saving, testing, tested, trouble } = form
  return (
    <div className="mt-5 space-y-4">
      {trouble !== null && (
        <div role="alert">
          <Notice tone="trouble" title="Not saved">
            {trouble} Nothing was changed.
          </Notice>
        </div>
      )}
      {(testing || tested) && <TestResult test={testing ? null : tested} isStale={form.isTestStale} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button look="primary" disabled={saving || !(isNew || isChanged)} aria-busy={saving} type="submit">
          {isNew ? 'Add' : 'Save'}
        </Button>
        <Button look="outline" disabled={testing} aria-busy={testing} onClick={form.test}>
          Test
        </Button>
        {isChanged && (
          <>
            <Button onClick={form.revert}>Revert</Button>
            <p role="status" className="text-small text-ink-soft">
              Unsaved changes
            </p>
          </>
        )}
      </div>
      <LeaveDialog hasUnsaved={form.hasUnsaved} />
    </div>
  )
}

function LeaveDialog({ hasUnsaved }: { hasUnsaved: () => boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: hasUnsaved,
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  })
  return (
    <Dialog
      open={status === 'blocked'}
      onOpenChange={open => !open && reset?.()}
      title="Leave without saving?"
      description="Your changes to this provider will be lost."
    >
      <div className="flex justify-end gap-2">
        <Button look="outline" onClick={() => reset?.()}>
          Stay
        </Button>
        <Button look="danger" onClick={() => proceed?.()}>
          Leave
        </Button>
      </div>
    </Dialog>
  )
}
