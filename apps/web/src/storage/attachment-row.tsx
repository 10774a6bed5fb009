import type { ListedAttachment } from '@stet/api/client'
import { Link } from '@tanstack/react-router'
import { fileUrl } from '../attachments/file-url.ts'
import { formatBytes } from '../formats/format-bytes.ts'
import { formatMoment } from '../formats/format-moment.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/graphics/icon.tsx'

/** Whether it is shown as a picture. */
export function isShownPicture({ file, there }: ListedAttachment): boolean {
  return there && file.mediaType.startsWith('image/') && file.mediaType !== 'image/svg+xml'
}

interface AttachmentRowProps {
  attachment: ListedAttachment
  isChosen: boolean
  onToggle: () => void
  onOpen: () => void
}

export function AttachmentRow({ attachment, isChosen, onToggle, onOpen }: AttachmentRowProps) {
  const { file, chatId, messageId, role, at, released, there } = attachment
  return (
    <li className="flex items-center gap-3 py-2">
      <label className="grid size-9 shrink-0 cursor-pointer place-items-center coarse:size-11">
        <input
          type="checkbox"
          aria-label={`Select ${file.name}`}
          checked={isChosen}
          onChange={onToggle}
          className="size-4 accent-accent"
        />
      </label>
      {isShownPicture(attachment) ? (
        <button type="button" aria-label={`Open ${file.name}`} onClick={onOpen} className="shrink-0">
          <img
            src={fileUrl(file)}
            alt=""
            loading="lazy"
            decoding="async"
            className="size-12 rounded border border-line object-cover"
          />
        </button>
      ) : (
        <span className="grid size-12 shrink-0 place-items-center rounded border border-line text-ink-faint">
          <Icon name="file" />
        </span>
      )}
      <span className="min-w-0 flex-1">
        {there ? (
          <a
            href={fileUrl(file, 'download')}
            download={file.name}
            className={classNames(
              'block truncate font-medium hover:underline',
              released && 'text-ink-faint line-through',
            )}
          >
            <bdi>{file.name}</bdi>
          </a>
        ) : (
          <bdi className="block truncate font-medium text-ink-faint line-through">{file.name}</bdi>
        )}
        <span className="flex min-w-0 flex-wrap gap-x-2 text-small text-ink-faint">
          <span className="figures">{formatBytes(file.size)}</span>
          <Link to="/chats/$chatId" params={{ chatId }} search={{ message: messageId }} className="hover:underline">
            Show in chat
          </Link>
          <span>{formatMoment(at, Date.now())}</span>
          {role === 'assistant' && <span>made by the model</span>}
          {!there ? <span>deleted</span> : released ? <span>removed from context</span> : null}
        </span>
      </span>
    </li>
  )
}
