import type { FilePart, McpOffers, McpServerId, ShownMcpServer, WorkspaceId } from '@stet/api/client'
import { useMutation, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sentence } from '../../formats/sentence.ts'
import { useServices } from '../../state/services.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { inputLook } from '../../ui/controls/field.tsx'
import { Icon } from '../../ui/graphics/icon.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Revealed } from '../../ui/text/revealed.tsx'
import { offersQuery, serversQuery } from '../mcp-query.ts'
import { expandTemplate, variablesIn } from './expand-template.ts'
import { type Filled, FillForm } from './fill-form.tsx'

/** What goes into a message: a text before what is typed, and files. */
export interface Inserted {
  readonly text: string
  readonly files: readonly FilePart[]
}

interface InsertButtonProps {
  workspaceId: WorkspaceId
  onInsert: (inserted: Inserted) => void
}

/** Attaches a resource or inserts a prompt of an MCP server; absent where no server has any. */
export function InsertButton({ workspaceId, onInsert }: InsertButtonProps) {
  const { client } = useServices()
  const { data } = useQuery({ ...serversQuery(client, workspaceId), refetchInterval: false })
  const [open, setOpen] = useState(false)
  const servers = data?.servers.filter(
    ({ enabled, listed }) => enabled && listed !== null && listed.resources + listed.templates + listed.prompts > 0,
  )
  if (servers === undefined || servers.length === 0) return null
  return (
    <>
      <IconButton
        label="Insert from an MCP server"
        icon="plug"
        className="text-ink-faint"
        onClick={() => setOpen(true)}
      />
      {open && (
        <InsertDialog
          servers={servers}
          onClose={() => setOpen(false)}
          onInsert={inserted => {
            setOpen(false)
            onInsert(inserted)
          }}
        />
      )}
    </>
  )
}

type Prompt = McpOffers['prompts'][number]
type Template = McpOffers['templates'][number]

/** What is being filled in, and what to insert when it is. */
interface Filling extends Filled {
  readonly title: string
  readonly description: string
  readonly load: (given: Readonly<Record<string, string>>) => Promise<Inserted>
}

interface InsertDialogProps {
  servers: readonly ShownMcpServer[]
  onClose: () => void
  onInsert: (inserted: Inserted) => void
}

function InsertDialog({ servers, onClose, onInsert }: InsertDialogProps) {
  const { client } = useServices()
  const [text, setText] = useState('')
  const [filling, setFilling] = useState<Filling | null>(null)
  const offers = useQueries({
    queries: servers.map(({ id, listed }) => offersQuery(client, id, listed?.at ?? 0)),
  })
  const insert = useMutation({ mutationFn: (load: () => Promise<Inserted>) => load(), onSuccess: onInsert })
  const words = text.toLowerCase().split(/\s+/)
  const matches = (...texts: readonly (string | null)[]) =>
    words.every(word => texts.some(each => each?.toLowerCase().includes(word)))

  function choosePrompt(serverId: McpServerId, prompt: Prompt, completes: boolean): void {
    const { name, title, description, arguments: fields } = prompt
    const load: Filling['load'] = given => client.getMcpPrompt(serverId, { name, arguments: given })
    if (fields.length === 0) insert.mutate(() => load({}))
    else
      setFilling({ serverId, of: { kind: 'prompt', name }, fields, completes, title: title ?? name, description, load })
  }

  async function loadResource(serverId: McpServerId, uri: string): Promise<Inserted> {
    return { text: '', files: (await client.readMcpResource(serverId, { uri })).files }
  }

  function chooseTemplate(serverId: McpServerId, offered: Template, completes: boolean): void {
    const { template, name, title, description } = offered
    const fields = variablesIn(template).map(each => ({ name: each, description: '', required: true }))
    setFilling({
      serverId,
      of: { kind: 'template', template },
      fields,
      completes,
      title: title ?? name,
      description: description === '' ? template : description,
      load: given => loadResource(serverId, expandTemplate(template, given)),
    })
  }

  return (
    <Dialog
      open
      onOpenChange={isOpen => !isOpen && onClose()}
      title={filling === null ? 'Insert from an MCP server' : filling.title}
      description={
        filling === null
          ? 'A resource becomes an attachment. A prompt becomes text that you can change before you send it.'
          : filling.description
      }
    >
      {insert.isError && (
        <p role="alert" className="mb-3 text-red">
          {sentence(insert.error.message)}
        </p>
      )}
      {filling === null ? (
        <>
          <label className="mb-2 block">
            <span className="sr-only">Search resources and prompts</span>
            <input
              type="search"
              value={text}
              placeholder="Search"
              onChange={event => setText(event.target.value)}
              className={`${inputLook} border-line-strong`}
            />
          </label>
          {insert.isPending && <p role="status">Loading…</p>}
          {servers.map(({ id, name }, place) => {
            const { resources = [], templates = [], prompts = [], completes = false } = offers[place]?.data ?? {}
            return (
              <section key={id} className="mt-4">
                <h3 className="font-semibold wrap-anywhere">
                  <Revealed text={name} />
                </h3>
                <ul className="mt-1">
                  {prompts
                    .filter(prompt => matches(prompt.name, prompt.title, prompt.description))
                    .slice(0, MOST_SHOWN)
                    .map(prompt => (
                      <Choice
                        key={prompt.name}
                        icon="pen"
                        name={prompt.title ?? prompt.name}
                        description={prompt.description}
                        onChoose={() => choosePrompt(id, prompt, completes)}
                      />
                    ))}
                  {resources
                    .filter(({ uri, name: own, title, description }) => matches(uri, own, title, description))
                    .slice(0, MOST_SHOWN)
                    .map(({ uri, name: own, title, description }) => (
                      <Choice
                        key={uri}
                        icon="file"
                        name={title ?? own}
                        description={description === '' ? uri : description}
                        onChoose={() => insert.mutate(() => loadResource(id, uri))}
                      />
                    ))}
                  {templates
                    .filter(({ template, name: own, title, description }) => matches(template, own, title, description))
                    .slice(0, MOST_SHOWN)
                    .map(offered => (
                      <Choice
                        key={offered.template}
                        icon="braces"
                        name={offered.title ?? offered.name}
                        description={offered.description === '' ? offered.template : offered.description}
                        onChoose={() => chooseTemplate(id, offered, completes)}
                      />
                    ))}
                </ul>
              </section>
            )
          })}
        </>
      ) : (
        <FillForm
          filled={filling}
          isPending={insert.isPending}
          onCancel={() => setFilling(null)}
          onFilled={given => insert.mutate(() => filling.load(given))}
        />
      )}
    </Dialog>
  )
}

/** Of each kind and server; a search finds the others. */
const MOST_SHOWN = 50

interface ChoiceProps {
  icon: 'braces' | 'file' | 'pen'
  name: string
  description: string
  onChoose: () => void
}

function Choice({ icon, name, description, onChoose }: ChoiceProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        className="-mx-2 flex w-[calc(100%+1rem)] items-start gap-2 rounded px-2 py-2 text-left transition-colors duration-150 hover:bg-wash"
      >
        <span className="mt-0.5 text-ink-faint">
          <Icon name={icon} />
        </span>
        <span className="min-w-0">
          <span className="block wrap-anywhere">
            <Revealed text={name} />
          </span>
          <span className="line-clamp-2 text-small wrap-anywhere text-ink-faint">
            <Revealed text={description} />
          </span>
        </span>
      </button>
    </li>
  )
}
