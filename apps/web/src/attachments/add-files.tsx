import { useRef, useSyncExternalStore } from 'react'
import { IconButton } from '../ui/controls/button.tsx'
import { Menu, MenuItem } from '../ui/overlays/menu.tsx'

/** Opens the picker; where there is a finger rather than a mouse, a menu offers the camera too. */
export function AddFiles({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const picker = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const isTouch = useSyncExternalStore(subscribe, () => touch.matches)
  function take(input: HTMLInputElement): void {
    onFiles([...(input.files ?? [])])
    // The same file can be chosen again.
    input.value = ''
  }
  const choose = () => picker.current?.click()
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Files"
        onChange={event => take(event.currentTarget)}
      />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label="Photo"
        onChange={event => take(event.currentTarget)}
      />
      {isTouch ? (
        <Menu label="Attach files" icon="attach" className="-ml-2 text-ink-faint">
          <MenuItem icon="file" onClick={choose}>
            Choose files
          </MenuItem>
          <MenuItem icon="camera" onClick={() => camera.current?.click()}>
            Take a photo
          </MenuItem>
        </Menu>
      ) : (
        <IconButton label="Attach files" icon="attach" className="-ml-2 text-ink-faint" onClick={choose} />
      )}
    </>
  )
}

const touch = matchMedia('(pointer: coarse)')

function subscribe(listener: () => void): () => void {
  touch.addEventListener('change', listener)
  return () => touch.removeEventListener('change', listener)
}
