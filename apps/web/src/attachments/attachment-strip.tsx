import { fileUse, type ModelFacts } from '@stet/api/client'
import { useEffect, useId, useState } from 'react'
import { formatBytes } from '../formats/format-bytes.ts'
import { IconButton } from '../ui/controls/button.tsx'
import { Switch } from '../ui/controls/switch.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import type { PendingFile } from './attachment-store.ts'
import { fileUrl } from './file-url.ts'
import type { Attachments } from './use-attachments.ts'

interface AttachmentStripProps {
  attachments: Attachments
  /** The chosen model; null until it is known. */
  model: Pick<ModelFacts, 'name' | 'protocol' | 'takes'> | null
}

/** The files of the message that is being written, above its text. */
export function AttachmentStrip({ attachments, model }: AttachmentStripProps) {
  const { files, refused, prepares, setPrepares } = attachments
  const switchId = useId()
  const hasImages = files.some(({ isImage, file }) => isImage && file !== null)
  if (files.length === 0 && refused === null) return null
  return (
    <div className="border-b border-line px-3 py-2">
      {files.length > 0 && (
        <ul
          aria-label="Attachments"
          className="grid max-h-[30dvh] grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-2 overflow-y-auto"
        >
          {files.map(file => (
            <PendingCard key={file.key} file={file} model={model} attachments={attachments} />
          ))}
        </ul>
      )}
      {hasImages && (
        <label
          htmlFor={switchId}
          className="mt-2 flex min-h-6 cursor-pointer items-center gap-2 text-small text-ink-soft coarse:min-h-10"
        >
          <Switch id={switchId} label="Resize images" checked={prepares} onChange={setPrepares} />
          <span>
            {prepares
              ? 'Images are resized to 1920 px, and location and camera data are removed.'
              : 'Images are sent as they are, with EXIF data such as location and camera.'}
          </span>
        </label>
      )}
      {refused !== null && (
        <p role="alert" className="mt-2 text-small text-red">
          {refused}
        </p>
      )}
    </div>
  )
}

interface PendingCardProps extends AttachmentStripProps {
  file: PendingFile
}

function PendingCard({ file, model, attachments }: PendingCardProps) {
  const { key, name, state } = file
  const failed = state.kind === 'failed'
  return (
    <li
      className={`flex min-w-0 items-center gap-2 rounded border p-1.5 ${failed ? 'border-red/40 bg-red-wash' : 'border-line bg-desk'}`}
    >
      <Preview file={file} />
      <div className="min-w-0 flex-1">
        <p className="truncate text-small font-medium text-ink">
          <bdi>{name}</bdi>
        </p>
        <PendingLine file={file} model={model} />
      </div>
      {failed && state.retryable && (
        <IconButton label={`Retry ${name}`} icon="retry" onClick={() => attachments.retry(key)} />
      )}
      <IconButton
        label={state.kind === 'preparing' || state.kind === 'uploading' ? `Cancel ${name}` : `Remove ${name}`}
        icon="close"
        onClick={() => attachments.remove(key)}
      />
    </li>
  )
}

function PendingLine({ file, model }: Pick<PendingCardProps, 'file' | 'model'>) {
  const { state, size } = file
  switch (state.kind) {
    case 'preparing':
      return <p className="text-small text-ink-faint">Preparing…</p>
    case 'uploading':
      return (
        <progress
          aria-label={`Uploading ${file.name}`}
          value={state.share}
          max={1}
          className="mt-1.5 block h-1 w-full appearance-none overflow-hidden rounded bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
        />
      )
    case 'failed':
      return (
        <p role="alert" className="text-small text-red">
          {state.because}
        </p>
      )
    case 'ready': {
      const use = model === null ? null : fileUse(model, state.part)
      return (
        <p className={`text-small ${use === 'none' ? 'text-red' : 'text-ink-faint'}`}>
          {formatBytes(state.part.size || size)}
          {use === 'text' && ' · sent as text'}
          {use === 'none' && ` · not sent: ${model?.name} does not take it`}
        </p>
      )
    }
  }
}

function Preview({ file: { file, isImage, state } }: { file: PendingFile }) {
  const [local, setLocal] = useState<string | null>(null)
  // Of a type that this browser cannot show, or only named like an image.
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    if (file === null || !isImage) return
    const url = URL.createObjectURL(file)
    setLocal(url)
    return () => URL.revokeObjectURL(url)
  }, [file, isImage])
  const source = local ?? (isImage && state.kind === 'ready' ? fileUrl(state.part) : null)
  return (
    <span className="grid size-10 shrink-0 place-items-center overflow-hidden rounded bg-wash text-ink-faint">
      {source === null || isBroken ? (
        <Icon name="file" />
      ) : (
        <img src={source} alt="" onError={() => setBroken(true)} className="size-full object-cover" />
      )}
    </span>
  )
}
