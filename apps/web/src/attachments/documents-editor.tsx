import { type BlockReport, type ContextFile, MOST_DOCUMENTS, type WorkspaceId } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useServices } from '../state/services.ts'
import { useAttempt } from '../state/use-attempt.ts'
import { Button, IconButton } from '../ui/controls/button.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { documentWords } from './document-words.ts'
import { FilePicker } from './file-picker.tsx'
import { uploadFile } from './upload.ts'

interface DocumentsEditorProps {
  workspaceId: WorkspaceId
  documents: readonly ContextFile[]
  /** What the next request makes of them, in their order; empty while that is not known. */
  blocks: readonly BlockReport[]
  /** What other documents change in the next request. Where it is absent, a document is added without asking. */
  effect?: (documents: readonly ContextFile[]) => ReactNode
  /** Rejects when they were not saved. */
  onChange: (documents: readonly ContextFile[]) => Promise<unknown>
}

/** Other documents, not saved yet. */
interface Proposal {
  /** What is added, or replaces an earlier version. */
  readonly document: ContextFile
  readonly act: 'Add document' | 'Use this version'
  readonly documents: readonly ContextFile[]
}

/** The files whose text goes with every request, to add, order and remove (C13). */
export function DocumentsEditor({ workspaceId, documents, blocks, effect, onChange }: DocumentsEditorProps) {
  const { trouble, attempt } = useAttempt()
  const [picking, setPicking] = useState(false)
  const [proposed, setProposed] = useState<Proposal | null>(null)
  const [tried, setTried] = useState<string | null>(null)
  const chosen = useRef<HTMLInputElement>(null)

  function change(next: readonly ContextFile[]): Promise<boolean> {
    return attempt('Could not change the documents', onChange(next))
  }

  function withDocument(document: ContextFile): readonly ContextFile[] {
    return [...documents.filter(({ blob }) => blob !== document.blob), document]
  }

  /** Where its cost is known, the user sees it first. */
  async function propose(proposal: Proposal): Promise<void> {
    if (effect) setProposed(proposal)
    else await change(proposal.documents)
  }

  function add(document: ContextFile): Promise<void> {
    return propose({ document, act: 'Add document', documents: withDocument(document) })
  }

  async function upload(file: File): Promise<void> {
    const signal = new AbortController().signal
    const sent = uploadFile({ name: file.name, bytes: file, signal, onProgress: () => undefined })
    if (!(await attempt('Could not upload the file', sent))) return
    const { blob, name } = await sent
    await add({ blob, name, path: null })
  }

  return (
    <section aria-label="Context documents" className="mt-5 border-t border-line pt-3">
      <h3 className="font-medium">Context documents</h3>
      <p className="mt-1 text-small text-pretty text-ink-faint">
        Their text goes with every request, after the system prompt. When the messages need the space, documents are
        shortened first.
      </p>
      {documents.length > 0 && (
        <ul className="mt-2 divide-y divide-line border-y border-line">
          {documents.map((document, at) => (
            <li key={document.blob} className="flex items-center gap-2 py-1">
              <Icon name="file" />
              <span className="min-w-0 flex-1">
                <bdi className="block truncate">{document.name}</bdi>
                <span className="block text-small text-ink-faint">
                  {documentWords(blocks[at])}
                  {effect && tried !== document.blob && (
                    <button
                      type="button"
                      onClick={() => setTried(document.blob)}
                      className="ml-1 rounded text-accent underline-offset-2 hover:underline coarse:min-h-10"
                    >
                      What would removing it save?
                    </button>
                  )}
                  {effect && tried === document.blob && (
                    <span role="status" className="block text-ink-soft">
                      Removed: {effect(documents.filter(each => each !== document))}
                    </span>
                  )}
                </span>
              </span>
              {document.path !== null && (
                <NewerVersion
                  workspaceId={workspaceId}
                  document={document}
                  path={document.path}
                  onUse={newer =>
                    propose({
                      document: newer,
                      act: 'Use this version',
                      documents: documents.map(each => (each === document ? newer : each)),
                    })
                  }
                />
              )}
              {at > 0 && (
                <IconButton
                  label={`Move ${document.name} up`}
                  icon="arrow-up"
                  onClick={() => void change(documents.toSpliced(at, 1).toSpliced(at - 1, 0, document))}
                />
              )}
              <IconButton
                label={`Remove ${document.name}`}
                icon="close"
                onClick={() => void change(documents.filter(each => each !== document))}
              />
            </li>
          ))}
        </ul>
      )}
      {trouble !== null && (
        <p role="alert" className="mt-2 text-red">
          {trouble.what}. {trouble.because}
        </p>
      )}
      {proposed !== null && effect && (
        <div className="mt-2 rounded border border-line bg-raised px-3 py-2">
          <p role="status" className="text-small text-ink-soft">
            <bdi className="block truncate font-medium text-ink">{proposed.document.name}</bdi>
            {effect(proposed.documents)}
          </p>
          <div className="mt-2 flex justify-end gap-2">
            <Button onClick={() => setProposed(null)}>Cancel</Button>
            <Button
              look="primary"
              onClick={() => {
                setProposed(null)
                void change(proposed.documents)
              }}
            >
              {proposed.act}
            </Button>
          </div>
        </div>
      )}
      {documents.length < MOST_DOCUMENTS && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button look="outline" icon="folder" onClick={() => setPicking(true)}>
            Add a workspace file
          </Button>
          <Button look="outline" icon="attach" onClick={() => chosen.current?.click()}>
            Upload a file
          </Button>
          <input
            ref={chosen}
            type="file"
            aria-label="Context document"
            className="sr-only"
            tabIndex={-1}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              target.value = ''
              if (file !== undefined) void upload(file)
            }}
          />
        </div>
      )}
      {picking && (
        <FilePicker
          workspaceId={workspaceId}
          onPick={file => {
            setPicking(false)
            void add(file)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </section>
  )
}

interface NewerVersionProps {
  workspaceId: WorkspaceId
  document: ContextFile
  path: string
  onUse: (document: ContextFile) => Promise<unknown>
}

/** A workspace file is sent in the version that was chosen. After a change, the user decides when the new version is worth a new prefix. */
function NewerVersion({ workspaceId, document, path, onUse }: NewerVersionProps) {
  const { client } = useServices()
  const { data: entry } = useQuery({
    queryKey: ['files', workspaceId, 'file', path],
    queryFn: () => client.fileAt(workspaceId, { path }),
    retry: false,
  })
  const blob = entry?.blob ?? document.blob
  if (blob === document.blob) return null
  return <Button onClick={() => void onUse({ ...document, blob })}>Use new version</Button>
}
