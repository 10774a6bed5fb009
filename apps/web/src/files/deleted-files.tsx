import { ApiError, type WorkspaceId } from '@stet/api/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dateLocale } from '../formats/date-locale.ts'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { deletedQuery, refreshFiles } from './files-query.ts'

/** What was deleted, with a way back. */
export function DeletedFiles({ workspaceId }: { workspaceId: WorkspaceId }) {
  const { client } = useServices()
  const queries = useQueryClient()
  const { data: files } = useQuery(deletedQuery(client, workspaceId))
  const [trouble, setTrouble] = useState<string | null>(null)
  if (files === undefined || files.length === 0) return null

  async function restore(fileId: (typeof shown)[number]['id']): Promise<void> {
    setTrouble(null)
    try {
      await client.restoreFile(workspaceId, { fileId })
      await refreshFiles(queries, workspaceId)
    } catch (error) {
      if (!(error instanceof ApiError)) reportError(error)
      setTrouble(error instanceof Error ? error.message : String(error))
    }
  }

  const shown = files.slice(0, 100)
  return (
    <section aria-label="Deleted" className="mt-8">
      <h3 className="font-medium">Deleted</h3>
      {trouble !== null && (
        <div role="alert" className="mt-2">
          <Notice tone="trouble" title="Not restored">
            {trouble}
          </Notice>
        </div>
      )}
      <ul className="mt-1 divide-y divide-line border-y border-line">
        {shown.map(({ id, path, deletedAt }) => (
          <li key={id} className="flex items-center gap-3 py-1.5">
            <bdi className="min-w-0 flex-1 font-mono text-[0.8125rem] wrap-anywhere">{path}</bdi>
            <time className="text-small text-ink-faint max-sm:hidden" dateTime={new Date(deletedAt).toISOString()}>
              {new Date(deletedAt).toLocaleString(dateLocale(), { dateStyle: 'short', timeStyle: 'short' })}
            </time>
            <Button look="outline" icon="undo" aria-label={`Restore ${path}`} onClick={() => void restore(id)}>
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
