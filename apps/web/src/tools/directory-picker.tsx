import type { Chat } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { sentence } from '../formats/sentence.ts'
import { useServices } from '../state/services.ts'
import { useAttempt } from '../state/use-attempt.ts'
import { Button } from '../ui/controls/button.tsx'
import { inputLook } from '../ui/controls/field.tsx'
import { SwitchField } from '../ui/controls/switch.tsx'
import { Icon } from '../ui/graphics/icon.tsx'
import { Notice } from '../ui/layout/notice.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { Revealed } from '../ui/text/revealed.tsx'
import { directoriesQuery } from './directories-query.ts'

interface DirectoryPickerProps {
  /** The directories that are exposed. */
  roots: Chat['roots']
  /** Whether the chat may become a coding agent at once. */
  offersAgent?: boolean
  expose: (path: string, asAgent: boolean) => Promise<unknown>
  onClose: () => void
}

/** Where the user looks for a directory that the tools of a chat may reach (T7). */
export function DirectoryPicker({ roots, offersAgent = false, expose: give, onClose }: DirectoryPickerProps) {
  const { client, announcer } = useServices()
  const { trouble, attempt } = useAttempt()
  const [at, setAt] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [asAgent, setAsAgent] = useState(offersAgent)
  const id = useId()
  const { data, error } = useQuery(directoriesQuery(client, at))

  async function expose(path: string): Promise<void> {
    const done = await attempt('Could not expose the directory', give(path, asAgent))
    if (!done) return
    announcer.say(`${path} is exposed.`)
    onClose()
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    if (typed.trim() !== '') void expose(typed.trim())
  }

  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title="Expose a directory"
      description="Tools of this chat can read it, and change it when you approve. Nothing outside it can be reached."
    >
      {offersAgent && (
        <div className="mb-4">
          <SwitchField
            label="Set up a coding agent"
            help="Turns on the tools for files, the shell and a to-do list. Every edit and every command asks you first."
            checked={asAgent}
            onChange={setAsAgent}
          />
        </div>
      )}
      <form className="flex flex-wrap gap-2" onSubmit={onSubmit}>
        <label htmlFor={id} className="sr-only">
          Path
        </label>
        <input
          id={id}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          placeholder="/path/to/project"
          value={typed}
          onChange={event => setTyped(event.target.value)}
          className={`${inputLook} min-w-0 flex-[1_1_14rem] border-line-strong font-mono`}
        />
        <Button type="submit" look="outline" className="h-9 coarse:h-11" disabled={typed.trim() === ''}>
          Expose
        </Button>
      </form>
      {(trouble !== null || error !== null) && (
        <div role="alert" className="mt-3">
          <Notice tone="trouble" title={trouble?.what ?? 'Could not list the directories'}>
            {sentence(trouble?.because ?? error?.message ?? '')}
          </Notice>
        </div>
      )}
      {data !== undefined && (
        <>
          <div className="mt-4 flex min-h-10 items-center gap-2">
            <p className="min-w-0 flex-1 font-mono text-[0.8125rem] wrap-anywhere">
              {data.path === null ? (
                <span className="font-sans text-ink-soft">Places</span>
              ) : (
                <Revealed text={data.path} />
              )}
            </p>
            {data.path !== null && (
              <Button
                look="primary"
                disabled={data.refused !== null || roots.includes(data.path)}
                onClick={() => data.path !== null && void expose(data.path)}
              >
                Expose this
              </Button>
            )}
          </div>
          {data.refused !== null && <p className="text-small text-ink-soft">{sentence(data.refused)}</p>}
          <ul aria-label="Directories" className="mt-2 max-h-[40dvh] overflow-y-auto rounded border border-line">
            {data.path !== null && (
              <Entry
                icon="arrow-up"
                name={data.parent === null ? 'All places' : 'Up'}
                onOpen={() => setAt(data.parent)}
              />
            )}
            {data.entries.map(({ name, path }) => (
              <Entry key={path} icon="folder" name={name} onOpen={() => setAt(path)} />
            ))}
            {data.entries.length === 0 && <li className="px-3 py-2 text-ink-faint">No directories in here</li>}
            {data.more > 0 && (
              <li className="px-3 py-2 text-ink-faint">
                {data.more.toLocaleString('en')} more. Type the path of the one you want.
              </li>
            )}
          </ul>
        </>
      )}
    </Dialog>
  )
}

function Entry({ icon, name, onOpen }: { icon: 'arrow-up' | 'folder'; name: string; onOpen: () => void }) {
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-9 w-full items-center gap-2 px-3 text-left hover:bg-wash coarse:min-h-11"
      >
        <span className="text-ink-faint">
          <Icon name={icon} size={14} />
        </span>
        <bdi className="min-w-0 wrap-anywhere">
          <Revealed text={name} />
        </bdi>
      </button>
    </li>
  )
}
