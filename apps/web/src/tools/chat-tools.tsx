import { Suspense } from 'react'
import { lazyPart } from '../ui/parts/lazy-part.tsx'
import type { ToolsViewProps } from './tools-view.tsx'

// Most chats are read without it: it is fetched when it is first opened.
const ToolsView = lazyPart(async () => (await import('./tools-view.tsx')).ToolsView)

export function ChatTools({ chat, effect }: ToolsViewProps) {
  return (
    <Suspense>
      <ToolsView chat={chat} effect={effect} />
    </Suspense>
  )
}
