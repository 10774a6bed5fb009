import type { ChatId, ChatView } from '@stet/api/client'
import { useEffect } from 'react'
import { PageHeader } from '../app/page-header.tsx'
import { useServices } from '../app/services.ts'
import { chatTitle } from '../chats/chat-title.ts'
import { ChatSkeleton } from './chat-skeleton.tsx'
import type { Above, ChatStore } from './chat-store.ts'
import { ChatTrouble } from './chat-trouble.tsx'
import { Composer } from './composer.tsx'
import { Conversation } from './conversation.tsx'
import { modelName } from './model-name.ts'
import { lastLink, shownDraft } from './to-rows.ts'
import { useChat } from './use-chat.ts'

export function ChatPage({ chatId }: { chatId: ChatId }) {
  const { state, store } = useChat(chatId)
  switch (state.kind) {
    case 'loading':
      return <ChatSkeleton />
    case 'failed':
      return <ChatTrouble error={state.error} onRetry={() => store?.load()} />
    case 'ready':
      return store && <OpenChat store={store} view={state.view} above={state.above} />
  }
}

interface OpenChatProps {
  store: ChatStore
  view: ChatView
  above: Above
}

function OpenChat({ store, view, above }: OpenChatProps) {
  const { client, newKey } = useServices()
  const { chat } = view
  const draft = shownDraft(view)
  const title = chatTitle(chat)

  useEffect(() => {
    document.title = title
  }, [title])

  return (
    <>
      <PageHeader title={title} chat={chat} />
      <Conversation view={view} above={above} onLoadEarlier={store.loadEarlier} />
      <Composer
        name={chat.id}
        model={modelName(chat.settings.model)}
        parentId={lastLink(view)?.id ?? null}
        send={async (text, { key, parentId }) => {
          const sent = await client.send(chat.id, { text, key, parentId })
          store.expect(sent.messageId)
        }}
        onStop={
          draft?.state === 'writing'
            ? () => {
                client.stop(chat.id, { runId: draft.runId, key: newKey() }).catch(reportError)
              }
            : null
        }
      />
    </>
  )
}
