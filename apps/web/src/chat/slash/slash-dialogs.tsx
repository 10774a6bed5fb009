import { type ChatView, type Message, type MessageId, SLASH_COMMANDS } from '@stet/api/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { formatBytes } from '../../formats/format-bytes.ts'
import { useServices } from '../../state/services.ts'
import { DirectoryPicker } from '../../tools/directory-picker.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { readWholePath } from './read-whole-path.ts'
import type { Slash } from './use-slash.ts'

export function SlashDialogs({ view, slash: { dialog, close } }: { view: ChatView; slash: Slash }) {
  const { client, newKey } = useServices()
  const { id, roots } = view.chat
  switch (dialog) {
    case 'help':
      return <HelpDialog onClose={close} />
    case 'expose':
      return (
        <DirectoryPicker roots={roots} expose={path => client.expose(id, { path, key: newKey() })} onClose={close} />
      )
    case 'clear-blobs':
      return <ClearBlobsDialog view={view} onClose={close} />
    case null:
      return null
  }
}

export function HelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title="Commands"
      description="Type / in an empty message. Any other word after a slash is sent as text."
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {SLASH_COMMANDS.map(({ name, argument, help }) => (
          <div key={name} className="contents">
            <dt className="font-mono text-[0.8125rem]">
              /{name}
              {argument !== null && <span className="text-ink-faint"> {argument}</span>}
            </dt>
            <dd className="text-ink-soft">{help}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

interface Attachment {
  readonly messageId: MessageId
  readonly blob: string
  readonly size: number
}

/** Says how many attachments go and how large they are, before they do. */
function ClearBlobsDialog({ view, onClose }: { view: ChatView; onClose: () => void }) {
  const { client, announcer, newKey } = useServices()
  const { chat } = view
  const { data: found, error } = useQuery({
    queryKey: ['chat-attachments', chat.id, chat.marks, chat.tip],
    queryFn: async () => attachmentsOf((await readWholePath(client, view)).path, view),
    staleTime: 0,
  })
  const remove = useMutation({
    mutationFn: async (attachments: readonly Attachment[]) => {
      for (let at = 0; at < attachments.length; at += AT_ONCE) {
        const some = attachments.slice(at, at + AT_ONCE).map(({ messageId, blob }) => ({ messageId, blob }))
        await client.releaseAttachments(chat.id, { act: 'release', attachments: some, key: newKey() })
      }
    },
    onSuccess: (_, { length }) => {
      announcer.say(`${countWords(length)} removed.`)
      onClose()
    },
  })
  return (
    <Dialog open onOpenChange={open => !open && onClose()} title="Remove all attachments?">
      <p role="status" className="text-ink-soft">
        {error !== null && `Could not count them. ${error.message}`}
        {error === null && (found === undefined ? 'Counting…' : whatWords(found))}
      </p>
      {remove.isError && (
        <p role="alert" className="mt-3 text-red">
          Not all were removed. {remove.error.message}
        </p>
      )}
      <div className="mt-5 flex justify-end gap-2">
        <Button look="outline" onClick={onClose}>
          {found?.length === 0 ? 'Close' : 'Cancel'}
        </Button>
        {found !== undefined && found.length > 0 && (
          <Button look="danger" icon="trash" disabled={remove.isPending} onClick={() => remove.mutate(found)}>
            Remove {countWords(found.length)}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

const AT_ONCE = 50

function whatWords(found: readonly Attachment[]): string {
  if (found.length === 0) return 'There are no attachments on this branch of the chat.'
  const bytes = found.reduce((total, { size }) => total + size, 0)
  return `${countWords(found.length)} with ${formatBytes(bytes)} in all. The messages stay, with a note for the model that attachments were removed.`
}

function countWords(count: number): string {
  return count === 1 ? '1 attachment' : `${count} attachments`
}

function attachmentsOf(path: readonly Message[], { chat }: ChatView): readonly Attachment[] {
  const released = new Set(
    chat.marks.flatMap(mark => (mark.kind === 'released' ? [`${mark.messageId} ${mark.blob}`] : [])),
  )
  return path.flatMap(message =>
    message.role === 'user'
      ? message.parts.flatMap(part =>
          part.kind === 'file' && !released.has(`${message.id} ${part.blob}`)
            ? [{ messageId: message.id, blob: part.blob, size: part.size }]
            : [],
        )
      : [],
  )
}
