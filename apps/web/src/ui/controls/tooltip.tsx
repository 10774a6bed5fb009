import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import { keysText } from '../keyboard/kbd.tsx'

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider delay={500} closeDelay={0}>
      {children}
    </Base.Provider>
  )
}

interface TooltipProps {
  text: string
  keys?: string | undefined
  side?: 'top' | 'bottom' | 'right'
  disabled?: boolean
  children: ReactElement
}

export function Tooltip({ text, keys, side = 'bottom', disabled = false, children }: TooltipProps) {
  return (
    <Base.Root disabled={disabled}>
      <Base.Trigger render={children} />
      <Base.Portal>
        {/* What has one says the same by its own name or description. */}
        <Base.Positioner aria-hidden="true" side={side} sideOffset={6} className="z-50">
          <Base.Popup className="max-w-72 rounded bg-ink px-2 py-1 text-small wrap-anywhere text-paper shadow-float transition-opacity duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0">
            <bdi>{text}</bdi>
            {keys && <span className="ml-2 opacity-75">{keysText(keys)}</span>}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
