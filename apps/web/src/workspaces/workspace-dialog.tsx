import { LONGEST_NAME, WORKSPACE_ICONS, type WorkspaceEntry } from '@stet/api/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { promptsQuery } from '../prompts/prompts-query.ts'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { Field } from '../ui/controls/field.tsx'
import { Select } from '../ui/controls/select-field.tsx'
import { TextField } from '../ui/controls/text-field.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { IconChoice } from './workspace-icon.tsx'
import { forgetWorkspaces } from './workspaces-query.ts'

interface WorkspaceDialogProps {
  /** The one that is changed; null for a new one. */
  workspace: WorkspaceEntry | null
  onClose: () => void
  onSaved: (workspace: WorkspaceEntry) => void
}

/** The name and the icon of a workspace, new or not. */
export function WorkspaceDialog({ workspace, onClose, onSaved }: WorkspaceDialogProps) {
  const { client, newKey } = useServices()
  const queries = useQueryClient()
  const [name, setName] = useState(workspace?.name ?? '')
  const [icon, setIcon] = useState(WORKSPACE_ICONS.find(each => each === workspace?.icon) ?? 'folder')
  const [key] = useState(newKey)
  const { data: prompts = [] } = useQuery(promptsQuery(client))
  const [promptId, setPromptId] = useState('')
  const systemPrompt = prompts.find(({ id }) => id === promptId)?.text ?? ''
  const save = useMutation({
    mutationFn: () =>
      workspace === null
        ? client.createWorkspace({ name, icon, systemPrompt, key })
        : client.changeWorkspace(workspace.id, { name, icon, key: newKey() }),
    onSuccess: async saved => {
      await forgetWorkspaces(queries)
      onSaved(saved)
    },
  })
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={workspace === null ? 'New workspace' : 'Rename workspace'}
      {...(workspace === null && { description: 'Chats that start from the same prompt, model, tools and settings.' })}
    >
      <form
        onSubmit={event => {
          event.preventDefault()
          if (name.trim() !== '') save.mutate()
        }}
      >
        <TextField label="Name" value={name} maxLength={LONGEST_NAME} autoFocus onChange={setName} />
        <IconChoice icon={icon} onChange={setIcon} />
        {workspace === null && (
          <Field label="System prompt" help="You can read and change it on the page of the workspace." className="mt-4">
            {({ id, 'aria-describedby': describedBy }) => (
              <Select
                id={id}
                describedBy={describedBy}
                value={promptId}
                options={[
                  { value: '', label: 'None' },
                  ...prompts.map(prompt => ({ value: prompt.id, label: prompt.name })),
                ]}
                onChange={setPromptId}
              />
            )}
          </Field>
        )}
        {save.isError && (
          <p role="alert" className="mt-3 text-red">
            Nothing was changed. {save.error.message}
          </p>
        )}
        <div className="mt-5 flex justify-end gap-2">
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" disabled={name.trim() === '' || save.isPending}>
            {workspace === null ? 'Create' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
