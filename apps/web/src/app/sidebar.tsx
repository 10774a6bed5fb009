import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ChatList } from '../chats/chat-list.tsx'
import { workspaceQuery } from '../models/models-query.ts'
import { useServices } from '../state/services.ts'
import { IconButton } from '../ui/controls/button.tsx'
import { Tooltip } from '../ui/controls/tooltip.tsx'
import { Icon, type IconName } from '../ui/graphics/icon.tsx'
import { Wordmark } from '../ui/graphics/wordmark.tsx'
import { keysText } from '../ui/keyboard/kbd.tsx'
import { shortcuts } from '../ui/keyboard/shortcuts.ts'
import { WorkspaceList } from '../workspaces/workspace-list.tsx'
import { ErrorList } from './errors/error-list.tsx'
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
        <PageLink
          label="New chat"
          icon="plus"
          keys={shortcuts.newChat.keys}
          to="/"
          activeOptions={{ exact: true }}
          onChosen={onChosen}
        />
        <PageLink
          label="Search"
          icon="search"
          keys={shortcuts.search.keys}
          to="/search"
          search={{ text: '' }}
          onChosen={onChosen}
        />
        <PageLink label="Providers" icon="plug" to="/providers" onChosen={onChosen} />
        <PageLink label="Usage" icon="chart" to="/usage" onChosen={onChosen} />
        {workspace === undefined ? (
          <div className="mt-px h-9 coarse:h-11" />
        ) : (
          <PageLink
            label="Files"
            icon="folder"
            to="/workspaces/$workspaceId/files"
            params={{ workspaceId: workspace.id }}
            search={{ path: '/' }}
            onChosen={onChosen}
          />
        )}
      </div>
      <WorkspaceList onChosen={onChosen} />
      <ChatList onChosen={onChosen} />
      <div className="flex items-center gap-1 border-t border-line px-3 py-2.5">
        <ThemeToggle />
        <span className="flex-1" />
        <ErrorList />
        <FootLink
          label="Settings"
          icon="gear"
          to="/settings/$section"
          params={{ section: 'general' }}
          onChosen={onChosen}
        />
        <FootLink
          label="Help"
          icon="book"
          to="/help/$chapter"
          params={{ chapter: 'getting-started' }}
          onChosen={onChosen}
        />
        <IconButton label="Keyboard shortcuts" icon="keyboard" keys={shortcuts.help.keys} onClick={onShowShortcuts} />
      </div>
    </div>
  )
}

interface SidebarLinkProps extends Pick<LinkProps, 'to' | 'params' | 'search' | 'activeOptions'> {
  label: string
  icon: IconName
  onChosen: () => void
}

/** A link to a page, marked while that page is open, with whatever the user searches there. */
function PageLink({ label, icon, keys, onChosen, ...link }: SidebarLinkProps & { keys?: string }) {
  return (
    <Link
      activeOptions={{ includeSearch: false }}
      {...link}
      onClick={onChosen}
      activeProps={{ className: 'bg-wash text-ink' }}
      inactiveProps={{ className: 'text-ink-soft' }}
      className="group mt-px flex h-9 items-center gap-2.5 rounded px-3 font-medium transition-colors duration-150 first:mt-0 hover:bg-wash hover:text-ink coarse:h-11"
    >
      <Icon name={icon} />
      <span className="flex-1">{label}</span>
      {keys !== undefined && (
        <span
          aria-hidden="true"
          className="text-small font-normal text-ink-faint opacity-0 group-hover:opacity-100 coarse:hidden"
        >
          {keysText(keys)}
        </span>
      )}
    </Link>
  )
}

function FootLink({ label, icon, onChosen, ...link }: SidebarLinkProps) {
  return (
    <Tooltip text={label} side="top">
      <Link
        {...link}
        onClick={onChosen}
        aria-label={label}
        className="grid size-8 place-items-center rounded text-ink-soft transition-colors duration-150 hover:bg-wash hover:text-ink coarse:size-10"
      >
        <Icon name={icon} />
      </Link>
    </Tooltip>
  )
}
