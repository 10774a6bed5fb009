import { LONGEST_NAME } from '@stet/api/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { TextField } from '../ui/controls/text-field.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { forgetPrompts } from './prompts-query.ts'

/** Names a prompt and adds it to the library. */
export function SavePromptDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const { client, announcer, newKey } = useServices()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [key] = useState(newKey)
  const save = useMutation({
    mutationFn: () => client.createPrompt({ name, text, key }),
    onSuccess: async () => {
      announcer.say(`${name} saved.`)
      onClose()
      await forgetPrompts(queries)
    },
  })
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title="Save prompt"
      description="It can then be used in any chat or workspace."
    >
      <form
        onSubmit={event => {
          event.preventDefault()
          if (name.trim() !== '') save.mutate()
        }}
      >
        <TextField label="Name" value={name} maxLength={LONGEST_NAME} autoFocus onChange={setName} />
        {save.isError && (
          <p role="alert" className="mt-3 text-red">
            Not saved. {save.error.message}
          </p>
        )}
        <div className="mt-5 flex justify-end gap-2">
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" disabled={name.trim() === '' || save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
