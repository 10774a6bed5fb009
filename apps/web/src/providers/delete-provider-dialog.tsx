import { useMutation, useQueryClient } from '@tanstack/react-query'
import { forgetProviders } from '../models/providers-query.ts'
import { useServices } from '../state/services.ts'
import { DeleteFooter } from '../ui/overlays/delete-footer.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'

interface DeleteProviderDialogProps {
  providerId: string
  name: string
  open: boolean
  onOpenChange: (open: boolean) => void
  onDeleted: () => void
}

export function DeleteProviderDialog({ providerId, name, open, onOpenChange, onDeleted }: DeleteProviderDialogProps) {
  const { client, newKey } = useServices()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => client.deleteProvider(providerId, { key: newKey() }),
    onSuccess: () => {
      onDeleted()
      onOpenChange(false)
      return forgetProviders(queries)
    },
  })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete ${name}?`}
      description="Its address, key and model settings will be deleted for good."
    >
      <p className="text-ink-soft">Chats that use it stay readable. To continue one, choose another model there.</p>
      <DeleteFooter remove={remove} onCancel={() => onOpenChange(false)} />
    </Dialog>
  )
}
