import type { Chat } from '@stet/api/client'
import { lazy, Suspense } from 'react'

// Most chats are read without it: it is fetched when it is first opened.
const ToolsView = lazy(async () => ({ default: (await import('./tools-view.tsx')).ToolsView }))

export function ChatTools({ chat }: { chat: Chat }) {
  return (
    <Suspense>
      <ToolsView chat={chat} />
    </Suspense>
  )
}
