import { ApiError, type FileEntry, isExtractable, type WorkspaceId } from '@stet/api/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { formatSize } from '../formats/format-size.ts'
import { useServices } from '../state/services.ts'
import { useTextDraft } from '../state/use-text-draft.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { Menu, MenuItem } from '../ui/overlays/menu.tsx'
import { lazyPart } from '../ui/parts/lazy-part.tsx'
import { ExtractedText } from './extracted-text.tsx'
import { folderOf, versionWords } from './file-words.ts'
import { refreshFiles, textQuery, versionsQuery } from './files-query.ts'
import { NameDialog } from './name-dialog.tsx'
import { VersionsView } from './versions-view.tsx'

// The editor is large, and most visits only look.
const CodeEditor = lazyPart(async () => (await import('./code-editor.tsx')).CodeEditor)
const CompareView = lazyPart(async () => (await import('./code-editor.tsx')).CompareView)

/** A longer text is downloaded and not edited here. */
const LONGEST_EDITED = 1_000_000

interface FileViewProps {
  workspaceId: WorkspaceId
  entry: FileEntry
}

export function FileView({ workspaceId, entry }: FileViewProps) {
  const { client } = useServices()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [shows, setShows] = useState<'file' | 'versions'>('file')
  const [renaming, setRenaming] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const { data: versions } = useQuery(versionsQuery(client, workspaceId, entry))
  const blob = entry.blob ?? ''

  async function remove(): Promise<void> {
    try {
      await client.deleteFile(workspaceId, { fileId: entry.id })
      await refreshFiles(queries, workspaceId)
      await navigate({
        to: '/workspaces/$workspaceId/files',
        params: { workspaceId },
        search: { path: folderOf(entry.path) },
      })
    } catch (error) {
      setTrouble(error instanceof ApiError ? error.message : String(error))
    }
  }

  return (
    <section aria-label={entry.path} className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2">
        <h2 className="min-w-0 flex-1 font-mono text-[0.8125rem] wrap-anywhere max-sm:basis-full">
          <bdi>{entry.path}</bdi>
        </h2>
        <span className="figures text-small text-ink-faint max-sm:flex-1">
          {formatSize(entry.size)} · {versionWords(entry.version, versions?.length ?? entry.version)}
        </span>
        <Button
          look="outline"
          icon="clock"
          aria-pressed={shows === 'versions'}
          onClick={() => setShows(shows === 'file' ? 'versions' : 'file')}
        >
          {shows === 'file' ? 'Versions' : 'Back to file'}
        </Button>
        <Menu label="File actions">
          <MenuItem
            icon="arrow-down"
            onClick={() => open(client.blobUrl(blob, { name: entry.name, download: true }), '_self')}
          >
            Download
          </MenuItem>
          <MenuItem icon="pencil" onClick={() => setRenaming(true)}>
            Rename or move
          </MenuItem>
          <MenuItem icon="trash" danger onClick={() => void remove()}>
            Delete
          </MenuItem>
        </Menu>
      </div>
      {trouble !== null && (
        <div role="alert" className="p-4">
          <Notice tone="trouble" title="Could not delete the file">
            {trouble}
          </Notice>
        </div>
      )}
      {shows === 'versions' ? (
        <VersionsView workspaceId={workspaceId} entry={entry} onRolledBack={() => setShows('file')} />
      ) : (
        <Content key={entry.id} workspaceId={workspaceId} entry={entry} />
      )}
      {renaming && (
        <NameDialog
          title="Rename or move"
          action="Rename"
          path={entry.path}
          onClose={() => setRenaming(false)}
          onName={async to => {
            const moved = await client.moveFile(workspaceId, { fileId: entry.id, to })
            await refreshFiles(queries, workspaceId)
            await navigate({
              to: '/workspaces/$workspaceId/files',
              params: { workspaceId },
              search: { path: moved.path },
            })
          }}
        />
      )}
    </section>
  )
}

