import type { WorkspaceView } from '@stet/api/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { workspacesQuery } from '../models/models-query.ts'
import { useServices } from '../state/services.ts'
import { Menu, MenuItem } from '../ui/overlays/menu.tsx'
import { forgetWorkspaces } from './workspaces-query.ts'

interface WorkspaceMenuProps {
  workspace: WorkspaceView
  onRename: () => void
  onDelete: () => void
}

export function WorkspaceMenu({ workspace: { id, isDefault }, onRename, onDelete }: WorkspaceMenuProps) {
  const { client, newKey } = useServices()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { data: workspaces = [] } = useQuery(workspacesQuery(client))
  const ids = workspaces.map(each => each.id)
  const at = ids.indexOf(id)

  function moveTo(place: number): void {
    const workspaceIds = ids.toSpliced(at, 1).toSpliced(place, 0, id)
    client.orderWorkspaces({ workspaceIds, key: newKey() }).then(() => forgetWorkspaces(queries), reportError)
  }

  return (
    <Menu label="Workspace menu">
      <MenuItem icon="pencil" onClick={onRename}>
        Rename or change icon
      </MenuItem>
      <MenuItem
        icon="plug"
        onClick={() => void navigate({ to: '/workspaces/$workspaceId/mcp', params: { workspaceId: id } })}
      >
        MCP servers
      </MenuItem>
      <MenuItem icon="arrow-up" disabled={at <= 0} onClick={() => moveTo(at - 1)}>
        Move up
      </MenuItem>
      <MenuItem icon="arrow-down" disabled={at === -1 || at === ids.length - 1} onClick={() => moveTo(at + 1)}>
        Move down
      </MenuItem>
      <MenuItem icon="trash" danger disabled={isDefault} onClick={onDelete}>
        {isDefault ? 'The first workspace cannot be deleted' : 'Delete workspace'}
      </MenuItem>
    </Menu>
  )
}
