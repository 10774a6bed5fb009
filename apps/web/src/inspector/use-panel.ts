import type { MessageId } from '@stet/api/client'
import { useId, useState } from 'react'
import { shortcuts, useShortcut } from '../app/shortcuts.ts'
import { useIsDesk } from '../app/use-is-desk.ts'
import type { InspectorTab } from './inspector.tsx'

/** Whether the inspector is open, and at what. */
export interface Panel {
  readonly id: string
  readonly isDesk: boolean
  readonly isOpen: boolean
  readonly wasOpened: boolean
  readonly tab: InspectorTab
  /** The message one came for. */
  readonly at: MessageId | null
  open(tab: InspectorTab, at?: MessageId): void
  toggle(): void
  close(): void
}

interface PanelState {
  readonly isOpen: boolean
  readonly wasOpened: boolean
  readonly tab: InspectorTab
  readonly at: MessageId | null
}

export function usePanel(): Panel {
  const id = useId()
  const isDesk = useIsDesk()
  const [state, setState] = useState<PanelState>({ isOpen: false, wasOpened: false, tab: 'request', at: null })
  const panel: Panel = {
    ...state,
    id,
    isDesk,
    open: (tab, at) => setState({ isOpen: true, wasOpened: true, tab, at: at ?? null }),
    toggle: () => setState(before => ({ ...before, isOpen: !before.isOpen, wasOpened: true, at: null })),
    close: () => setState(before => ({ ...before, isOpen: false, at: null })),
  }
  useShortcut(shortcuts.inspector, panel.toggle)
  return panel
}
