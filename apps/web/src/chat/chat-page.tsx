import type { ChatId, ChatView, MessageId, UserMessage } from '@stet/api/client'
import { lazy, Suspense, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { pendingCalls } from '../calls/pending-calls.ts'
import { chatTitle } from '../chats/chat-title.ts'
import { useInspection } from '../inspector/use-inspection.ts'
import { MarginPopover } from '../margin/margin-popover.tsx'
import { ChatPrompt } from '../prompts/chat-prompt.tsx'
import { FindInChat } from '../search/find-in-chat.tsx'
import { ChatWording } from '../settings/chat-wording.tsx'
import type { ChatStore } from '../state/chat-store.ts'
import { runningRun } from '../state/chat-view.ts'
import { useServices } from '../state/services.ts'
import { settledReader } from '../state/settled-view.ts'
import { ChatTools } from '../tools/chat-tools.tsx'
import { IconButton } from '../ui/controls/button.tsx'
import { shortcuts, useShortcut } from '../ui/keyboard/shortcuts.ts'
import { Notice } from '../ui/layout/notice.tsx'
import { WorkspaceAgain } from '../workspaces/workspace-again.tsx'
import { AnswerAgain } from './answer-again.tsx'
import { ChatComposer } from './chat-composer.tsx'
import { ChatContexts } from './chat-contexts.tsx'
import { ChatHeader } from './chat-header.tsx'
import { ChatNotices } from './chat-notices.tsx'
import { ChatSkeleton } from './chat-skeleton.tsx'
import { ChatTrouble } from './chat-trouble.tsx'
import { Conversation, type Wanted } from './conversation/conversation.tsx'
import { DeletedChat } from './deleted-chat.tsx'
import { InspectorPanel } from './inspector-panel.tsx'
import { useChatActions } from './use-chat-actions.ts'
import { usePanel } from './use-panel.ts'
import { useSlash } from './use-slash.ts'
import { useWanted } from './use-wanted.ts'

const SlashDialogs = lazy(async () => ({ default: (await import('./slash-dialogs.tsx')).SlashDialogs }))

interface ChatPageProps {
  chatId: ChatId
  /** Where a link leads: a message, and the words that were looked for. */
  target: Wanted | null
}

export function ChatPage({ chatId, target }: ChatPageProps) {
  const { live } = useServices()
  const [store, setStore] = useState(() => live.opened(chatId))
  useEffect(() => {
    const opened = live.open(chatId)
    setStore(opened)
    return () => live.leave(opened)
  }, [live, chatId])
  return store === null ? <ChatSkeleton /> : <StoredChat store={store} target={target} />
}

function StoredChat({ store, target }: { store: ChatStore; target: Wanted | null }) {
  const readSettled = useMemo(() => settledReader(store), [store])
  const state = useSyncExternalStore(store.subscribe, readSettled)
  switch (state.kind) {
    case 'loading':
      return <ChatSkeleton />
    case 'failed':
      return <ChatTrouble error={state.error} onRetry={() => store.load()} />
    case 'ready':
      return state.view.chat.deleteAt === null ? (
        <OpenChat store={store} view={state.view} target={target} />
      ) : (
        <DeletedChat chat={state.view.chat} />
      )
  }
}

function OpenChat({ store, view, target }: { store: ChatStore; view: ChatView; target: Wanted | null }) {
  const { client, newKey } = useServices()
  const { chat } = view
  const { wanted, setWanted, goToBranch } = useWanted(chat.id, target)
  const [sought, setSought] = useState<object | null>(null)
  const [edited, setEdited] = useState<UserMessage | null>(null)
  const [again, setAgain] = useState<MessageId | null>(null)
  const picker = useRef<HTMLButtonElement>(null)
  const panel = usePanel()
  const inspection = useInspection(view)
  const running = runningRun(view)
  const pending = pendingCalls(view)
  const actions = useChatActions(view, running, { edit: setEdited, retryWith: setAgain })
  const chooseModel = () => picker.current?.click()
  const slash = useSlash(view, actions, chooseModel)
  const title = chatTitle(chat)

  useEffect(() => {
    document.title = title
  }, [title])
  useShortcut(shortcuts.decide, () => {
    const messageId = actions.calls.seek()
    if (messageId === null) setSought({})
    else setWanted({ messageId })
  })

  return (
    <ChatContexts chat={chat} actions={actions} panel={panel} noteOn={inspection.noteOn} onChooseModel={chooseModel}>
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <ChatHeader
            store={store}
            view={view}
            actions={actions}
            panel={panel}
            inspection={inspection}
            running={running !== null}
          />
          <FindInChat chatId={chat.id} onGo={setWanted} />
          <Conversation store={store} wanted={wanted} onElsewhere={goToBranch} />
          <ChatNotices view={view} actions={actions} pending={pending} sought={sought} onChooseModel={chooseModel} />
          {slash.trouble !== null && (
            <div role="alert" className="mx-auto w-full max-w-(--column) px-3 pb-2 sm:px-6">
              <Notice
                tone="trouble"
                title={slash.trouble.what}
                actions={<IconButton label="Dismiss" icon="close" onClick={slash.dismiss} />}
              >
                {slash.trouble.because}
              </Notice>
            </div>
          )}
          <ChatComposer
            store={store}
            view={view}
            running={running}
            edited={edited}
            onEdit={setEdited}
            hasPending={pending !== null}
            actions={actions}
            panel={panel}
            inspection={inspection}
            picker={picker}
            onSlash={slash.run}
          />
          <Suspense>{slash.dialog !== null && <SlashDialogs view={view} slash={slash} />}</Suspense>
        </div>
        <InspectorPanel
          panel={panel}
          inspection={inspection}
          path={view.path}
          onShow={messageId => setWanted({ messageId })}
          prompt={<ChatPrompt key={chat.id} chat={chat} />}
          tools={<ChatTools chat={chat} />}
          messages={<ChatWording chat={chat} />}
          again={group => <WorkspaceAgain chat={chat} group={group} />}
        />
      </div>
      <AnswerAgain chat={chat} messageId={again} anchor={picker} onClose={() => setAgain(null)} />
      <MarginPopover
        onMark={(messageId, mark) => client.mark(chat.id, { messageId, mark, key: newKey() })}
        onInspect={messageId => panel.open('request', messageId)}
      />
    </ChatContexts>
  )
}
