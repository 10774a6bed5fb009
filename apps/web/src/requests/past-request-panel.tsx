import { ApiError, type Client, type Message, type MessageId, type RequestId } from '@stet/api/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useServices } from '../state/services.ts'
import { Button, IconButton } from '../ui/controls/button.tsx'
import { shortcuts } from '../ui/keyboard/shortcuts.ts'
import { Notice } from '../ui/layout/notice.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { PastRequestView } from './past-request-view.tsx'

interface PastRequestPanelProps {
  requestId: RequestId
  path: readonly Message[]
  onShow: (messageId: MessageId) => void
  onOpen: (requestId: RequestId) => void
  /** Back to the next request. */
  onBack: () => void
  onClose: () => void
}

export function PastRequestPanel({ requestId, path, onShow, onOpen, onBack, onClose }: PastRequestPanelProps) {
  const { client, live } = useServices()
  const { data, error, refetch } = useQuery(requestQuery(client, requestId))

  useEffect(
    () =>
      live.onEvent(event => {
        // One that was under way has reported what it used.
        if (event.kind === 'request-ended' && event.requestId === requestId) refetch().catch(reportError)
      }),
    [live, refetch, requestId],
  )

  const heading = useRef<HTMLHeadingElement>(null)

  // Who came by a menu is brought here, after the menu has given the focus back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another request is another place to come to
  useEffect(() => {
    const frame = requestAnimationFrame(() => heading.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [requestId])

  return (
    <div className="flex h-full flex-col">
      <header className="flex min-h-14 shrink-0 items-center gap-1 px-2">
        <IconButton label="Back to next request" icon="chevron-left" onClick={onBack} />
        <h2 ref={heading} tabIndex={-1} className="font-medium outline-none">
          Past request
        </h2>
        <span className="flex-1" />
        <IconButton label="Close inspector" icon="close" keys={shortcuts.inspector.keys} onClick={onClose} />
      </header>
      {error !== null && (
        <div role="alert" className="px-4 pb-3">
          <Trouble error={error} onRetry={() => refetch()} />
        </div>
      )}
      {data ? (
        <PastRequestView key={data.facts.id} request={data} path={path} onShow={onShow} onOpen={onOpen} />
      ) : (
        error === null && (
          <div className="px-4">
            <Skeleton label="Loading request" />
          </div>
        )
      )}
    </div>
  )
}

function Trouble({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const code = error instanceof ApiError ? error.code : null
  if (code === 'request-gone') {
    return (
      <Notice title="The request’s text was deleted">
        Its message was deleted, so its text is gone too. Its tokens and cost stay on record.
      </Notice>
    )
  }
  if (code === 'not-found' || code === 'request-not-found') {
    return (
      <Notice title="Request not found">It was sent before requests were recorded, or its chat was deleted.</Notice>
    )
  }
  return (
    <Notice
      tone="trouble"
      title="Could not load this request"
      actions={
        <Button look="outline" icon="retry" onClick={onRetry}>
          Retry
        </Button>
      }
    >
      {error.message}
    </Notice>
  )
}

/** A request that has ended never changes, except that its message may be deleted. */
function requestQuery(client: Pick<Client, 'request'>, requestId: RequestId) {
  return queryOptions({ queryKey: ['request', requestId], queryFn: () => client.request(requestId) })
}
