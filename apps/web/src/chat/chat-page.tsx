import type { ChatId, ChatView, MessageId, RequestId, UserMessage } from '@stet/api/client'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { PendingBanner } from '../calls/pending-banner.tsx'
import { pendingCalls } from '../calls/pending-calls.ts'
import { useCallDecisions } from '../calls/use-call-decisions.ts'
import { chatTitle } from '../chats/chat-title.ts'
import { RenameField } from '../chats/rename-field.tsx'
import { useNewTitle } from '../chats/use-new-title.ts'
import { CompactionNotice } from '../compaction/compaction-notice.tsx'
import { useCompactions } from '../compaction/use-compactions.ts'
import { InspectorButton } from '../inspector/inspector-button.tsx'
import { MeterButton } from '../inspector/meter-button.tsx'
import { useInspection } from '../inspector/use-inspection.ts'
import { MarginContext } from '../margin/margin-context.ts'
import { MarginPopover } from '../margin/margin-popover.tsx'
import { ChatModel } from '../models/chat-model.tsx'
import { ModelGoneNotice } from '../models/model-gone-notice.tsx'
import type { Above, ChatStore } from '../state/chat-store.ts'
import { runAtWork } from '../state/run-at-work.ts'
import { useServices } from '../state/services.ts'
import { nextParent } from '../state/to-rows.ts'
import { ChatTools } from '../tools/chat-tools.tsx'
import { ToolsButton } from '../tools/tools-button.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { shortcuts, useShortcut } from '../ui/shortcuts.ts'
import { ChatFigures } from '../usage/chat-figures.tsx'
import { contextFigure } from '../usage/context-words.ts'
import { useChatUsage } from '../usage/use-chat-usage.ts'
import { ActionNotice } from './action-notice.tsx'
import { ChatMenu } from './chat-menu.tsx'
import { ChatSkeleton } from './chat-skeleton.tsx'
import { ChatSurroundings } from './chat-surroundings.tsx'
import { ChatTrouble } from './chat-trouble.tsx'
import { Composer } from './composer/composer.tsx'
import { Conversation } from './conversation/conversation.tsx'
import { InspectorPanel } from './inspector-panel.tsx'
import { typedText } from './typed-text.ts'
import { useChat } from './use-chat.ts'
import { useMessageActions } from './use-message-actions.ts'
import { usePanel } from './use-panel.ts'
import { useWaiting } from './use-waiting.ts'

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
  const working = runAtWork(view)
  const pending = pendingCalls(view)
  const title = chatTitle(chat)
  const inspection = useInspection(view)
  const panel = usePanel()
  const picker = useRef<HTMLButtonElement>(null)
  const openPanel = useRef(panel.open)
  openPanel.current = panel.open
  const [wanted, setWanted] = useState<{ readonly messageId: MessageId } | null>(null)
  const [edited, setEdited] = useState<UserMessage | null>(null)
  const { actions, clear, trouble, dismiss } = useMessageActions(view, setEdited)
  const { decisions, seek } = useCallDecisions(view)
  const waiting = useWaiting(view)
  const compactions = useCompactions(view, working !== null)
  const { summarise } = compactions
  const ways = useMemo(
    () => ({
      chooseModel: () => picker.current?.click(),
      inspect: () => openPanel.current('settings'),
      summarise: summarise && (() => summarise('prose')),
    }),
    [summarise],
  )
  const naming = useNewTitle(chat.id)
  const spent = useChatUsage(chat.id, chat.tip)
  const openRequest = useRef(panel.openRequest)
  openRequest.current = panel.openRequest
  const onRequest = useCallback((requestId: RequestId) => openRequest.current(requestId), [])
  useShortcut(shortcuts.decide, () => {
    const messageId = seek()
    if (messageId !== null) setWanted({ messageId })
  })
  const { noteOn } = inspection
  const margin = useMemo(() => {
    const marks = new Map(chat.marks.flatMap(mark => (mark.kind === 'released' ? [] : [[mark.messageId, mark.kind]])))
    return { noteOn, markOn: (messageId: MessageId) => marks.get(messageId) ?? null }
  }, [noteOn, chat.marks])

  useEffect(() => {
    document.title = title
  }, [title])

  return (
    <MarginContext value={margin}>
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <PageHeader
            title={title}
            rename={onDone => <RenameField chat={chat} onDone={onDone} className="max-w-96 flex-[1_1_100%]" />}
            below={
              <ChatFigures context={contextFigure(view, inspection.state.own?.report.budget ?? null)} known={spent} />
            }
            actions={
              <>
                <ChatMenu
                  isEmpty={view.path.length === 0}
                  working={working !== null}
                  onTitle={naming.making ? null : naming.make}
                  onSummarise={compactions.summarise}
                  onClear={clear}
                />
                <InspectorButton open={panel.isOpen} controls={panel.id} onClick={panel.toggle} />
              </>
            }
          />
          <ChatSurroundings
            actions={actions}
            ways={ways}
            decisions={decisions}
            waiting={waiting.actions}
            checkpoints={compactions.checkpoints}
            openRequest={onRequest}
            usage={spent.usage}
          >
            <Conversation view={view} above={above} onLoadEarlier={store.loadEarlier} wanted={wanted} />
          </ChatSurroundings>
          {trouble && <ActionNotice trouble={trouble} onDismiss={dismiss} />}
          {compactions.trouble && <ActionNotice trouble={compactions.trouble} onDismiss={compactions.dismiss} />}
          {compactions.shown && <CompactionNotice compaction={compactions.shown} {...compactions} />}
          {naming.trouble && <ActionNotice trouble={naming.trouble} onDismiss={naming.dismiss} />}
          {waiting.trouble && <ActionNotice trouble={waiting.trouble} onDismiss={waiting.dismiss} />}
          {pending && (
            <PendingBanner
              key={pending.messageId}
              pending={pending}
              onRun={key => client.runPending(chat.id, { messageId: pending.messageId, key })}
              onReject={key => client.rejectPending(chat.id, { messageId: pending.messageId, key })}
            />
          )}
          <ModelGoneNotice chat={chat} onChoose={ways.chooseModel} />
          <Composer
            key={edited?.id ?? chat.id}
            name={edited === null ? chat.id : `${chat.id}/${edited.id}`}
            editing={edited && { text: typedText(edited), onCancel: () => setEdited(null) }}
            onEditLast={() => setEdited(view.path.findLast(message => message.role === 'user') ?? null)}
            model={<ChatModel chat={chat} button={picker} onSettings={() => panel.open('answer')} />}
            meter={
              <>
                <ToolsButton chat={chat} onOpen={() => panel.open('tools')} />
                <MeterButton chat={chat} state={inspection.state} onOpen={() => panel.open('request')} />
              </>
            }
            parentId={edited === null ? nextParent(view) : edited.parentId}
            mayBeEmpty={edited === null && (pending !== null || waiting.left)}
            handed={waiting.handed}
            send={async (text, unsent) => {
              const sent = await client.send(chat.id, { text, ...unsent })
              store.expect(sent.messageId)
              setEdited(null)
            }}
            onText={inspection.onText}
            onInspect={() => panel.open('settings')}
            onSummarise={ways.summarise}
            onStop={
              working === null
                ? null
                : () => {
                    client.stop(chat.id, { runId: working, key: newKey() }).catch(reportError)
                  }
            }
          />
        </div>
        <InspectorPanel
          panel={panel}
          inspection={inspection}
          path={view.path}
          onShow={messageId => setWanted({ messageId })}
          tools={<ChatTools chat={chat} />}
        />
      </div>
      <MarginPopover
        onMark={(messageId, mark) => client.mark(chat.id, { messageId, mark, key: newKey() })}
        onInspect={messageId => panel.open('request', messageId)}
      />
    </MarginContext>
  )
}
