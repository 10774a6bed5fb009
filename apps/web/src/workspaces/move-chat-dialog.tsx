import type { Chat } from '@stet/api/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { workspacesQuery } from '../models/models-query.ts'
import { useServices } from '../state/services.ts'
import { Icon } from '../ui/graphics/icon.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { WorkspaceIcon } from './workspace-icon.tsx'
import { forgetWorkspaces } from './workspaces-query.ts'

/** Moves a chat to another workspace. */
export function MoveChatDialog({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const { client, announcer, newKey } = useServices()
  const queries = useQueryClient()
  const { data: workspaces = [] } = useQuery(workspacesQuery(client))
  const move = useMutation({
    mutationFn: ({ id }: (typeof workspaces)[number]) => client.moveChat(chat.id, { workspaceId: id, key: newKey() }),
    onSuccess: async (_, { name }) => {
      announcer.say(`Moved to ${name}.`)
      onClose()
      await forgetWorkspaces(queries)
    },
  })
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title="Move to workspace"
      description="The chat keeps its own settings."
    >
      <ul>
        {workspaces.map(workspace => {
          const isHere = workspace.id === chat.workspaceId
          return (
            <li key={workspace.id}>
              <button
                type="button"
                disabled={isHere || move.isPending}
                onClick={() => move.mutate(workspace)}
                className="-mx-2 flex min-h-10 w-[calc(100%+1rem)] items-center gap-2.5 rounded px-2 text-left transition-colors duration-150 hover:bg-wash disabled:text-ink-faint coarse:min-h-11"
              >
                <WorkspaceIcon icon={workspace.icon} />
                <bdi className="min-w-0 flex-1 truncate">{workspace.name}</bdi>
                {isHere && (
                  <>
                    <Icon name="check" />
                    <span className="sr-only">current</span>
                  </>
                )}
              </button>
            </li>
          )
        })}
      </ul>
      {workspaces.length === 1 && (
        <p className="mt-2 text-ink-soft">There is only one workspace. Make another in the sidebar first.</p>
      )}
      {move.isError && (
        <p role="alert" className="mt-3 text-red">
          Not moved. {move.error.message}
        </p>
      )}
    </Dialog>
  )
}
