import { useMutation, useQueryClient } from '@tanstack/react-query'
import { forgetProviders } from '../models/providers-query.ts'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
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
      {remove.isError && (
        <p role="alert" className="mt-3 text-red">
          Nothing was deleted. {remove.error.message}
        </p>
      )}
      <div className="mt-5 flex justify-end gap-2">
        <Button look="outline" onClick={() => onOpenChange(false)}>
          Cancel
        </Button>
        <Button look="danger" icon="trash" disabled={remove.isPending} onClick={() => remove.mutate()}>
          Delete
        </Button>
      </div>
    </Dialog>
  )
}
