import type { ChatId, ChatView, MessageId, PathWindow, UserMessage } from '@stet/api/client'
import { Link } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { DocumentStrip } from '../attachments/document-strip.tsx'
import { pendingCalls } from '../calls/pending-calls.ts'
import { chatTitle } from '../chats/chat-title.ts'
import { ColdCacheNotice } from '../inspector/cold-cache-notice.tsx'
import { type Tried, TriedEffect } from '../inspector/tried-effect.tsx'
import { useInspection } from '../inspector/use-inspection.ts'
import { MarginLegend } from '../margin/margin-legend.tsx'
import { MarginPopover } from '../margin/margin-popover.tsx'
import { ChatQuestions } from '../mcp/questions/chat-questions.tsx'
import { ChatPrompt } from '../prompts/chat-prompt.tsx'
import { FindInChat } from '../search/find-in-chat.tsx'
import { FindMarks, type MarkedHits } from '../search/find-marks.tsx'
import { ChatWording } from '../settings/chat-wording.tsx'
import type { ChatStore } from '../state/chat-store.ts'
import { runningRun } from '../state/chat-view.ts'
import { useServices } from '../state/services.ts'
import { settledReader } from '../state/settled-view.ts'
import { ChatTools } from '../tools/chat-tools.tsx'
import { Button } from '../ui/controls/button.tsx'
import { shortcuts, useShortcut } from '../ui/keyboard/shortcuts.ts'
import { Notice } from '../ui/layout/notice.tsx'
import { lazyPart } from '../ui/parts/lazy-part.tsx'
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
import { ChatOverlays, type Overlay } from './outline/chat-overlays.tsx'
import { InspectorPanel } from './panel/inspector-panel.tsx'
import { usePanel } from './panel/use-panel.ts'
import { SlashTrouble } from './slash/slash-trouble.tsx'
import { useSlash } from './slash/use-slash.ts'
import { useChatActions } from './use-chat-actions.ts'
import { useOfferedActions } from './use-offered-actions.ts'
import { useWanted } from './use-wanted.ts'

const DocumentsEditor = lazyPart(async () => (await import('../attachments/documents-editor.tsx')).DocumentsEditor)
const DocumentDialog = lazyPart(async () => (await import('../attachments/document-dialog.tsx')).DocumentDialog)
const SummariseDialog = lazyPart(async () => (await import('../compaction/summarise-dialog.tsx')).SummariseDialog)
const SlashDialogs = lazyPart(async () => (await import('./slash/slash-dialogs.tsx')).SlashDialogs)

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
        <OpenChat store={store} view={state.view} window={state.window} target={target} />
      ) : (
        <DeletedChat chat={state.view.chat} />
      )
  }
}

/** A chat that a call has is read here, and continued by its caller. */
function CalledChatNote({ chatId }: { chatId: ChatId }) {
  return (
    <div className="mx-auto w-full max-w-(--column) px-3 pb-4 sm:px-6">
      <Notice
        title="A sub-agent’s chat"
        actions={
          <Link to="/chats/$chatId" params={{ chatId }} className="font-medium text-accent hover:underline">
            Back to the chat that called it
          </Link>
        }
      >
        It can be read and copied. Only the model that called it writes here.
      </Notice>
    </div>
  )
}

interface OpenChatProps {
  store: ChatStore
  view: ChatView
  /** What is shown in place of the end of the path. */
  window: PathWindow | null
  target: Wanted | null
}

