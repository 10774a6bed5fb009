import type { FileEntry, WorkspaceId } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { extractedQuery } from './files-query.ts'

interface ExtractedTextProps {
  workspaceId: WorkspaceId
  entry: FileEntry
  /** The button that saves the file itself. */
  download: ReactNode
}

/** What is written in a PDF or DOCX. */
export function ExtractedText({ workspaceId, entry, download }: ExtractedTextProps) {
  const { client } = useServices()
  const { data: found, error, isFetching, refetch } = useQuery(extractedQuery(client, workspaceId, entry))
  if (isFetching) {
    return (
      <Bar download={download}>
        <span role="status">Extracting the text…</span>
      </Bar>
    )
  }
  if (found?.kind === 'text') {
    const { text, characters } = found
    return (
      <>
        <Bar download={download}>
          {text.length < characters
            ? `The first ${text.length.toLocaleString('en')} of ${characters.toLocaleString('en')} characters, without layout and pictures. Download the file for the rest.`
            : 'The text of this file, without layout and pictures.'}
        </Bar>
        <section aria-label={`Text of ${entry.name}`} className="min-h-0 flex-1 overflow-auto p-4">
          <p dir="auto" className="max-w-[44rem] text-ui whitespace-pre-wrap wrap-anywhere">
            {text}
          </p>
        </section>
      </>
    )
  }
  if (found?.kind === 'none') {
    return (
      <div className="p-4">
        <Notice title="There is no text in this file" actions={download}>
          Its pages may be scanned pictures. Download it to look at it.
        </Notice>
      </div>
    )
  }
  return (
    <div role="alert" className="p-4">
      <Notice
        tone="trouble"
        title="Could not extract the text"
        actions={
          <>
            <Button look="outline" onClick={() => void refetch()}>
              Try again
            </Button>
            {download}
          </>
        }
      >
        {found?.because ?? error?.message}
      </Notice>
    </div>
  )
}

function Bar({ children, download }: { children: ReactNode; download: ReactNode }) {
  return (
    <div className="flex items-center gap-3 border-b border-line px-4 py-2">
      <span className="min-w-0 flex-1 text-small text-ink-soft">{children}</span>
      {download}
    </div>
  )
}
