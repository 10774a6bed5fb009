import type { WorkspaceId } from '@stet/api/client'
import { Link } from '@tanstack/react-router'
import { Icon } from '../ui/graphics/icon.tsx'

const look = 'mb-4 -ml-1 inline-flex h-8 items-center gap-1 rounded px-1 text-ink-soft hover:text-ink coarse:h-11'
/** It leads away from here: a page below another is not that page. */
const EXACT = { exact: true }

export function BackLink({ workspaceId, to }: { workspaceId: WorkspaceId; to: 'workspace' | 'servers' }) {
  const icon = <Icon name="chevron-left" size={14} />
  return to === 'workspace' ? (
    <Link to="/workspaces/$workspaceId" params={{ workspaceId }} activeOptions={EXACT} className={look}>
      {icon}
      Workspace
    </Link>
  ) : (
    <Link to="/workspaces/$workspaceId/mcp" params={{ workspaceId }} activeOptions={EXACT} className={look}>
      {icon}
      All MCP servers
    </Link>
  )
}
