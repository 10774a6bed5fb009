import type { FilePart, MessageId } from '@stet/api/client'
import { createContext, useContext, useState } from 'react'
import { formatBytes } from '../formats/format-bytes.ts'
import { Button } from '../ui/controls/button.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { Menu, MenuItem } from '../ui/overlays/menu.tsx'
import { download, fileUrl } from './file-url.ts'
import { Lightbox } from './lightbox.tsx'

/** Actions on the files of the open chat. Their provider shows errors. */
export interface FileActions {
  readonly isReleased: (messageId: MessageId, blob: string) => boolean
  readonly change: (messageId: MessageId, blob: string, act: 'release' | 'restore') => void
  /** Sends the text of a file with every request, once the user saw what that costs. */
  readonly addDocument: (file: FilePart) => void
}

export const FileActionsContext = createContext<FileActions | null>(null)

interface AttachedFilesProps {
  parts: readonly FilePart[]
  messageId: MessageId | null
}

/** The files of a message: pictures as thumbnails that open, anything else as a download. */
export function AttachedFiles({ parts, messageId }: AttachedFilesProps) {
  const actions = useContext(FileActionsContext)
  const [opened, setOpened] = useState<string | null>(null)
  if (parts.length === 0) return null
  const isReleased = ({ blob }: FilePart) => messageId !== null && (actions?.isReleased(messageId, blob) ?? false)
  const images = parts.filter(part => isImage(part) && !isReleased(part))
  return (
    <>
      <ul aria-label="Attachments" className="mt-1 mb-2 flex flex-wrap gap-2">
        {parts.map(part => (
          <li key={part.blob} className="group/file relative max-w-full">
            {isReleased(part) ? (
              <ReleasedFile
                part={part}
                onRestore={() => messageId && actions?.change(messageId, part.blob, 'restore')}
              />
            ) : (
              <>
                {isImage(part) ? (
                  <Thumbnail part={part} onOpen={() => setOpened(part.blob)} />
                ) : (
                  <DownloadCard part={part} />
                )}
                {actions && messageId && (
                  <span className="absolute top-1 right-1 rounded bg-raised opacity-0 transition-opacity duration-150 group-focus-within/file:opacity-100 group-hover/file:opacity-100 coarse:opacity-100">
                    <FileMenu
                      part={part}
                      onDocument={() => actions.addDocument(part)}
                      onRelease={() => actions.change(messageId, part.blob, 'release')}
                    />
                  </span>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      <Lightbox images={images} shown={opened} onShow={setOpened} />
    </>
  )
}

function isImage({ mediaType }: FilePart): boolean {
  return mediaType.startsWith('image/') && mediaType !== 'image/svg+xml'
}

function Thumbnail({ part, onOpen }: { part: FilePart; onOpen: () => void }) {
  const [failed, setFailed] = useState(false)
  if (failed) return <MissingFile part={part} />
  return (
    <button
      type="button"
      aria-label={`Open ${part.name}`}
      onClick={onOpen}
      className="block overflow-hidden rounded border border-line bg-wash"
    >
      <img
        src={fileUrl(part)}
        alt={part.name}
        loading="lazy"
        decoding="async"
        onError={() => setFailed(true)}
        className="h-40 w-auto min-w-16 max-w-full object-cover"
      />
    </button>
  )
}

function DownloadCard({ part }: { part: FilePart }) {
  return (
    <a
      href={fileUrl(part, 'download')}
      download={part.name}
      className="flex max-w-full items-center gap-2 rounded border border-line bg-raised py-2 pr-12 pl-3 text-ui text-ink hover:bg-wash"
    >
      <Icon name="file" />
      <span className="min-w-0">
        <bdi className="block truncate font-medium">{part.name}</bdi>
        <span className="block text-small text-ink-faint">{formatBytes(part.size)}</span>
      </span>
    </a>
  )
}

interface FileMenuProps {
  part: FilePart
  onDocument: () => void
  onRelease: () => void
}

function FileMenu({ part, onDocument, onRelease }: FileMenuProps) {
  return (
    <Menu label={`More for ${part.name}`} className="text-ink-soft">
      <MenuItem icon="download" onClick={() => download(part)}>
        Download
      </MenuItem>
      {!isImage(part) && (
        <MenuItem icon="pin" onClick={onDocument}>
          Use as context document
        </MenuItem>
      )}
      <MenuItem icon="strike" onClick={onRelease}>
        Remove from context
      </MenuItem>
    </Menu>
  )
}

function ReleasedFile({ part, onRestore }: { part: FilePart; onRestore: () => void }) {
  return (
    <span className="flex max-w-full items-center gap-2 rounded border border-dashed border-line-strong py-1 pr-1 pl-3 text-small text-ink-faint">
      <bdi className="min-w-0 truncate line-through">{part.name}</bdi>
      <span className="shrink-0">removed</span>
      <Button icon="undo" className="px-2 text-small" onClick={onRestore}>
        Restore
      </Button>
    </span>
  )
}

function MissingFile({ part }: { part: FilePart }) {
  return (
    <span className="flex items-center gap-2 rounded border border-dashed border-line-strong px-3 py-2 text-small text-ink-faint">
      <Icon name="image" />
      <bdi className="min-w-0 truncate">{part.name}</bdi> cannot be shown
    </span>
  )
}
