import type { MessageId, RequestId } from '@stet/api/client'
import { useId, useState } from 'react'
import type { InspectorTab } from '../inspector/inspector.tsx'
import { useIsDesk } from '../ui/hooks/use-is-desk.ts'
import { shortcuts, useShortcut } from '../ui/keyboard/shortcuts.ts'

/** Whether the inspector is open, and at what. */
export interface Panel {
  readonly id: string
  readonly isDesk: boolean
  readonly isOpen: boolean
  readonly wasOpened: boolean
  readonly tab: InspectorTab
  /** The message one came for. */
  readonly at: MessageId | null
  /** The past request that is shown; null where it is the next one. */
  readonly request: RequestId | null
  open(tab: InspectorTab, at?: MessageId): void
  openRequest(requestId: RequestId): void
  toggle(): void
  close(): void
}

interface PanelState {
  readonly isOpen: boolean
  readonly wasOpened: boolean
  readonly tab: InspectorTab
  readonly at: MessageId | null
  readonly request: RequestId | null
}

const closed: PanelState = { isOpen: false, wasOpened: false, tab: 'request', at: null, request: null }

export function usePanel(): Panel {
  const id = useId()
  const isDesk = useIsDesk()
  const [state, setState] = useState(closed)
  const panel: Panel = {
    ...state,
    id,
    isDesk,
    open: (tab, at) => setState({ isOpen: true, wasOpened: true, tab, at: at ?? null, request: null }),
    openRequest: request => setState(before => ({ ...before, isOpen: true, wasOpened: true, at: null, request })),
    toggle: () => setState(({ isOpen, tab }) => ({ isOpen: !isOpen, wasOpened: true, tab, at: null, request: null })),
    close: () => setState(before => ({ ...before, isOpen: false, at: null, request: null })),
  }
  useShortcut(shortcuts.inspector, panel.toggle)
  return panel
}
