import { Dialog as Base } from '@base-ui/react/dialog'
import type { FilePart } from '@stet/api/client'
import { type KeyboardEvent, useRef } from 'react'
import { formatBytes } from '../formats/format-bytes.ts'
import { IconButton } from '../ui/controls/button.tsx'
import { useCloseWithBack } from '../ui/hooks/open-overlays.ts'
import { download, fileUrl } from './file-url.ts'

interface LightboxProps {
  images: readonly FilePart[]
  /** The blob of the picture that is shown; null while it is closed. */
  shown: string | null
  onShow: (blob: string | null) => void
}

/** A picture as large as the page; the arrow keys lead to the others of its message. */
export function Lightbox({ images, shown, onShow }: LightboxProps) {
  const popup = useRef<HTMLDivElement>(null)
  const at = images.findIndex(({ blob }) => blob === shown)
  const image = images[at]
  useCloseWithBack(image !== undefined, () => onShow(null))
  const step = (by: number) => {
    const next = images[(at + by + images.length) % images.length]
    if (next !== undefined) onShow(next.blob)
  }
  function onKeyDown({ key }: KeyboardEvent): void {
    if (key === 'ArrowRight') step(1)
    if (key === 'ArrowLeft') step(-1)
  }
  if (image === undefined) return null
  return (
    <Base.Root open onOpenChange={open => !open && onShow(null)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-30 bg-scrim" />
        <Base.Popup
          ref={popup}
          initialFocus={popup}
          onKeyDown={onKeyDown}
          className="fixed inset-0 z-40 flex flex-col bg-paper pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] text-ink outline-none"
        >
          <header className="flex items-center gap-1 border-b border-line px-4 py-2">
            <Base.Title className="min-w-0 flex-1 truncate text-ui font-medium">
              <bdi>{image.name}</bdi>
              <span className="ml-2 font-normal text-ink-faint">{formatBytes(image.size)}</span>
            </Base.Title>
            {images.length > 1 && (
              <>
                <span className="figures mr-1 text-small text-ink-faint">
                  {at + 1} / {images.length}
                </span>
                <IconButton label="Previous image" icon="chevron-left" onClick={() => step(-1)} />
                <IconButton label="Next image" icon="chevron-right" onClick={() => step(1)} />
              </>
            )}
            <IconButton label="Download" icon="download" onClick={() => download(image)} />
            <Base.Close render={<IconButton label="Close" icon="close" />} />
          </header>
          <div className="flex min-h-0 flex-1 items-center justify-center p-4">
            <img
              key={image.blob}
              src={fileUrl(image)}
              alt={image.name}
              className="max-h-full max-w-full object-contain"
            />
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
