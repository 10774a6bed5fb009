import type { ContextFile, WorkspaceId } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatBytes } from '../formats/format-bytes.ts'
import { useServices } from '../state/services.ts'
import { TextField } from '../ui/controls/text-field.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'

interface FilePickerProps {
  workspaceId: WorkspaceId
  onPick: (file: ContextFile) => void
  onClose: () => void
}

/** Chooses a file of the workspace by its name. */
export function FilePicker({ workspaceId, onPick, onClose }: FilePickerProps) {
  const { client } = useServices()
  const [words, setWords] = useState('')
  const { data: entries = [], isSuccess } = useQuery({
    queryKey: ['files', workspaceId, 'pick', words],
    queryFn: async () =>
      words.trim() === ''
        ? (await client.listFiles(workspaceId, { path: '/' })).files
        : (await client.searchFiles(workspaceId, { text: words })).files,
    placeholderData: before => before,
  })
  const files = entries.flatMap(({ blob, kind, path, size }) => (kind === 'text' && blob ? [{ blob, path, size }] : []))
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title="Add a workspace file"
      description="Text files of this workspace. The file goes as it is now; later changes are offered, not taken."
    >
      <TextField label="Search files" value={words} onChange={setWords} />
      {isSuccess && files.length === 0 && (
        <p className="mt-3 text-ink-soft">
          {words.trim() === ''
            ? 'No text files at the top of this workspace. Search finds those in folders.'
            : 'Nothing found.'}
        </p>
      )}
      <ul aria-label="Files" className="mt-2 divide-y divide-line">
        {files.map(({ blob, path, size }) => (
          <li key={path}>
            <button
              type="button"
              onClick={() => onPick({ blob, name: path.slice(path.lastIndexOf('/') + 1), path })}
              className="-mx-2 flex min-h-11 w-[calc(100%+1rem)] items-center gap-3 rounded px-2 py-2 text-left transition-colors duration-150 hover:bg-wash"
            >
              <Icon name="file" />
              <bdi className="min-w-0 flex-1 truncate">{path}</bdi>
              <span className="shrink-0 text-small text-ink-faint">{formatBytes(size)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