function OpenChat({ store, view, window, target }: OpenChatProps) {
  const { client, newKey } = useServices()
  const { chat } = view
  const { wanted, setWanted, goToBranch } = useWanted(chat.id, target)
  const [onlySent, setOnlySent] = useState(false)
  const showAll = useCallback(() => setOnlySent(false), [])
  const [sought, setSought] = useState<object | null>(null)
  const [edited, setEdited] = useState<UserMessage | null>(null)
  const [again, setAgain] = useState<MessageId | null>(null)
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  const [finding, setFinding] = useState(false)
  const [marked, setMarked] = useState<MarkedHits | null>(null)
  const compare = useCallback((one: MessageId, other: MessageId) => setOverlay({ kind: 'compare', one, other }), [])
  const picker = useRef<HTMLButtonElement>(null)
  const panel = usePanel()
  const inspection = useInspection(view)
  const running = runningRun(view)
  const pending = pendingCalls(view)
  const loaded = useMemo(() => [...(window?.path ?? []), ...view.path], [window, view.path])
  const actions = useChatActions(view, loaded, running, { edit: setEdited, retryWith: setAgain, compare })
  const { compactions } = actions
  const { proposed } = actions.files
  const chooseModel = () => picker.current?.click()
  const slash = useSlash(view, actions, chooseModel)
  const title = chatTitle(chat)
  // Before the first answer there is little to explain.
  const isExplained = inspection.state.own !== null && view.path.some(({ role }) => role === 'assistant')
  const effectOf = (tried: Tried) => (
    <TriedEffect chat={chat} path={view.path} text={inspection.question().text} tried={tried} />
  )
  const { documents } = chat.settings
  const blocks = inspection.state.own?.report.system.filter(({ kind }) => kind === 'document') ?? []

  useEffect(() => {
    document.title = title
  }, [title])
  useOfferedActions({ store, view, actions, panel, onOverlay: setOverlay, onFind: () => setFinding(true) })
  useShortcut(shortcuts.decide, () => {
    const messageId = actions.calls.seek()
    if (messageId === null) setSought({})
    else setWanted({ messageId })
  })

  return (
    <ChatContexts
      chat={chat}
      path={view.path}
      actions={actions}
      panel={panel}
      inspection={inspection}
      onChooseModel={chooseModel}
    >
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <ChatHeader
            store={store}
            view={view}
            actions={actions}
            panel={panel}
            inspection={inspection}
            running={running !== null}
            onlySent={onlySent}
            onOnlySent={setOnlySent}
            onOverlay={setOverlay}
            onFind={() => setFinding(true)}
          />
          <FindInChat
            chatId={chat.id}
            tip={chat.tip}
            open={finding}
            onOpenChange={setFinding}
            onGo={setWanted}
            onMarked={setMarked}
          />
          <DocumentStrip documents={documents} blocks={blocks} onOpen={() => panel.open('prompt')} />
          {onlySent && (
            <div role="status" className="mx-auto w-full max-w-(--column) px-3 pb-2 sm:px-6">
              <p className="flex items-center gap-3 rounded border border-line bg-desk py-1 pr-1 pl-3 text-small text-ink-soft">
                <span className="min-w-0 flex-1">Only what the model sees with your next message is shown.</span>
                <Button onClick={showAll}>Show all</Button>
              </p>
            </div>
          )}
          <div className="relative flex min-h-0 flex-1 flex-col">
            <Conversation
              store={store}
              wanted={wanted}
              onElsewhere={goToBranch}
              onlySent={onlySent}
              onShowAll={showAll}
            />
            {marked !== null && <FindMarks {...marked} />}
          </div>
          <ChatNotices
            view={view}
            actions={actions}
            pending={pending}
            sought={sought}
            onChooseModel={chooseModel}
            onTools={() => panel.open('tools')}
          />
          <SlashTrouble slash={slash} />
          <ChatQuestions
            chatId={chat.id}
            isRunning={Object.values(view.calls).some(({ state }) => state.kind === 'started')}
          />
          {isExplained && <MarginLegend />}
          {chat.calledBy === null && <ColdCacheNotice view={view} state={inspection.state} />}
          {chat.calledBy !== null && <CalledChatNote chatId={chat.calledBy.chatId} />}
          {chat.calledBy === null && (
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
          )}
          <ChatOverlays
            chat={chat}
            overlay={overlay}
            onOverlay={setOverlay}
            onGo={messageId => setWanted({ messageId })}
          />
          <Suspense>{slash.dialog !== null && <SlashDialogs view={view} slash={slash} />}</Suspense>
          <Suspense>
            {proposed !== null && (
              <DocumentDialog
                name={proposed.name}
                effect={effectOf({ documents: proposed.documents })}
                onAdd={proposed.accept}
                onClose={proposed.close}
              />
            )}
          </Suspense>
          <Suspense>
            {compactions.asking !== null && (
              <SummariseDialog scope={compactions.asking} make={compactions.make} onClose={compactions.closeDialog} />
            )}
          </Suspense>
        </div>
        <InspectorPanel
          chatId={chat.id}
          panel={panel}
          inspection={inspection}
          path={view.path}
          loaded={loaded}
          onShow={messageId => setWanted({ messageId })}
          prompt={
            <ChatPrompt key={chat.id} chat={chat} effect={systemPrompt => effectOf({ systemPrompt })}>
              <Suspense>
                <DocumentsEditor
                  workspaceId={chat.workspaceId}
                  documents={documents}
                  blocks={blocks}
                  effect={next => effectOf({ documents: next })}
                  onChange={next => client.changeDocuments(chat.id, { documents: next, key: newKey() })}
                />
              </Suspense>
              <WorkspaceAgain chat={chat} group="documents" />
            </ChatPrompt>
          }
          tools={<ChatTools chat={chat} effect={tools => effectOf({ tools })} />}
          messages={<ChatWording chat={chat} effect={wording => effectOf({ wording })} />}
          again={group => <WorkspaceAgain chat={chat} group={group} />}
          effect={effectOf}
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
