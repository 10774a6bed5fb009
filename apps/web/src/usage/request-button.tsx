import type { RequestId } from '@stet/api/client'
import { useContext } from 'react'
import { IconButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { OpenRequestContext } from './open-request.ts'

/** The way to the request that made a message, where there is no menu for it. */
export function RequestButton({ requestId, className }: { requestId: RequestId | null; className?: string }) {
  const openRequest = useContext(OpenRequestContext)
  if (requestId === null || openRequest === null) return null
  return (
    <IconButton
      label="What was sent"
      icon="panel"
      className={classNames('text-ink-faint', className)}
      onClick={() => openRequest(requestId)}
    />
  )
}
