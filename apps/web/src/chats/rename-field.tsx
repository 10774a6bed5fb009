import { ApiError, type Chat, LONGEST_TITLE } from '@stet/api/client'
import { useRef, useState } from 'react'
import { useServices } from '../state/services.ts'
import { classNames } from '../ui/class-names.ts'

interface RenameFieldProps {
  chat: Pick<Chat, 'id' | 'title'>
  /** `hadFocus` unless the user has gone elsewhere: with the field the focus would go nowhere. */
  onDone: (hadFocus: boolean) => void
  className?: string | undefined
}

/** Enter or leaving the field saves, Escape cancels. A refused name stays in the field, with the reason. */
export function RenameField({ chat, onDone, className }: RenameFieldProps) {
  const { client, newKey } = useServices()
  const [title, setTitle] = useState(chat.title?.text ?? '')
  const [trouble, setTrouble] = useState<string | null>(null)
  const key = useRef<{ title: string; key: string } | null>(null)
  const settled = useRef(false)
  const field = useRef<HTMLInputElement>(null)
  const end = () => onDone(document.activeElement === field.current)

  async function save(): Promise<void> {
    const next = title.trim()
    if (settled.current) return
    if (next === '' || next === chat.title?.text) {
      settled.current = true
      end()
      return
    }
    if (key.current?.title !== next) key.current = { title: next, key: newKey() }
    settled.current = true
    try {
      await client.rename(chat.id, key.current)
      end()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      settled.current = false
      setTrouble(error.message)
    }
  }

  return (
    <div className={classNames('min-w-0', className)}>
      <input
        ref={field}
        // biome-ignore lint/a11y/noAutofocus: the user asked to type here
        autoFocus
        aria-label="Chat name"
        aria-invalid={trouble !== null}
        className="h-8 w-full rounded border border-line-strong bg-raised px-2 text-ui text-ink coarse:h-10 coarse:text-read"
        value={title}
        placeholder="New chat"
        maxLength={LONGEST_TITLE}
        onFocus={event => event.target.select()}
        onChange={event => setTitle(event.target.value)}
        onBlur={save}
        onKeyDown={event => {
          if (event.nativeEvent.isComposing) return
          event.stopPropagation()
          if (event.key === 'Enter') void save()
          if (event.key === 'Escape') {
            settled.current = true
            end()
          }
        }}
      />
      {trouble && (
        <p role="alert" className="mt-1 px-2 text-small text-red">
          Not saved. {trouble}
        </p>
      )}
    </div>
  )
}
