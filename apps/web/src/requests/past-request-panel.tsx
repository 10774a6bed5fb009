import { ApiError, type Client, type Message, type MessageId, type RequestId } from '@stet/api/client'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshQueries } from '../state/refresh-queries.ts'
import { useServices } from '../state/services.ts'
import { Button, IconButton } from '../ui/controls/button.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { PanelHeader } from './panel-header.tsx'
import { PastRequestView } from './past-request-view.tsx'

interface PastRequestPanelProps {
  requestId: RequestId
  path: readonly Message[]
  onShow: (messageId: MessageId) => void
  onOpen: (requestId: RequestId) => void
  /** To all requests of the chat. */
  onList: () => void
  /** Back to the next request. */
  onBack: () => void
  onClose: () => void
}

export function PastRequestPanel({ requestId, path, onShow, onOpen, onList, onBack, onClose }: PastRequestPanelProps) {
  const { client, live } = useServices()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(requestQuery(client, requestId))

  useEffect(
    () =>
      live.onEvent(event => {
        // One that was under way has reported what it used.
        if (event.kind === 'snapshot' || (event.kind === 'request-ended' && event.requestId === requestId)) {
          refreshQueries(queries, ['request', requestId]).catch(reportError)
        }
      }),
    [live, queries, requestId],
  )

  return (
    <div className="flex h-full flex-col">
      <PanelHeader
        title="Past request"
        place={requestId}
        back={{ label: 'Back to next request', go: onBack }}
        actions={<IconButton label="All requests of this chat" icon="list-checks" onClick={onList} />}
        onClose={onClose}
      />
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
