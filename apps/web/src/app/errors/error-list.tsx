import { Suspense, useState, useSyncExternalStore } from 'react'
import { useServices } from '../../state/services.ts'
import { Icon } from '../../ui/graphics/icon.tsx'
import { lazyPart } from '../../ui/parts/lazy-part.tsx'

const ErrorDialog = lazyPart(async () => (await import('./error-dialog.tsx')).ErrorDialog)

export function ErrorList() {
  const { errors: log } = useServices()
  const errors = useSyncExternalStore(log.subscribe, log.errors)
  const [open, setOpen] = useState(false)
  const [opened, setOpened] = useState(false)
  if (errors.length === 0) return null
  const count = errors.reduce((sum, error) => sum + error.count, 0)
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setOpen(true)
          setOpened(true)
        }}
        className="flex h-8 items-center gap-2 rounded px-2 text-red hover:bg-red-wash coarse:h-10"
      >
        <Icon name="warning" />
        <span className="figures">{count}</span>
        <span className="sr-only">{count === 1 ? ' error' : ' errors'}</span>
      </button>
      <Suspense>{opened && <ErrorDialog errors={errors} open={open} onOpenChange={setOpen} />}</Suspense>
    </>
  )
}
