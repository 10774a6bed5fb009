import type { RequestId } from '@stet/api/client'
import { createContext, useContext } from 'react'
import { classNames } from '../ui/class-names.ts'
import { IconButton } from '../ui/controls/button.tsx'

/** Opens the inspector at a request that was made; null where there is none. */
export const OpenRequestContext = createContext<((requestId: RequestId) => void) | null>(null)

/** The way to the request that made a message, where there is no menu for it. */
export function RequestButton({ requestId, className }: { requestId: RequestId | null; className?: string }) {
  const openRequest = useContext(OpenRequestContext)
  if (requestId === null || openRequest === null) return null
  return (
    <IconButton
      label="View request"
      icon="panel"
      className={classNames('text-ink-faint', className)}
      onClick={() => openRequest(requestId)}
    />
  )
}
