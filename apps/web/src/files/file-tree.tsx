import type { FileEntry, WorkspaceId } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatSize } from '../formats/format-size.ts'
import { useServices } from '../state/services.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/graphics/icon.tsx'
import { folderQuery, searchQuery } from './files-query.ts'

interface FileTreeProps {
  workspaceId: WorkspaceId
  /** The open file or folder. */
  open: string
}

/** The files of a workspace. A folder is read when it is opened. */
export function FileTree({ workspaceId, open }: FileTreeProps) {
  return (
    <nav aria-label="Files">
      <Folder workspaceId={workspaceId} path="/" open={open} depth={0} />
    </nav>
  )
}

interface FolderProps extends FileTreeProps {
  path: string
  depth: number
}

function Folder({ workspaceId, path, open, depth }: FolderProps) {
  const { client } = useServices()
  const { data: entries, error } = useQuery(folderQuery(client, workspaceId, path))
  if (error) return <p className="px-3 py-2 text-red">{error.message}</p>
  if (entries === undefined) return null
  if (entries.length === 0) {
    return depth === 0 ? null : (
      <p className={classNames(row, 'text-ink-faint')} style={indent(depth)}>
        Empty
      </p>
    )
  }
  return (
    <ul>
      {entries.map(entry => (
        <li key={entry.id}>
          {entry.kind === 'folder' ? (
            <FolderRow workspaceId={workspaceId} entry={entry} open={open} depth={depth} />
          ) : (
            <FileRow workspaceId={workspaceId} entry={entry} open={open} depth={depth} />
          )}
        </li>
      ))}
    </ul>
  )
}

const row =
  'flex min-h-8 w-full items-center gap-2 rounded pr-2 text-left text-ink-soft transition-colors duration-150 hover:bg-wash hover:text-ink coarse:min-h-11'

function indent(depth: number) {
  return { paddingLeft: `${0.5 + depth}rem` }
}

interface RowProps extends FileTreeProps {
  entry: FileEntry
  depth: number
}

function FolderRow({ workspaceId, entry, open, depth }: RowProps) {
  const isWithin = open === entry.path || open.startsWith(`${entry.path}/`)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const expanded = chosen ?? isWithin
  return (
    <>
      <div className="flex items-center">
        <button
          type="button"
          aria-expanded={expanded}
          aria-label={`${expanded ? 'Close' : 'Open'} ${entry.name}`}
          onClick={() => setChosen(!expanded)}
          style={indent(depth)}
          className="flex min-h-8 items-center rounded text-ink-faint hover:text-ink coarse:min-h-11"
        >
          <Icon name={expanded ? 'chevron-down' : 'chevron-right'} size={14} />
        </button>
        <Link
          to="/workspaces/$workspaceId/files"
          params={{ workspaceId }}
          search={{ path: entry.path }}
          aria-current={open === entry.path ? 'page' : undefined}
          onClick={() => setChosen(true)}
          className={classNames(row, 'pl-1', open === entry.path && 'bg-wash text-ink')}
        >
          <Icon name="folder" />
          <bdi className="truncate">{entry.name}</bdi>
        </Link>
      </div>
      {expanded && <Folder workspaceId={workspaceId} path={entry.path} open={open} depth={depth + 1} />}
    </>
  )
}

function FileRow({ workspaceId, entry, open, depth }: RowProps) {
  return (
    <Link
      to="/workspaces/$workspaceId/files"
      params={{ workspaceId }}
      search={{ path: entry.path }}
      aria-current={open === entry.path ? 'page' : undefined}
      style={{ paddingLeft: `${1.5 + depth}rem` }}
      className={classNames(row, open === entry.path && 'bg-wash text-ink')}
    >
      <Icon name={entry.mediaType?.startsWith('image/') ? 'image' : 'file'} />
      <bdi className="min-w-0 flex-1 truncate">{entry.name}</bdi>
      <span className="figures shrink-0 text-small text-ink-faint">{formatSize(entry.size)}</span>
    </Link>
  )
}

/** Files whose path contains the words. */
export function FoundFiles({ workspaceId, text, open }: FileTreeProps & { text: string }) {
  const { client } = useServices()
  const { data: entries, error } = useQuery(searchQuery(client, workspaceId, text))
  if (error) return <p className="px-3 py-2 text-red">{error.message}</p>
  if (entries === undefined) return null
  if (entries.length === 0) return <p className="px-3 py-2 text-ink-soft">No file matches.</p>
  return (
    <ul aria-label="Found files">
      {entries.map(entry => (
        <li key={entry.id}>
          <Link
            to="/workspaces/$workspaceId/files"
            params={{ workspaceId }}
            search={{ path: entry.path }}
            className={classNames(row, 'px-2', open === entry.path && 'bg-wash text-ink')}
          >
            <Icon name={entry.kind === 'folder' ? 'folder' : 'file'} />
            <bdi className="min-w-0 flex-1 wrap-anywhere">{entry.path}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  )
}
