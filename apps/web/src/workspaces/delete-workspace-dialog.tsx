import type { WorkspaceContents, WorkspaceEntry } from '@stet/api/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useServices } from '../state/services.ts'
import { DeleteFooter } from '../ui/overlays/delete-footer.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { forgetWorkspaces } from './workspaces-query.ts'

interface DeleteWorkspaceDialogProps {
  workspace: WorkspaceEntry
  onClose: () => void
  onDeleted: () => void
}

/** Says what is deleted before it is. */
export function DeleteWorkspaceDialog({ workspace, onClose, onDeleted }: DeleteWorkspaceDialogProps) {
  const { client, newKey } = useServices()
  const queries = useQueryClient()
  const { data: contents } = useQuery({
    queryKey: ['workspaces', workspace.id, 'contents'],
    queryFn: () => client.workspaceContents(workspace.id),
    staleTime: 0,
  })
  const remove = useMutation({
    mutationFn: () => client.deleteWorkspace(workspace.id, { key: newKey() }),
    onSuccess: async () => {
      onDeleted()
      await forgetWorkspaces(queries)
    },
  })
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={`Delete ${workspace.name}?`}
      description="This cannot be undone."
    >
      <p role="status" className="text-ink-soft">
        {contents === undefined ? 'Counting what is in it…' : contentsWords(contents)}
      </p>
      <p className="mt-2 text-ink-soft">What was spent stays in your usage figures.</p>
      <DeleteFooter remove={remove} disabled={contents === undefined} onCancel={onClose}>
        Delete workspace
      </DeleteFooter>
    </Dialog>
  )
}

export function contentsWords({ chats, more, running, files }: WorkspaceContents): string {
  const filesToo =
    files === 0
      ? ''
      : ` ${files.toLocaleString('en')} ${files === 1 ? 'file' : 'files'} will be deleted with all versions.`
  if (chats === 0) return `It has no chats. Its settings are deleted.${filesToo}`
  const count = `${more ? 'More than ' : ''}${chats.toLocaleString('en')} ${chats === 1 ? 'chat' : 'chats'}`
  const stopped = running === 0 ? '' : ` ${running === 1 ? 'One answer' : `${running} answers`} will be stopped.`
  return `${count} will be deleted, with all messages, attachments and settings.${filesToo}${stopped}`
}
