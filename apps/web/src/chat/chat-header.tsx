import type { ChatView } from '@stet/api/client'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ChatMenuItems } from '../chats/chat-menu-items.tsx'
import { chatTitle } from '../chats/chat-title.ts'
import { RenameField } from '../chats/rename-field.tsx'
import type { InspectionOfChat } from '../inspector/use-inspection.ts'
import type { ChatStore } from '../state/chat-store.ts'
import { IconButton } from '../ui/controls/button.tsx'
import { shortcuts } from '../ui/keyboard/shortcuts.ts'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { Menu, MenuItem, MenuRule } from '../ui/overlays/menu.tsx'
import { lazyPart } from '../ui/parts/lazy-part.tsx'
import { ChatFigures } from '../usage/chat-figures.tsx'
import { contextFigure } from '../usage/context-words.ts'
import { ChatExportItems } from './chat-export-items.tsx'
import { type Overlay, outlineHere } from './outline/chat-overlays.tsx'
import type { Panel } from './panel/use-panel.ts'
import type { ChatActions } from './use-chat-actions.ts'

const DeleteHistoryDialog = lazyPart(
  async () => (await import('./slash/delete-history-dialog.tsx')).DeleteHistoryDialog,
)
const MoveChatDialog = lazyPart(async () => (await import('../workspaces/move-chat-dialog.tsx')).MoveChatDialog)

interface ChatHeaderProps {
  store: ChatStore
  view: ChatView
  actions: ChatActions
  panel: Panel
  inspection: InspectionOfChat
  running: boolean
  /** Whether only what the next request sends is shown. */
  onlySent: boolean
  onOnlySent: (onlySent: boolean) => void
  onOverlay: (overlay: Overlay) => void
  onFind: () => void
}

export function ChatHeader({
  store,
  view,
  actions,
  panel,
  inspection,
  running,
  onlySent,
  onOnlySent,
  onOverlay,
  onFind,
}: ChatHeaderProps) {
  const { chat } = view
  const [renaming, setRenaming] = useState(false)
  const menu = useRef<HTMLButtonElement>(null)
  function endRenaming(hadFocus: boolean): void {
    flushSync(() => setRenaming(false))
    if (hadFocus) menu.current?.focus()
  }
  const [dialog, setDialog] = useState<'move' | 'delete-history' | null>(null)
  const budget = inspection.state.own?.report.budget ?? null
  return (
    <PageHeader
      title={chatTitle(chat)}
      rename={{
        field: renaming ? <RenameField chat={chat} onDone={endRenaming} className="max-w-96 flex-[1_1_100%]" /> : null,
        onStart: () => setRenaming(true),
      }}
      below={<ChatFigures context={contextFigure(view, budget)} known={actions.spent} />}
      actions={
        <>
          <ChatMenu
            opener={menu}
            store={store}
            view={view}
            isEmpty={view.path.length === 0}
            running={running}
            actions={actions}
            onRename={() => setRenaming(true)}
            onPrompt={() => panel.open('prompt')}
            onRequests={panel.openRequests}
            onlySent={onlySent}
            onOnlySent={onOnlySent}
            onOverlay={onOverlay}
            onFind={onFind}
            onMove={() => setDialog('move')}
            onDeleteHistory={() => setDialog('delete-history')}
          />
          <Suspense>
            {dialog === 'move' && <MoveChatDialog chat={chat} onClose={() => setDialog(null)} />}
            {dialog === 'delete-history' && <DeleteHistoryDialog view={view} onClose={() => setDialog(null)} />}
          </Suspense>
          <IconButton
            label="Inspector"
            data-tour="inspector"
            icon="panel"
            keys={shortcuts.inspector.keys}
            aria-pressed={panel.isOpen}
            aria-controls={panel.isOpen ? panel.id : undefined}
            onClick={panel.toggle}
          />
        </>
      }
    />
  )
}

interface ChatMenuProps extends Pick<ChatHeaderProps, 'onlySent' | 'onOnlySent' | 'onOverlay' | 'onFind'> {
  opener: RefObject<HTMLButtonElement | null>
  store: ChatStore
  view: ChatView
  isEmpty: boolean
  running: boolean
  actions: ChatActions
  onRename: () => void
  onPrompt: () => void
  onRequests: () => void
  onMove: () => void
  onDeleteHistory: () => void
}

function ChatMenu({
  opener,
  store,
  view,
  isEmpty,
  running,
  actions,
  onRename,
  onPrompt,
  onRequests,
  onlySent,
  onOnlySent,
  onOverlay,
  onFind,
  onMove,
  onDeleteHistory,
}: ChatMenuProps) {
  const { chat } = view
  const { naming, compactions, messages } = actions
  const { summarise, ask, undo, redo } = compactions
  const navigate = useNavigate()
  return (
    <Menu label="Chat" opener={opener}>
      <MenuItem icon="pencil" onClick={onRename}>
        Rename
      </MenuItem>
      <MenuItem icon="pen" disabled={isEmpty || naming.making} onClick={naming.make}>
        {naming.making ? 'Generating a title…' : 'Generate a new title'}
      </MenuItem>
      <MenuItem icon="sliders" onClick={onPrompt}>
        System prompt
      </MenuItem>
      <MenuItem icon="move-to" onClick={onMove}>
        Move to workspace
      </MenuItem>
      <MenuRule />
      <MenuItem icon="search" disabled={isEmpty} onClick={onFind}>
        Find in this chat…
      </MenuItem>
      <MenuItem icon="fork" disabled={isEmpty} onClick={() => onOverlay(outlineHere())}>
        Turns and branches
      </MenuItem>
      <MenuItem icon="clock" disabled={isEmpty} onClick={() => onOverlay({ kind: 'date' })}>
        Go to a date…
      </MenuItem>
      <MenuItem icon="list-checks" onClick={onRequests}>
        All requests
      </MenuItem>
      <MenuItem icon="attach" onClick={() => void navigate({ to: '/attachments', search: { chat: chat.id } })}>
        Attachments
      </MenuItem>
      <MenuItem icon="eye" disabled={isEmpty} onClick={() => onOnlySent(!onlySent)}>
        {onlySent ? 'Show all messages' : 'Show only what the model sees'}
      </MenuItem>
      <MenuRule />
      <MenuItem icon="fold" disabled={summarise === null} onClick={() => summarise?.('prose')}>
        Summarise conversation
      </MenuItem>
      <MenuItem icon="camera" disabled={summarise === null} onClick={() => summarise?.('snapshot')}>
        Summarise as a snapshot
      </MenuItem>
      <MenuItem icon="file" disabled={ask === null} onClick={() => ask?.({ kind: 'whole' })}>
        Preview a summary…
      </MenuItem>
      {undo && (
        <MenuItem icon="undo" onClick={undo.act}>
          {undo.words}
        </MenuItem>
      )}
      {redo && (
        <MenuItem icon="retry" onClick={redo.act}>
          {redo.words}
        </MenuItem>
      )}
      <MenuItem icon="strike" disabled={running || isEmpty} onClick={messages.clear}>
        Clear context (keeps messages)
      </MenuItem>
      <MenuRule />
      <ChatExportItems store={store} view={view} />
      <MenuRule />
      <ChatMenuItems
        chat={chat}
        danger={
          <MenuItem icon="trash" danger disabled={running || isEmpty} onClick={onDeleteHistory}>
            Delete history…
          </MenuItem>
        }
      />
    </Menu>
  )
}
