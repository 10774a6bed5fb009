import { ApiError } from '@stet/api/client'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'

const UNKNOWN = 'It is not known what was deleted, and the deletion may continue.'

/** Whether the home said that it does not delete. One that answers nothing, or fails on the way, may have begun. */
export function wasRefused(error: Error): boolean {
  return error instanceof ApiError && error.status > 0 && error.status !== 500 && error.code !== 'unknown'
}

interface DeleteFooterProps {
  remove: {
    readonly error: Error | null
    readonly isPending: boolean
    readonly mutate: () => void
  }
  /** What is true after the home refused it. */
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
          {wasRefused(remove.error) ? failed : UNKNOWN} {remove.error.message}
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
