import type { MessageId, RequestId } from '@stet/api/client'
import { useId, useState } from 'react'
import type { InspectorTab } from '../../inspector/inspector.tsx'
import type { RequestPair } from '../../requests/cache-misses.ts'
import { useIsDesk } from '../../ui/hooks/use-is-desk.ts'
import { shortcuts, useShortcut } from '../../ui/keyboard/shortcuts.ts'

/** Whether the inspector is open, and at what. */
interface PanelState {
  readonly isOpen: boolean
  readonly wasOpened: boolean
  readonly tab: InspectorTab
  /** The message one came for. */
  readonly at: MessageId | null
  /** The setting one came for. */
  readonly setting: string | null
  /** The past request that is shown; null where it is the next one. */
  readonly request: RequestId | null
  /** Whether all requests of the chat are listed. */
  readonly listed: boolean
  /** Two requests that are compared. */
  readonly pair: RequestPair | null
  /** Whether the bytes of the next request are shown. */
  readonly exact: boolean
}

export interface Panel extends PanelState {
  readonly id: string
  readonly isDesk: boolean
  open(tab: InspectorTab, at?: MessageId): void
  openSetting(tab: InspectorTab, setting: string): void
  openExact(): void
  openRequests(): void
  openDifference(pair: RequestPair): void
  openRequest(requestId: RequestId): void
  toggle(): void
  close(): void
}

const next = { at: null, setting: null, request: null, listed: false, pair: null, exact: false }
const closed: PanelState = { isOpen: false, wasOpened: false, tab: 'request', ...next }

export function usePanel(): Panel {
  const id = useId()
  const isDesk = useIsDesk()
  const [state, setState] = useState(closed)
  const panel: Panel = {
    ...state,
    id,
    isDesk,
    open: (tab, at) => setState({ ...next, isOpen: true, wasOpened: true, tab, at: at ?? null }),
    openSetting: (tab, setting) => setState({ ...next, isOpen: true, wasOpened: true, tab, setting }),
    openExact: () => setState(before => ({ ...before, ...next, isOpen: true, wasOpened: true, exact: true })),
    openRequests: () => setState(before => ({ ...before, ...next, isOpen: true, wasOpened: true, listed: true })),
    openDifference: pair => setState(before => ({ ...before, ...next, isOpen: true, wasOpened: true, pair })),
    openRequest: request => setState(before => ({ ...before, ...next, isOpen: true, wasOpened: true, request })),
    toggle: () => setState(({ isOpen, tab }) => ({ ...next, isOpen: !isOpen, wasOpened: true, tab })),
    close: () => setState(before => ({ ...before, ...next, isOpen: false })),
  }
  useShortcut(shortcuts.inspector, panel.toggle)
  return panel
}
