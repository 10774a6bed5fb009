import { type ListedPrompt, LONGEST_NAME, LONGEST_PROMPT, PROMPT_VARIABLES, templateErrors } from '@stet/api/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServices } from '../state/services.ts'
import { Button } from '../ui/controls/button.tsx'
import { TextField } from '../ui/controls/text-field.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { forgetPrompts, promptsQuery } from './prompts-query.ts'
import { TemplateField } from './template-field.tsx'

/** Every prompt of the library, to read, change, reset and delete. */
export function LibraryDialog({ onClose }: { onClose: () => void }) {
  const { client } = useServices()
  const { data: prompts = [] } = useQuery(promptsQuery(client))
  const [openId, setOpenId] = useState<ListedPrompt['id'] | null>(null)
  const opened = prompts.find(({ id }) => id === openId)
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={opened === undefined ? 'Saved prompts' : opened.name}
      description="Chats and workspaces keep their own copy of a prompt."
    >
      {opened === undefined ? (
        <ul aria-label="Prompts" className="divide-y divide-line">
          {prompts.map(({ id, name, kind, text }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => setOpenId(id)}
                className="-mx-2 flex min-h-12 w-[calc(100%+1rem)] items-center gap-3 rounded px-2 py-2 text-left transition-colors duration-150 hover:bg-wash"
              >
                <span className="min-w-0 flex-1">
                  <bdi className="block truncate font-medium">{name}</bdi>
                  <span className="block truncate text-small text-ink-faint">{text}</span>
                </span>
                <span className="shrink-0 text-small text-ink-faint">{KINDS[kind]}</span>
                <Icon name="chevron-right" />
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <EditPrompt key={opened.id} prompt={opened} onDone={() => setOpenId(null)} />
      )}
    </Dialog>
  )
}

const KINDS: Readonly<Record<ListedPrompt['kind'], string>> = { shipped: 'Built in', changed: 'Changed', own: '' }

function EditPrompt({ prompt, onDone }: { prompt: ListedPrompt; onDone: () => void }) {
  const { client, newKey } = useServices()
  const queries = useQueryClient()
  const [name, setName] = useState(prompt.name)
  const [text, setText] = useState(prompt.text)
  const isChanged = name !== prompt.name || text !== prompt.text
  const isValid = name.trim() !== '' && templateErrors(text, PROMPT_VARIABLES).length === 0
  const act = useMutation({
    mutationFn: (action: 'save' | 'delete') =>
      action === 'save'
        ? client.changePrompt(prompt.id, { name, text, key: newKey() })
        : client.deletePrompt(prompt.id, { key: newKey() }),
    onSuccess: async () => {
      await forgetPrompts(queries)
      onDone()
    },
  })
  return (
    <>
      <TextField label="Name" value={name} maxLength={LONGEST_NAME} onChange={setName} className="mb-3" />
      <TemplateField
        label="Prompt"
        text={text}
        variables={PROMPT_VARIABLES}
        longest={LONGEST_PROMPT}
        onChange={setText}
      />
      {act.isError && (
        <p role="alert" className="mt-3 text-red">
          Nothing was changed. {act.error.message}
        </p>
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        {prompt.kind === 'changed' && (
          <Button icon="undo" disabled={act.isPending} onClick={() => act.mutate('delete')}>
            Reset
          </Button>
        )}
        {prompt.kind === 'own' && (
          <Button icon="trash" className="text-red" disabled={act.isPending} onClick={() => act.mutate('delete')}>
            Delete
          </Button>
        )}
        <span className="flex-1" />
        <Button look="outline" onClick={onDone}>
          {isChanged ? 'Cancel' : 'Back'}
        </Button>
        <Button look="primary" disabled={!(isChanged && isValid) || act.isPending} onClick={() => act.mutate('save')}>
          Save
        </Button>
      </div>
    </>
  )
}
