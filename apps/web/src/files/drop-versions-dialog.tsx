import type { FileEntry, WorkspaceId } from '@stet/api/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useServices } from '../state/services.ts'
import { DeleteFooter } from '../ui/overlays/delete-footer.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { refreshFiles } from './files-query.ts'

interface DropVersionsDialogProps {
  workspaceId: WorkspaceId
  entry: FileEntry
  /** How many go. */
  old: number
  /** How many stay. */
  kept: number
  onClose: () => void
}

/** Asks before old versions of a file are deleted: they cannot be restored (T4). */
export function DropVersionsDialog({ workspaceId, entry, old, kept, onClose }: DropVersionsDialogProps) {
  const { client } = useServices()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => client.dropFileVersions(workspaceId, { fileId: entry.id }),
    async onSuccess() {
      await refreshFiles(queries, workspaceId)
      onClose()
    },
  })
  const what = `${old} old version${old === 1 ? '' : 's'}`
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={`Delete ${what}?`}
      description={`The newest ${kept} versions of ${entry.name} stay. The others cannot be restored.`}
    >
      <DeleteFooter remove={remove} onCancel={onClose}>
        Delete {what}
      </DeleteFooter>
    </Dialog>
  )
}
