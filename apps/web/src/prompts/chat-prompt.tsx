import type { Chat } from '@stet/api/client'
import { lazy, Suspense } from 'react'

// Most chats are read without it: it is fetched when it is first opened.
const PromptView = lazy(async () => ({ default: (await import('./prompt-view.tsx')).PromptView }))

export function ChatPrompt({ chat }: { chat: Chat }) {
  return (
    <Suspense>
      <PromptView chat={chat} />
    </Suspense>
  )
}
