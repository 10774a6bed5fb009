import type { ChatId, NextBytes } from '@stet/api/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { formatBytes } from '../formats/format-bytes.ts'
import { sentence } from '../formats/sentence.ts'
import { downloadText } from '../markdown/download-text.ts'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { LoadTrouble } from '../ui/layout/load-trouble.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { ExactRequest } from './exact-request.tsx'
import { PanelHeader } from './panel-header.tsx'

interface NextRequestPanelProps {
  chatId: ChatId
  /** What is in the composer, and settings that are not saved. */
  question: Parameters<ReturnType<typeof useServices>['client']['nextBytes']>[1]
  onBack: () => void
  onClose: () => void
}

/** The next request byte for byte, before it is sent (X1). A long one is downloaded. */
export function NextRequestPanel({ chatId, question, onBack, onClose }: NextRequestPanelProps) {
  const { client } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: ['next-bytes', chatId, question],
    queryFn: () => client.nextBytes(chatId, question),
    // Whatever was sent or changed meanwhile is in it.
    staleTime: 0,
    gcTime: 0,
  })
  const download = useMutation({
    mutationFn: async () => {
      const { sent } = await client.nextBytes(chatId, { ...question, whole: true })
      if (sent?.body != null) downloadText('next-request.json', sent.body)
    },
  })
  return (
    <div className="flex h-full flex-col">
      <PanelHeader
        title="Exact next request"
        place={chatId}
        back={{ label: 'Back to next request', go: onBack }}
        onClose={onClose}
      />
      {error !== null && (
        <LoadTrouble title="Could not prepare the request" className="px-4" onRetry={() => void refetch()}>
          {error.message}
        </LoadTrouble>
      )}
      {data === undefined && error === null && (
        <div className="px-4">
          <Skeleton label="Preparing the request" />
        </div>
      )}
      {data && (
        <Bytes
          {...data}
          onDownload={() => download.mutate()}
          isBusy={download.isPending}
          trouble={download.error?.message ?? null}
        />
      )}
    </div>
  )
}

interface BytesProps extends NextBytes {
  onDownload: () => void
  isBusy: boolean
  trouble: string | null
}

function Bytes({ sent, because, onDownload, isBusy, trouble }: BytesProps) {
  if (sent === null) {
    return (
      <div className="px-4">
        <Notice title="Not known yet">{sentence(because ?? '')}</Notice>
      </div>
    )
  }
  if (sent.body !== null) return <ExactRequest {...sent} body={sent.body} />
  return (
    <div className="px-4">
      <Notice
        title={`${formatBytes(sent.bytes)}: too long to show here`}
        actions={
          <Button look="outline" icon="download" disabled={isBusy} onClick={onDownload}>
            {isBusy ? 'Preparing…' : 'Download the body'}
          </Button>
        }
      >
        {trouble ?? `${sent.method} ${sent.url}`}
      </Notice>
    </div>
  )
}
