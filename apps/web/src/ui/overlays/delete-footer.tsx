import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'

interface DeleteFooterProps {
  remove: {
    readonly error: Error | null
    readonly isPending: boolean
    readonly mutate: () => void
  }
  /** What is true after a failure. */
  failed?: string
  /** While it is still counted what would be deleted. */
  disabled?: boolean
  onCancel: () => void
  children?: ReactNode
}

/** The end of a dialog that deletes something: why it failed, and the two buttons. */
export function DeleteFooter(props: DeleteFooterProps) {
  const { remove, failed = 'Nothing was deleted.', disabled = false, onCancel, children = 'Delete' } = props
  return (
    <>
      {remove.error !== null && (
        <p role="alert" className="mt-3 text-red">
          {failed} {remove.error.message}
        </p>
      )}
      <div className="mt-5 flex justify-end gap-2">
        <Button look="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button look="danger" icon="trash" disabled={disabled || remove.isPending} onClick={() => remove.mutate()}>
          {children}
        </Button>
      </div>
    </>
  )
}
