import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { shortcuts, useShortcut } from '../app/shortcuts.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { type ComposerOptions, useComposer } from './use-composer.ts'

interface ComposerProps extends ComposerOptions {
  /** Which model answers. */
  model: ReactNode
  /** What stands beside the model's name. */
  meter?: ReactNode
  onText?: (text: string) => void
  /** Opens what says why a message does not fit; absent where nothing does. */
  onInspect?: () => void
  /** Set while an answer is being written: it is stopped instead of another message being sent. */
  onStop: (() => void) | null
  /** Set while a message is typed over: sending opens a branch beside it. */
  editing?: { readonly text: string; readonly onCancel: () => void } | null
  /** Takes up the last message, for ↑ in an empty field. */
  onEditLast?: () => void
}

export function Composer({
  model,
  meter,
  onText,
  onInspect,
  onStop,
  editing = null,
  onEditLast,
  ...options
}: ComposerProps) {
  const { text, setText, sending, trouble, submit } = useComposer({ ...options, first: editing?.text ?? '' })
  const isEditing = editing !== null
  const canSend = editing !== null || onStop === null
  const field = useRef<HTMLTextAreaElement>(null)
  useFieldHeight(field, text)
  useShortcut(shortcuts.compose, () => field.current?.focus())
  useShortcut(shortcuts.stop, () => onStop?.())

  useEffect(() => {
    // On a phone the focus would bring up the keyboard over what one came to read.
    if (isEditing || matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true })
  }, [isEditing])

  useEffect(() => onText?.(text), [text, onText])

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && (editing || onStop)) {
      event.preventDefault()
      if (editing) editing.onCancel()
      else onStop?.()
    }
    if (event.key === 'ArrowUp' && text === '' && !editing && onEditLast) {
      event.preventDefault()
      onEditLast()
    }
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault()
      if (canSend) void submit()
    }
  }

  return (
    <div className="mx-auto w-full max-w-[47.5rem] px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6">
      {trouble && (
        <div role="alert">
          <Notice
            tone="trouble"
            title={trouble.doesNotFit ? 'The message was not sent: it does not fit.' : 'The message was not sent.'}
            className="mb-2"
            actions={
              trouble.doesNotFit && onInspect ? (
                <Button look="outline" icon="panel" onClick={onInspect}>
                  Open the inspector
                </Button>
              ) : (
                trouble.retryable && (
                  <Button look="outline" icon="retry" onClick={submit} disabled={sending || !canSend}>
                    Retry
                  </Button>
                )
              )
            }
          >
            {trouble.message} Your text is kept.
            {trouble.doesNotFit &&
              onInspect &&
              ' A larger window, forgetting tool work or leaving messages out makes room.'}
          </Notice>
        </div>
      )}
      <form
        className="rounded border border-line-strong bg-raised transition-colors duration-150 focus-within:border-accent focus-within:ring-3 focus-within:ring-accent/20"
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        {editing && (
          <p className="flex items-center gap-2 border-b border-line py-1 pr-1 pl-4 text-small text-ink-soft">
            <Icon name="pencil" size={14} />
            <span className="min-w-0 flex-1">
              Editing: the message as it was stands, and this one opens a branch beside it.
            </span>
            <IconButton label="Cancel editing" icon="close" onClick={editing.onCancel} />
          </p>
        )}
        <textarea
          ref={field}
          aria-label="Message"
          placeholder="Write a message"
          rows={1}
          dir="auto"
          value={text}
          onChange={event => setText(event.target.value)}
          onKeyDown={onKeyDown}
          className="block max-h-[33dvh] min-h-12 w-full resize-none bg-transparent px-4 pt-3 pb-1 text-read outline-none placeholder:text-ink-faint"
        />
        <div className="flex items-center gap-2 pr-2 pb-2 pl-4">
          {model}
          {meter}
          <span className="flex-1" />
          <span aria-hidden="true" className="mr-1 hidden text-small text-ink-faint desk:inline">
            {hintOn(isEditing, canSend)}
          </span>
          {onStop && !canSend ? (
            <IconButton label="Stop" icon="stop" look="outline" keys={shortcuts.stop.keys} onClick={onStop} />
          ) : (
            <IconButton
              type="submit"
              label="Send"
              icon="arrow-up"
              look="primary"
              keys={shortcuts.send.keys}
              disabled={sending || text.trim() === ''}
            />
          )}
        </div>
      </form>
    </div>
  )
}

function hintOn(isEditing: boolean, canSend: boolean): string {
  if (isEditing) return 'Enter sends, Esc cancels'
  return canSend ? 'Enter sends, Shift+Enter breaks the line' : 'Esc stops'
}

function useFieldHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows from the text, through the document
  useLayoutEffect(() => {
    if (!field.current) return
    field.current.style.height = 'auto'
    field.current.style.height = `${field.current.scrollHeight}px`
  }, [text, field])
}
