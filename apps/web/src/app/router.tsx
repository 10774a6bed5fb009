import type { ChatId } from '@stet/api/client'
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ChatSkeleton } from '../chat/chat-skeleton.tsx'
import { NewChatPage } from '../chat/new-chat-page.tsx'
import { NotFound } from './not-found.tsx'
import { PageTrouble } from './page-trouble.tsx'
import { Shell } from './shell.tsx'

// Fetched at once but apart, so that the page stands before Markdown and all it needs have arrived.
const chatPage = import('../chat/chat-page.tsx')
const ChatPage = lazy(async () => ({ default: (await chatPage).ChatPage }))

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

const newChat = createRoute({ getParentRoute: () => root, path: '/', component: NewChatPage })

const chat = createRoute({
  getParentRoute: () => root,
  path: '/chats/$chatId',
  component: function ChatRoute() {
    const { chatId } = chat.useParams()
    if (!isChatId(chatId)) return <NotFound />
    return (
      <Suspense fallback={<ChatSkeleton />}>
        {/* Another chat is another page: nothing of the one before may stay in it. */}
        <ChatPage key={chatId} chatId={chatId} />
      </Suspense>
    )
  },
})

export const router = createRouter({
  routeTree: root.addChildren([newChat, chat]),
  defaultErrorComponent: PageTrouble,
  defaultOnCatch: reportError,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

function isChatId(text: string): text is ChatId {
  return text.startsWith('chat_')
}
