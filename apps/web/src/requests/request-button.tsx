import type { RequestId } from '@stet/api/client'
import { useContext } from 'react'
import { IconButton } from '../ui/button.tsx'
import { OpenRequestContext } from './open-request.ts'

/** The way to the request that made a message, where there is no menu for it. */
export function RequestButton({ requestId }: { requestId: RequestId | null }) {
  const openRequest = useContext(OpenRequestContext)
  if (requestId === null || openRequest === null) return null
  return (
    <IconButton label="What was sent" icon="panel" className="text-ink-faint" onClick={() => openRequest(requestId)} />
  )
}
