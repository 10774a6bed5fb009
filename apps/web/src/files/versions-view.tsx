import { ApiError, type FileEntry, type WorkspaceId } from '@stet/api/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { dateLocale } from '../formats/date-locale.ts'
import { formatSize } from '../formats/format-size.ts'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { lazyPart } from '../ui/parts/lazy-part.tsx'
import { DropVersionsDialog } from './drop-versions-dialog.tsx'
import { refreshFiles, textQuery, versionsQuery } from './files-query.ts'

const CompareView = lazyPart(async () => (await import('./code-editor.tsx')).CompareView)

const KEPT = 10

interface VersionsViewProps {
  workspaceId: WorkspaceId
  entry: FileEntry
  onRolledBack: () => void
}

/** Every version of a file; one of them compared with the newest. */
export function VersionsView({ workspaceId, entry, onRolledBack }: VersionsViewProps) {
  const { client } = useServices()
  const queries = useQueryClient()
  const { data: versions, error } = useQuery(versionsQuery(client, workspaceId, entry))
  const [chosen, setChosen] = useState<number | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [dropping, setDropping] = useState(false)
  if (error) return <p className="p-4 text-red">{error.message}</p>
  if (versions === undefined) return null
  const compared = versions.find(({ number }) => number === chosen) ?? versions[1] ?? null

  async function act(command: Promise<unknown>, then: () => void): Promise<void> {
    setTrouble(null)
    try {
      await command
      await refreshFiles(queries, workspaceId)
      then()
    } catch (failure) {
      if (!(failure instanceof ApiError)) reportError(failure)
      setTrouble(failure instanceof Error ? failure.message : String(failure))
    }
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col desk:flex-row">
      <div className="shrink-0 overflow-y-auto border-line max-desk:max-h-52 max-desk:border-b desk:w-64 desk:border-r">
        <ol aria-label="Versions" className="p-2">
          {versions.map(version => (
            <li key={version.number}>
              <button
                type="button"
                aria-pressed={version.number === compared?.number}
                onClick={() => setChosen(version.number)}
                className="flex min-h-9 w-full flex-wrap items-baseline gap-x-2 rounded px-2 py-1 text-left hover:bg-wash aria-pressed:bg-wash coarse:min-h-11"
              >
                <span className="font-medium">v{version.number}</span>
                <span className="flex-1 text-small text-ink-faint">{authorWords(version.by)}</span>
                <span className="figures text-small text-ink-faint">{formatSize(version.size)}</span>
                <time className="basis-full text-small text-ink-faint" dateTime={new Date(version.at).toISOString()}>
                  {new Date(version.at).toLocaleString(dateLocale(), { dateStyle: 'short', timeStyle: 'short' })}
                </time>
              </button>
            </li>
          ))}
        </ol>
        {versions.length > KEPT && (
          <div className="border-t border-line p-3">
            <Button look="outline" icon="trash" onClick={() => setDropping(true)}>
              Drop all but {KEPT}
            </Button>
          </div>
        )}
      </div>
      {dropping && (
        <DropVersionsDialog
          {...{ workspaceId, entry, kept: KEPT }}
          old={versions.length - KEPT}
          onClose={() => setDropping(false)}
        />
      )}
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        {trouble !== null && (
          <div role="alert" className="p-3">
            <Notice tone="trouble" title="Nothing was changed">
              {trouble}
            </Notice>
          </div>
        )}
        {compared === null || compared.number === entry.version ? (
          <p className="p-4 text-ink-soft">
            {versions.length === 1
              ? 'This is the only version.'
              : 'Choose a version to compare it with the newest one.'}
          </p>
        ) : (
          <>
            <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2">
              <span className="flex-1 text-ink-soft">
                v{compared.number} and v{entry.version}
              </span>
              <Button
                look="outline"
                icon="undo"
                onClick={() =>
                  void act(
                    client.rollBackFile(workspaceId, {
                      fileId: entry.id,
                      version: compared.number,
                      expect: entry.version,
                    }),
                    onRolledBack,
                  )
                }
              >
                Roll back to v{compared.number}
              </Button>
            </div>
            {compared.kind === 'text' && entry.blob !== null ? (
              <Compared
                path={entry.path}
                before={compared.blob}
                after={entry.blob}
                names={{ before: `v${compared.number}`, after: `v${entry.version}` }}
              />
            ) : (
              <p className="p-4 text-ink-soft">Binary files cannot be compared.</p>
            )}
          </>
        )}
      </div>
    </div>
  )
}

function authorWords(by: { readonly kind: 'user' } | { readonly kind: 'tool'; readonly tool: string }): string {
  return by.kind === 'user' ? 'You' : by.tool
}

interface ComparedProps {
  path: string
  before: string
  after: string
  names: { readonly before: string; readonly after: string }
}

function Compared({ path, before, after, names }: ComparedProps) {
  const { client } = useServices()
  const old = useQuery(textQuery(client, before))
  const current = useQuery(textQuery(client, after))
  if (old.data === undefined || current.data === undefined) return null
  return (
    <div className="min-h-0 flex-1 overflow-hidden">
      <Suspense>
        <CompareView path={path} before={old.data} after={current.data} names={names} />
      </Suspense>
    </div>
  )
}
