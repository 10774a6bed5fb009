import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { workspacesQuery } from '../models/models-query.ts'
import { useServices } from '../state/services.ts'
import { IconButton } from '../ui/controls/button.tsx'
import { lazyPart } from '../ui/parts/lazy-part.tsx'
import { WorkspaceIcon } from './workspace-icon.tsx'

const WorkspaceDialog = lazyPart(async () => (await import('./workspace-dialog.tsx')).WorkspaceDialog)

/** The workspaces in the sidebar. */
export function WorkspaceList({ onChosen }: { onChosen: () => void }) {
  const { client } = useServices()
  const navigate = useNavigate()
  const { data: workspaces } = useQuery(workspacesQuery(client))
  const [making, setMaking] = useState(false)
  return (
    <nav aria-label="Workspaces" className="px-2 pb-2">
      <div className="flex items-center pr-1 pl-3">
        <h2 className="min-w-0 flex-1 text-small font-medium text-ink-faint">Workspaces</h2>
        <IconButton label="New workspace" icon="plus" onClick={() => setMaking(true)} />
      </div>
      <ul className="flex max-h-48 flex-col gap-px overflow-y-auto">
        {workspaces === undefined && <li aria-hidden="true" className="h-9 shrink-0 coarse:h-11" />}
        {workspaces?.map(({ id, name, icon }) => (
          <li key={id}>
            <Link
              to="/workspaces/$workspaceId"
              activeOptions={{ exact: true, includeSearch: false }}
              params={{ workspaceId: id }}
              onClick={onChosen}
              activeProps={{ className: 'bg-wash text-ink font-medium' }}
              inactiveProps={{ className: 'text-ink-soft' }}
              className="flex h-9 items-center gap-2.5 rounded px-3 transition-colors duration-150 hover:bg-wash hover:text-ink coarse:h-11"
            >
              <WorkspaceIcon icon={icon} />
              <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
      <Suspense>
        {making && (
          <WorkspaceDialog
            workspace={null}
            onClose={() => setMaking(false)}
            onSaved={({ id }) => {
              setMaking(false)
              onChosen()
              void navigate({ to: '/workspaces/$workspaceId', params: { workspaceId: id } })
            }}
          />
        )}
      </Suspense>
    </nav>
  )
}
