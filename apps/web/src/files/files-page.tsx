import { ApiError, type FileEntry, type WorkspaceId } from '@stet/api/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type DragEvent, useEffect, useState } from 'react'
import { useServices } from '../state/services.ts'
import { classNames } from '../ui/class-names.ts'
import { inputLook } from '../ui/controls/field.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { useIsDesk } from '../ui/hooks/use-is-desk.ts'
import { Notice } from '../ui/layout/notice.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { FileTree, FoundFiles } from './file-tree.tsx'
import { FileView } from './file-view.tsx'
import { folderOf } from './file-words.ts'
import { fileQuery, refreshFiles } from './files-query.ts'
import { FolderView } from './folder-view.tsx'
import { droppedFiles, type LocalFile, uploadAll } from './upload.ts'

interface FilesPageProps {
  workspaceId: WorkspaceId
  /** The open file or folder, from `/` on. */
  path: string
}

/** The files of a workspace: a tree, and what is open (T4). */
export function FilesPage({ workspaceId, path }: FilesPageProps) {
  const { client } = useServices()
  const isDesk = useIsDesk()
  const [sought, setSought] = useState('')
  const isTop = path === '/'
  const { data: entry, error } = useQuery({ ...fileQuery(client, workspaceId, path), enabled: !isTop })
  const isFile = !isTop && entry !== undefined && entry.kind !== 'folder'
  const upload = useUpload(workspaceId, isFile ? folderOf(path) : path)

  useEffect(() => {
    document.title = isTop ? 'Files' : path
  }, [isTop, path])

  return (
    <>
      <PageHeader title="Files" />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped anywhere; the button Upload does the same */}
      <div
        className={classNames('flex min-h-0 flex-1', upload.isOver && 'outline-2 -outline-offset-4 outline-accent')}
        onDragOver={upload.onDragOver}
        onDragLeave={upload.onDragLeave}
        onDrop={upload.onDrop}
      >
        {(isDesk || !isFile) && (
          <div className="flex min-h-0 flex-col overflow-y-auto p-2 max-desk:flex-1 desk:w-72 desk:shrink-0 desk:border-r desk:border-line">
            <label className="relative mb-2 block max-desk:mx-4">
              <span className="sr-only">Search files</span>
              <span className="absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-faint">
                <Icon name="search" />
              </span>
              <input
                type="search"
                placeholder="Search files"
                value={sought}
                onChange={event => setSought(event.target.value)}
                className={`${inputLook} border-line-strong pl-8`}
              />
            </label>
            {sought.trim() === '' ? (
              <FileTree workspaceId={workspaceId} open={path} />
            ) : (
              <FoundFiles workspaceId={workspaceId} text={sought.trim()} open={path} />
            )}
            {!isDesk && <Detail {...{ workspaceId, path, entry, isTop, error, onUpload: upload.start }} />}
          </div>
        )}
        {(isDesk || isFile) && (
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            {!isDesk && (
              <Link
                to="/workspaces/$workspaceId/files"
                params={{ workspaceId }}
                search={{ path: folderOf(path) }}
                className="flex min-h-11 items-center gap-2 px-4 text-ink-soft"
              >
                <Icon name="chevron-left" />
                All files
              </Link>
            )}
            <Detail {...{ workspaceId, path, entry, isTop, error, onUpload: upload.start }} />
          </div>
        )}
      </div>
      <div role="status" className="px-4">
        {upload.words}
      </div>
      {upload.trouble !== null && (
        <div role="alert" className="p-4">
          <Notice tone="trouble" title="Not everything was uploaded">
            {upload.trouble}
          </Notice>
        </div>
      )}
    </>
  )
}

interface DetailProps extends FilesPageProps {
  entry: FileEntry | undefined
  isTop: boolean
  error: Error | null
  onUpload: (files: readonly LocalFile[]) => void
}

function Detail({ workspaceId, path, entry, isTop, error, onUpload }: DetailProps) {
  if (isTop) return <FolderView workspaceId={workspaceId} path="/" entry={null} onUpload={onUpload} />
  if (error !== null) {
    const isGone = error instanceof ApiError && error.code === 'file-not-found'
    return (
      <div role="alert" className="p-4">
        <Notice tone="trouble" title={isGone ? `There is no file ${path}` : 'Could not open the file'}>
          {isGone
            ? 'It may have been renamed or deleted. Deleted files can be restored from the top folder.'
            : error.message}
        </Notice>
      </div>
    )
  }
  if (entry === undefined) return null
  if (entry.kind === 'folder') {
    return <FolderView key={entry.id} workspaceId={workspaceId} path={path} entry={entry} onUpload={onUpload} />
  }
  return <FileView key={entry.id} workspaceId={workspaceId} entry={entry} />
}

function useUpload(workspaceId: WorkspaceId, folder: string) {
  const { client } = useServices()
  const queries = useQueryClient()
  const [isOver, setIsOver] = useState(false)
  const [words, setWords] = useState('')
  const [trouble, setTrouble] = useState<string | null>(null)

  async function upload(files: readonly LocalFile[]): Promise<void> {
    setTrouble(null)
    const onProgress = (done: number) => setWords(`Uploading ${done + 1} of ${files.length}`)
    try {
      await uploadAll(files, { client, workspaceId, folder, onProgress })
    } catch (error) {
      if (!(error instanceof ApiError)) reportError(error)
      setTrouble(error instanceof Error ? error.message : String(error))
    }
    setWords('')
    await refreshFiles(queries, workspaceId)
  }

  function hasFiles({ dataTransfer }: DragEvent): boolean {
    return dataTransfer.types.includes('Files')
  }

  return {
    isOver,
    words,
    trouble,
    start: (files: readonly LocalFile[]) => void upload(files),
    onDragOver(event: DragEvent) {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: () => setIsOver(false),
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(false)
      void droppedFiles(event.dataTransfer.items).then(upload, reportError)
    },
  }
}
