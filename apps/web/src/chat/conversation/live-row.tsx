import type { ChatView } from '@stet/api/client'
import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { KnownCallsContext, knownCalls } from '../../calls/known-calls.ts'
import type { ChatStore } from '../../state/chat-store.ts'
import type { Row } from '../../state/chat-view.ts'
import { RowView } from '../messages/row-view.tsx'

interface LiveRowProps {
  store: ChatStore
  row: Row
}

/**
 * What is being written follows the store by itself: nothing else is drawn for a piece of text. Every row is drawn by this one component,
 * so that an answer keeps its elements when it ends: a link that is pressed at that moment still opens.
 */
export function LiveRow({ store, row }: LiveRowProps) {
  const draft = useSyncExternalStore(store.subscribe, () => {
    if (row.kind !== 'draft') return null
    const state = store.drawn()
    const drafts = state.kind === 'ready' ? state.view.drafts : []
    return drafts.find(({ messageId }) => messageId === row.key) ?? row.draft
  })
  const isNewer = row.kind === 'draft' && draft !== null && draft !== row.draft
  return <RowView row={isNewer ? { ...row, draft } : row} />
}

/** Calls report what they do while they run, as often as an answer grows. */
export function KnownCallsOf({ store, view, children }: { store: ChatStore; view: ChatView; children: ReactNode }) {
  const progress = useSyncExternalStore(store.subscribe, () => {
    const state = store.drawn()
    return state.kind === 'ready' ? state.view.progress : view.progress
  })
  const { path, calls } = view
  const known = useMemo(() => knownCalls({ calls, progress, path }), [calls, progress, path])
  return <KnownCallsContext value={known}>{children}</KnownCallsContext>
}
