import { ApiError, type ShownMcpServer, type WorkspaceId } from '@stet/api/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { sentence } from '../formats/sentence.ts'
import { useServices } from '../state/services.ts'
import { classNames } from '../ui/class-names.ts'
import { Button, IconButton } from '../ui/controls/button.tsx'
import { Field, FieldHelp, inputBorder, inputLook } from '../ui/controls/field.tsx'
import { SwitchField } from '../ui/controls/switch.tsx'
import { TextField } from '../ui/controls/text-field.tsx'
import { keepServer } from './mcp-query.ts'
import { emptyDraft, type SecretDraft, type ServerDraft, toDraft, toForm } from './server-draft.ts'

interface ServerFormProps {
  workspaceId: WorkspaceId
  /** Null for a new one. */
  server: ShownMcpServer | null
  startsPrograms: boolean
  onSaved: (server: ShownMcpServer) => void
  onCancel: () => void
}

/** A server: a program that is started here, or an address. */
export function ServerForm({ workspaceId, server, startsPrograms, onSaved, onCancel }: ServerFormProps) {
  const { client, newKey } = useServices()
  const queries = useQueryClient()
  const [draft, setDraft] = useState<ServerDraft>(() =>
    server === null ? { ...emptyDraft, kind: startsPrograms ? 'stdio' : 'http' } : toDraft(server),
  )
  const change = (part: Partial<ServerDraft>) => setDraft(before => ({ ...before, ...part }))
  const save = useMutation({
    mutationFn: () => {
      const form = toForm(draft)
      return server === null
        ? client.addMcpServer(workspaceId, { form, key: newKey() })
        : client.changeMcpServer(server.id, { form, key: newKey() })
    },
    onSuccess: async saved => {
      await keepServer(queries, saved)
      onSaved(saved)
    },
  })
  const { error } = save
  const field = error instanceof ApiError ? error.field : null
  const errorOf = (...names: readonly string[]) =>
    error !== null && field !== null && names.includes(field) ? sentence(error.message) : undefined
  const known = ['name', 'reach.command', 'reach.args', 'reach.cwd', 'reach.url']

  function submit(event: FormEvent): void {
    event.preventDefault()
    save.mutate()
  }

  return (
    <form onSubmit={submit} className="space-y-4" noValidate>
      {startsPrograms && (
        <fieldset>
          <legend className="mb-1 font-medium">Kind</legend>
          <div className="flex gap-2">
            <KindButton kind="stdio" label="Program" chosen={draft.kind} onChoose={kind => change({ kind })} />
            <KindButton kind="http" label="Address" chosen={draft.kind} onChoose={kind => change({ kind })} />
          </div>
        </fieldset>
      )}
      <TextField
        label="Name"
        value={draft.name}
        error={errorOf('name', 'form.name')}
        onChange={name => change({ name })}
        placeholder="Files"
      />
      {draft.kind === 'stdio' ? (
        <>
          <TextField
            label="Command"
            mono
            value={draft.command}
            error={errorOf('reach.command')}
            onChange={command => change({ command })}
            placeholder="npx"
            help="Runs on this computer with your rights, without a shell, when a chat first needs it."
            more="mcp-server"
          />
          <Field label="Arguments" help="One per line." error={errorOf('reach.args')}>
            {input => (
              <textarea
                {...input}
                rows={3}
                spellCheck={false}
                value={draft.args}
                onChange={event => change({ args: event.target.value })}
                placeholder={'-y\n@modelcontextprotocol/server-filesystem\n/home/you/notes'}
                className="figures block w-full resize-y rounded border border-line-strong bg-raised px-2.5 py-1.5 coarse:text-read"
              />
            )}
          </Field>
          <TextField
            label="Start in folder"
            mono
            value={draft.cwd}
            error={errorOf('reach.cwd')}
            onChange={cwd => change({ cwd })}
            placeholder="Your home folder"
          />
        </>
      ) : (
        <>
          <TextField
            label="Address"
            mono
            type="url"
            value={draft.url}
            error={errorOf('reach.url')}
            onChange={url => change({ url })}
            placeholder="https://example.com/mcp"
            help="Streamable HTTP."
            more="mcp-server"
          />
          <SwitchField
            label="It is on this computer"
            help="Needed for addresses such as localhost."
            checked={draft.thisComputer}
            onChange={thisComputer => change({ thisComputer })}
          />
        </>
      )}
      <SecretFields
        what={draft.kind === 'stdio' ? 'variable' : 'header'}
        secrets={draft.secrets}
        errorOf={name => errorOf(`secrets.${name}`)}
        onChange={secrets => change({ secrets })}
      />
      {error !== null && (field === null || !(known.includes(field) || field.startsWith('secrets.'))) && (
        <p role="alert" className="text-red">
          Not saved. {sentence(error.message)}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button look="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button look="primary" type="submit" disabled={save.isPending}>
          {server === null ? 'Add server' : 'Save'}
        </Button>
      </div>
    </form>
  )
}

interface KindButtonProps {
  kind: ServerDraft['kind']
  label: string
  chosen: ServerDraft['kind']
  onChoose: (kind: ServerDraft['kind']) => void
}

function KindButton({ kind, label, chosen, onChoose }: KindButtonProps) {
  return (
    <label
      className={classNames(
        'flex h-9 flex-1 cursor-pointer items-center justify-center rounded border has-focus-visible:outline-2 has-focus-visible:outline-accent coarse:h-11',
        kind === chosen ? 'border-accent bg-accent-wash font-medium' : 'border-line-strong text-ink-soft hover:bg-wash',
      )}
    >
      <input type="radio" name="kind" className="sr-only" checked={kind === chosen} onChange={() => onChoose(kind)} />
      {label}
    </label>
  )
}

interface SecretFieldsProps {
  what: 'variable' | 'header'
  secrets: readonly SecretDraft[]
  errorOf: (name: string) => string | undefined
  onChange: (secrets: readonly SecretDraft[]) => void
}

/** Names with values that are stored encrypted and never shown again. */
function SecretFields({ what, secrets, errorOf, onChange }: SecretFieldsProps) {
  const id = useId()
  const change = (place: number, part: Partial<SecretDraft>) =>
    onChange(secrets.map((each, at) => (at === place ? { ...each, ...part } : each)))
  return (
    <fieldset aria-describedby={`${id}-help`} className="min-w-0">
      <legend className="font-medium">{what === 'variable' ? 'Environment' : 'Headers'}</legend>
      {secrets.map((secret, place) => {
        const name = secret.name.trim() || `${place + 1}`
        const error = errorOf(secret.name.trim())
        return (
          <div key={secret.id} className="mt-2">
            <div className="flex gap-2">
              <input
                aria-label={`Name of ${what} ${place + 1}`}
                aria-invalid={error !== undefined}
                aria-describedby={`${id}-${secret.id}`}
                autoComplete="off"
                spellCheck={false}
                placeholder={what === 'variable' ? 'API_KEY' : 'Authorization'}
                value={secret.name}
                onChange={event => change(place, { name: event.target.value })}
                className={classNames(inputLook, inputBorder(error), 'figures basis-2/5')}
              />
              <input
                aria-label={`Value of ${what} ${name}`}
                aria-invalid={error !== undefined}
                aria-describedby={`${id}-${secret.id}`}
                type="password"
                autoComplete="off"
                placeholder={secret.value === null ? 'Saved value' : 'Value'}
                value={secret.value ?? ''}
                onChange={event => change(place, { value: event.target.value })}
                className={classNames(inputLook, inputBorder(error), 'figures flex-1')}
              />
              <IconButton
                label={`Remove ${what} ${name}`}
                icon="close"
                onClick={() => onChange(secrets.filter((_, at) => at !== place))}
              />
            </div>
            <FieldHelp id={`${id}-${secret.id}`} error={error} />
          </div>
        )
      })}
      <Button
        icon="plus"
        className="mt-1 -ml-3"
        onClick={() =>
          onChange([...secrets, { id: Math.max(-1, ...secrets.map(each => each.id)) + 1, name: '', value: '' }])
        }
      >
        Add {what}
      </Button>
      <FieldHelp
        id={`${id}-help`}
        help={
          what === 'variable'
            ? 'The program gets only these and a few harmless ones, such as PATH. Values are stored encrypted and never shown again.'
            : 'Sent with every request. Values are stored encrypted and never shown again.'
        }
        more={{ of: what === 'variable' ? 'Environment' : 'Headers', to: 'mcp-secrets' }}
      />
    </fieldset>
  )
}