function Content({ workspaceId, entry }: FileViewProps) {
  const { client } = useServices()
  const blob = entry.blob ?? ''
  if (entry.kind === 'text' && entry.size <= LONGEST_EDITED) return <TextFile workspaceId={workspaceId} entry={entry} />
  if (entry.mediaType?.startsWith('image/')) {
    return (
      <div className="min-h-0 flex-1 overflow-auto p-4">
        <img
          src={client.blobUrl(blob, { name: entry.name })}
          alt={entry.name}
          className="max-w-full rounded border border-line"
        />
      </div>
    )
  }
  const download = (
    <Button
      look="outline"
      icon="arrow-down"
      onClick={() => open(client.blobUrl(blob, { name: entry.name, download: true }), '_self')}
    >
      Download
    </Button>
  )
  if (isExtractable(entry.mediaType ?? '')) {
    return <ExtractedText workspaceId={workspaceId} entry={entry} download={download} />
  }
  return (
    <div className="p-4">
      <Notice
        title={
          entry.kind === 'text'
            ? 'Too long to edit here'
            : `${entry.mediaType ?? 'Binary file'}, ${formatSize(entry.size)}`
        }
        actions={download}
      >
        Download it to look at it.
      </Notice>
    </div>
  )
}

function TextFile({ workspaceId, entry }: FileViewProps) {
  const { client } = useServices()
  // The text before is shown until the newer one has arrived: nothing jumps after saving.
  const { data: text, error } = useQuery({ ...textQuery(client, entry.blob ?? ''), placeholderData: before => before })
  if (error) {
    return (
      <div role="alert" className="p-4">
        <Notice tone="trouble" title="Could not read the file">
          {error.message}
        </Notice>
      </div>
    )
  }
  return text === undefined ? null : <Editor workspaceId={workspaceId} entry={entry} saved={text} />
}

interface SaveTrouble {
  readonly because: string
  /** Whether somebody else saved a version meanwhile. */
  readonly isChanged: boolean
}

function Editor({ workspaceId, entry, saved }: FileViewProps & { saved: string }) {
  const { client } = useServices()
  const queries = useQueryClient()
  const { typed, isChanged, change, revert } = useTextDraft(`file:${entry.id}`, saved)
  const [trouble, setTrouble] = useState<SaveTrouble | null>(null)
  const [saving, setSaving] = useState(false)
  // The version that the typing started from: a newer one must not be replaced unseen (FT-3).
  const [base, setBase] = useState(entry.version)
  if (!isChanged && base !== entry.version) setBase(entry.version)

  async function save(expect: number | 'any'): Promise<void> {
    if (saving || !isChanged) return
    setSaving(true)
    setTrouble(null)
    try {
      await client.writeFile(workspaceId, { path: entry.path, content: { text: typed }, expect })
    } catch (error) {
      if (!(error instanceof ApiError)) reportError(error)
      const because = error instanceof Error ? error.message : String(error)
      setTrouble({ because, isChanged: error instanceof ApiError && error.code === 'file-changed' })
    } finally {
      setSaving(false)
    }
    await refreshFiles(queries, workspaceId)
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {trouble !== null && (
        <div role="alert" className="px-4 pt-3">
          <Notice
            tone="trouble"
            title="Not saved"
            actions={
              trouble.isChanged && (
                <Button look="outline" onClick={() => void save('any')}>
                  Save as the newest version
                </Button>
              )
            }
          >
            {trouble.because} What you typed is still here.
            {trouble.isChanged && ' The newest version is on the left, yours on the right.'}
          </Notice>
          {trouble.isChanged && (
            <section aria-label="What differs" className="mt-2 h-[min(20rem,40dvh)] rounded border border-line">
              <Suspense>
                <CompareView
                  path={entry.path}
                  before={saved}
                  after={typed}
                  names={{ before: 'Newest version', after: 'Your text' }}
                />
              </Suspense>
            </section>
          )}
        </div>
      )}
      <div className="min-h-64 flex-1 overflow-hidden">
        <Suspense fallback={<pre className="p-4 font-mono text-[0.8125rem] whitespace-pre-wrap">{typed}</pre>}>
          <CodeEditor path={entry.path} text={typed} onChange={change} onSave={() => void save(base)} />
        </Suspense>
      </div>
      <div className="flex min-h-12 items-center gap-2 border-t border-line px-4 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
        <span role="status" className="flex-1 text-small text-ink-soft">
          {isChanged ? 'Unsaved changes' : ''}
        </span>
        <Button look="outline" disabled={!isChanged} onClick={revert}>
          Revert
        </Button>
        <Button look="primary" disabled={!isChanged || saving} onClick={() => void save(base)}>
          Save
        </Button>
      </div>
    </div>
  )
}
