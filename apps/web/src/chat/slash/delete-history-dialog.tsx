import type { ChatView } from '@stet/api/client'
import { useMutation } from '@tanstack/react-query'
import { useServices } from '../../state/services.ts'
import { DeleteFooter } from '../../ui/overlays/delete-footer.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { readWholePath } from './read-whole-path.ts'

/** Deletes every message of a chat, on all branches, and keeps the chat with its settings (H7). */
export function DeleteHistoryDialog({ view, onClose }: { view: ChatView; onClose: () => void }) {
  const { client, announcer, newKey } = useServices()
  const { chat } = view
  const remove = useMutation({
    mutationFn: async () => {
      const { path, siblings } = await readWholePath(client, view)
      const root = path.find(({ parentId, role }) => parentId === null && role !== 'accounting')
      for (const messageId of root === undefined ? [] : (siblings[root.id] ?? [root.id])) {
        await client.deleteMessage(chat.id, { messageId, key: newKey() })
      }
    },
    onSuccess: () => {
      announcer.say('History deleted.')
      onClose()
    },
  })
  return (
    <Dialog open onOpenChange={open => !open && onClose()} title="Delete history?" description="This cannot be undone.">
      <p className="text-ink-soft">
        Every message of this chat is deleted, on all branches. The chat and its settings stay, and what was spent stays
        in your usage figures. To keep the messages and only stop sending them, use /clear instead.
      </p>
      <DeleteFooter remove={remove} failed="Not everything was deleted." onCancel={onClose}>
        Delete history
      </DeleteFooter>
    </Dialog>
  )
}
