import { ApiError, type FileEntry, type WorkspaceId } from '@stet/api/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ChangeEvent, useRef, useState } from 'react'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { wasRefused } from '../ui/overlays/delete-footer.tsx'
import { DeletedFiles } from './deleted-files.tsx'
import { folderOf, joinPath } from './file-words.ts'
import { folderQuery, refreshFiles } from './files-query.ts'
import { NameDialog } from './name-dialog.tsx'
import type { LocalFile } from './upload.ts'

interface FolderViewProps {
  workspaceId: WorkspaceId
  path: string
  /** Null for the top folder. */
  entry: FileEntry | null
  onUpload: (files: readonly LocalFile[]) => void
}

/** What can be done in a folder. */
export function FolderView({ workspaceId, path, entry, onUpload }: FolderViewProps) {
  const { client } = useServices()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data: entries } = useQuery(folderQuery(client, workspaceId, path))
  const [naming, setNaming] = useState<'file' | 'folder' | 'rename' | null>(null)
  const [trouble, setTrouble] = useState<Error | null>(null)
  const picker = useRef<HTMLInputElement>(null)

  async function goTo(target: string): Promise<void> {
    await refreshFiles(queries, workspaceId)
    await navigate({ to: '/workspaces/$workspaceId/files', params: { workspaceId }, search: { path: target } })
  }

  async function name(target: string): Promise<void> {
    if (naming === 'folder') await client.makeFolder(workspaceId, { path: target })
    else if (naming === 'file') {
      await client.writeFile(workspaceId, { path: target, content: { text: '' }, expect: 'new' })
    } else if (entry !== null) await client.moveFile(workspaceId, { fileId: entry.id, to: target })
    await goTo(target)
  }

  async function remove({ id }: FileEntry): Promise<void> {
    try {
      await client.deleteFile(workspaceId, { fileId: id })
      await goTo(folderOf(path))
    } catch (error) {
      if (!(error instanceof ApiError)) reportError(error)
      setTrouble(error instanceof Error ? error : new Error(String(error)))
    }
  }

  function onPicked(event: ChangeEvent<HTMLInputElement>): void {
    const files = [...(event.target.files ?? [])].map(file => ({ path: file.name, file }))
    event.target.value = ''
    if (files.length > 0) onUpload(files)
  }

  return (
    <section aria-label={entry === null ? 'All files' : path} className="min-h-0 flex-1 overflow-y-auto p-4">
      <h2 className="font-mono text-[0.8125rem] wrap-anywhere">
        <bdi>{path}</bdi>
      </h2>
      {entries?.length === 0 && (
        <p className="mt-3 max-w-[60ch] text-pretty text-ink-soft">
          {entry === null
            ? 'Files that you and the models of this workspace share. Models write here with the tools Files, Memory and JavaScript; every change is kept as a version.'
            : 'This folder is empty.'}{' '}
          Drop files here, or start one.
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button look="outline" icon="plus" onClick={() => setNaming('file')}>
          New file
        </Button>
        <Button look="outline" icon="folder" onClick={() => setNaming('folder')}>
          New folder
        </Button>
        <Button look="outline" icon="arrow-up" onClick={() => picker.current?.click()}>
          Upload
        </Button>
        <input ref={picker} type="file" multiple hidden aria-label="Files to upload" onChange={onPicked} />
        <Button
          look="outline"
          icon="arrow-down"
          disabled={entries?.length === 0}
          onClick={() => open(client.zipUrl(workspaceId, path), '_self')}
        >
          Download as ZIP
        </Button>
        {entry !== null && (
          <>
            <Button look="outline" icon="pencil" onClick={() => setNaming('rename')}>
              Rename or move
            </Button>
            <Button look="outline" icon="trash" className="text-red" onClick={() => void remove(entry)}>
              Delete
            </Button>
          </>
        )}
      </div>
      {trouble !== null && (
        <div role="alert" className="mt-3">
          <Notice
            tone="trouble"
            title={wasRefused(trouble) ? 'Nothing was deleted' : 'It is not known whether it was deleted'}
          >
            {trouble.message}
          </Notice>
        </div>
      )}
      {entry === null && <DeletedFiles workspaceId={workspaceId} />}
      {naming !== null && (
        <NameDialog
          title={naming === 'file' ? 'New file' : naming === 'folder' ? 'New folder' : 'Rename or move'}
          action={naming === 'rename' ? 'Rename' : 'Create'}
          path={naming === 'rename' ? path : joinPath(path, naming === 'file' ? 'untitled.md' : 'folder')}
          onClose={() => setNaming(null)}
          onName={name}
        />
      )}
    </section>
  )
}
