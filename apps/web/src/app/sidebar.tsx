import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChatList } from '../chats/chat-list.tsx'
import { workspaceQuery } from '../models/models-query.ts'
import { useServices } from '../state/services.ts'
import { IconButton } from '../ui/controls/button.tsx'
import { Tooltip } from '../ui/controls/tooltip.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { Wordmark } from '../ui/graphics/wordmark.tsx'
import { keysText } from '../ui/keyboard/kbd.tsx'
import { shortcuts } from '../ui/keyboard/shortcuts.ts'
import { WorkspaceList } from '../workspaces/workspace-list.tsx'
import { ErrorList } from './error-list.tsx'
import { ThemeToggle } from './theme-toggle.tsx'

interface SidebarProps {
  onChosen: () => void
  onShowShortcuts: () => void
}

export function Sidebar({ onChosen, onShowShortcuts }: SidebarProps) {
  const { client } = useServices()
  const { data: workspace } = useQuery(workspaceQuery(client))
  return (
    <div className="flex h-full flex-col pt-[env(safe-area-inset-top)]">
      <div className="flex h-14 items-center px-5">
        <Link
          to="/"
          onClick={onChosen}
          aria-label="Stet, new chat"
          className="rounded text-[1.375rem] leading-7 coarse:-mx-1 coarse:px-1 coarse:py-1.5"
        >
          <Wordmark />
        </Link>
      </div>
      <div className="px-2 pb-3">
        <Link
          to="/"
          onClick={onChosen}
          activeOptions={{ exact: true }}
          activeProps={{ className: 'bg-wash text-ink' }}
          inactiveProps={{ className: 'text-ink-soft' }}
          className="group flex h-9 items-center gap-2.5 rounded px-3 font-medium transition-colors duration-150 hover:bg-wash hover:text-ink coarse:h-11"
        >
          <Icon name="plus" />
          <span className="flex-1">New chat</span>
          <span
            aria-hidden="true"
            className="text-small font-normal text-ink-faint opacity-0 group-hover:opacity-100 coarse:hidden"
          >
            {keysText(shortcuts.newChat.keys)}
          </span>
        </Link>
        <Link
          to="/search"
          search={{ text: '' }}
          onClick={onChosen}
          activeOptions={{ includeSearch: false }}
          activeProps={{ className: 'bg-wash text-ink' }}
          inactiveProps={{ className: 'text-ink-soft' }}
          className="group mt-px flex h-9 items-center gap-2.5 rounded px-3 font-medium transition-colors duration-150 hover:bg-wash hover:text-ink coarse:h-11"
        >
          <Icon name="search" />
          <span className="flex-1">Search</span>
          <span
            aria-hidden="true"
            className="text-small font-normal text-ink-faint opacity-0 group-hover:opacity-100 coarse:hidden"
          >
            {keysText(shortcuts.search.keys)}
          </span>
        </Link>
        <Link
          to="/providers"
          onClick={onChosen}
          activeProps={{ className: 'bg-wash text-ink' }}
          inactiveProps={{ className: 'text-ink-soft' }}
          className="mt-px flex h-9 items-center gap-2.5 rounded px-3 font-medium transition-colors duration-150 hover:bg-wash hover:text-ink coarse:h-11"
        >
          <Icon name="plug" />
          Providers
        </Link>
        {workspace && (
          <Link
            to="/workspaces/$workspaceId/files"
            params={{ workspaceId: workspace.id }}
            search={{ path: '/' }}
            onClick={onChosen}
            activeProps={{ className: 'bg-wash text-ink' }}
            inactiveProps={{ className: 'text-ink-soft' }}
            className="mt-px flex h-9 items-center gap-2.5 rounded px-3 font-medium transition-colors duration-150 hover:bg-wash hover:text-ink coarse:h-11"
          >
            <Icon name="folder" />
            Files
          </Link>
        )}
      </div>
      <WorkspaceList onChosen={onChosen} />
      <ChatList onChosen={onChosen} />
      <div className="flex items-center gap-1 border-t border-line px-3 py-2.5">
        <ThemeToggle />
        <span className="flex-1" />
        <ErrorList />
        <SettingsLink onChosen={onChosen} />
        <IconButton label="Keyboard shortcuts" icon="keyboard" keys={shortcuts.help.keys} onClick={onShowShortcuts} />
      </div>
    </div>
  )
}

function SettingsLink({ onChosen }: { onChosen: () => void }) {
  return (
    <Tooltip text="Settings" side="top">
      <Link
        to="/settings/$section"
        params={{ section: 'general' }}
        onClick={onChosen}
        aria-label="Settings"
        className="grid size-8 place-items-center rounded text-ink-soft transition-colors duration-150 hover:bg-wash hover:text-ink coarse:size-10"
      >
        <Icon name="gear" />
      </Link>
    </Tooltip>
  )
}
