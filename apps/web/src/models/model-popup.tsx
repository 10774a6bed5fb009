import { Popover } from '@base-ui/react/popover'
import type { ModelChoice } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useRef } from 'react'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { useIsDesk } from '../ui/hooks/use-is-desk.ts'
import { Skeleton } from '../ui/layout/skeleton.tsx'
import { Sheet } from '../ui/overlays/dialog.tsx'
import { ModelList } from './model-list.tsx'
import { modelsQuery } from './models-query.ts'

interface ModelPopupProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  anchor: RefObject<HTMLButtonElement | null>
  current: ModelChoice | null
  because: string | null
  /** What went wrong with the last choice. */
  trouble: string | null
  /** The sentence before it; by default that the model could not be changed. */
  failed?: string
  onChoose: (choice: ModelChoice) => void
  /** Opens how answers are made; absent where there is no chat yet. */
  onSettings?: (() => void) | undefined
}

/** Above the composer on a desk, a sheet from below on a phone. */
export function ModelPopup({ open, onOpenChange, anchor, ...props }: ModelPopupProps) {
  const isDesk = useIsDesk()
  const field = useRef<HTMLInputElement>(null)
  const content = <Content field={field} onClose={() => onOpenChange(false)} {...props} />
  if (!isDesk) {
    return (
      <Sheet open={open} onOpenChange={onOpenChange} title="Choose a model" finalFocus={anchor}>
        {content}
      </Sheet>
    )
  }
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          side="top"
          align="start"
          sideOffset={8}
          collisionPadding={12}
          className="z-30"
        >
          <Popover.Popup
            aria-label="Choose a model"
            initialFocus={field}
            finalFocus={anchor}
            className="flex max-h-[min(32rem,var(--available-height))] w-112 max-w-[calc(100vw-1.5rem)] flex-col rounded border border-line bg-raised shadow-float outline-none transition-opacity duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0"
          >
            {content}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

interface ContentProps extends Omit<ModelPopupProps, 'open' | 'onOpenChange' | 'anchor'> {
  field: RefObject<HTMLInputElement | null>
  onClose: () => void
}

function Content({
  field,
  current,
  because,
  trouble,
  failed = 'Could not change the model.',
  onChoose,
  onSettings,
  onClose,
}: ContentProps) {
  const { client } = useServices()
  const navigate = useNavigate()
  const { data, isPending, isError, error, refetch } = useQuery(modelsQuery(client))
  return (
    <div className="flex h-full min-h-0 flex-col">
      {trouble !== null && (
        <p role="alert" className="shrink-0 bg-red-wash px-3 py-2 text-red">
          {failed} {trouble}
        </p>
      )}
      <ModelList
        list={data ?? null}
        current={current}
        because={because}
        field={field}
        onChoose={onChoose}
        onLeave={onClose}
      >
        <div className="px-3 py-2">
          {isPending && <Skeleton label="Loading models" />}
          {isError && (
            <>
              <p role="alert">Could not load the models. {error.message}</p>
              <Button look="outline" icon="retry" className="mt-3" onClick={() => refetch()}>
                Try again
              </Button>
            </>
          )}
        </div>
      </ModelList>
      <footer className="flex shrink-0 gap-1 border-t border-line p-1">
        {onSettings && (
          <Button
            icon="sliders"
            className="font-normal"
            onClick={() => {
              onClose()
              onSettings()
            }}
          >
            Answer settings
          </Button>
        )}
        <Button
          icon="plug"
          className="font-normal"
          onClick={() => {
            onClose()
            navigate({ to: '/providers' }).catch(reportError)
          }}
        >
          Providers
        </Button>
        <span className="flex-1" />
        <Button className="font-normal desk:hidden" onClick={onClose}>
          Close
        </Button>
      </footer>
    </div>
  )
}
