import type { ChatView } from '@stet/api/client'
import { lazy, Suspense, useState } from 'react'
import { ChatMenuItems } from '../chats/chat-menu-items.tsx'
import { chatTitle } from '../chats/chat-title.ts'
import { RenameField } from '../chats/rename-field.tsx'
import type { InspectionOfChat } from '../inspector/use-inspection.ts'
import type { ChatStore } from '../state/chat-store.ts'
import { IconButton } from '../ui/controls/button.tsx'
import { shortcuts } from '../ui/keyboard/shortcuts.ts'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { Menu, MenuItem } from '../ui/overlays/menu.tsx'
import { ChatFigures } from '../usage/chat-figures.tsx'
import { contextFigure } from '../usage/context-words.ts'
import { ChatExportItems } from './chat-export-items.tsx'
import type { ChatActions } from './use-chat-actions.ts'
import type { Panel } from './use-panel.ts'

const DeleteHistoryDialog = lazy(async () => ({
  default: (await import('./delete-history-dialog.tsx')).DeleteHistoryDialog,
}))
const MoveChatDialog = lazy(async () => ({
  default: (await import('../workspaces/move-chat-dialog.tsx')).MoveChatDialog,
}))

interface ChatHeaderProps {
  store: ChatStore
  view: ChatView
  actions: ChatActions
  panel: Panel
  inspection: InspectionOfChat
  running: boolean
}

export function ChatHeader({ store, view, actions, panel, inspection, running }: ChatHeaderProps) {
  const { chat } = view
  const [dialog, setDialog] = useState<'move' | 'delete-history' | null>(null)
  const budget = inspection.state.own?.report.budget ?? null
  return (
    <PageHeader
      title={chatTitle(chat)}
      rename={onDone => <RenameField chat={chat} onDone={onDone} className="max-w-96 flex-[1_1_100%]" />}
      below={<ChatFigures context={contextFigure(view, budget)} known={actions.spent} />}
      actions={
        <>
          <ChatMenu
            store={store}
            view={view}
            isEmpty={view.path.length === 0}
            running={running}
            actions={actions}
            onPrompt={() => panel.open('prompt')}
            onMove={() => setDialog('move')}
            onDeleteHistory={() => setDialog('delete-history')}
          />
          <Suspense>
            {dialog === 'move' && <MoveChatDialog chat={chat} onClose={() => setDialog(null)} />}
            {dialog === 'delete-history' && <DeleteHistoryDialog view={view} onClose={() => setDialog(null)} />}
          </Suspense>
          <IconButton
            label="Inspector"
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

interface ChatMenuProps {
  store: ChatStore
  view: ChatView
  isEmpty: boolean
  running: boolean
  actions: ChatActions
  onPrompt: () => void
  onMove: () => void
  onDeleteHistory: () => void
}

function ChatMenu({ store, view, isEmpty, running, actions, onPrompt, onMove, onDeleteHistory }: ChatMenuProps) {
  const { chat } = view
  const { naming, compactions, messages } = actions
  const { summarise } = compactions
  return (
    <Menu label="Chat">
      <MenuItem icon="pencil" disabled={isEmpty || naming.making} onClick={naming.make}>
        {naming.making ? 'Generating a title…' : 'Generate a new title'}
      </MenuItem>
      <MenuItem icon="sliders" onClick={onPrompt}>
        System prompt
      </MenuItem>
      <MenuItem icon="move-to" onClick={onMove}>
        Move to workspace
      </MenuItem>
      <MenuItem icon="fold" disabled={summarise === null} onClick={() => summarise?.('prose')}>
        Summarise conversation
      </MenuItem>
      <MenuItem icon="fold" disabled={summarise === null} onClick={() => summarise?.('snapshot')}>
        Summarise as a snapshot
      </MenuItem>
      <MenuItem icon="strike" disabled={running || isEmpty} onClick={messages.clear}>
        Clear context (keeps messages)
      </MenuItem>
      <MenuItem icon="trash" danger disabled={running || isEmpty} onClick={onDeleteHistory}>
        Delete history…
      </MenuItem>
      <ChatExportItems store={store} view={view} />
      <ChatMenuItems chat={chat} />
    </Menu>
  )
}
