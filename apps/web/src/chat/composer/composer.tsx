import type { FilePart, ModelFacts, WorkspaceId } from '@stet/api/client'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { AddFiles } from '../../attachments/add-files.tsx'
import { AttachmentStrip } from '../../attachments/attachment-strip.tsx'
import { pastedFiles, useDroppedFiles } from '../../attachments/drop-files.ts'
import { useAttachments } from '../../attachments/use-attachments.ts'
import { InsertButton, type Inserted } from '../../mcp/insert/insert-button.tsx'
import { type FoundKey, recogniseKey } from '../../providers/recognise-key.ts'
import { type Preferred, usePreference } from '../../state/preferences.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { Icon, type IconName } from '../../ui/graphics/icon.tsx'
import { focusArrived } from '../../ui/hooks/focus-arrived.ts'
import { keysText } from '../../ui/keyboard/kbd.tsx'
import { shortcuts, useShortcut } from '../../ui/keyboard/shortcuts.ts'
import { lazyPart } from '../../ui/parts/lazy-part.tsx'
import { SendNotice } from './send-notice.tsx'
import { SlashMenu } from './slash-menu.tsx'
import { type ComposerOptions, useComposer } from './use-composer.ts'
import { type RunSlash, useSlashMenu } from './use-slash-menu.ts'

const KeyOffer = lazyPart(async () => (await import('../../providers/key-offer.tsx')).KeyOffer)

interface ComposerProps extends ComposerOptions {
  /** Which model answers. */
  model: ReactNode
  /** The input that the model accepts; null until it is known. */
  facts: ModelFacts | null
  /** What is beside the model's name. */
  meter?: ReactNode
  onDraft?: (text: string, files: readonly FilePart[]) => void
  /** Opens what says why a message does not fit; absent where nothing does. */
  onInspect?: () => void
  /** Makes room by a summary; absent where there is nothing to summarise. */
  onSummarise?: (() => void) | null
  /** Set while an answer is being written or its calls are run: what is sent then waits for its step's end (R10). */
  onStop: (() => void) | null
  /** Set while a message is typed over: sending opens a branch beside it. */
  editing?: { readonly text: string; readonly files: readonly FilePart[]; readonly onCancel: () => void } | null
  /** Edits the last message, for ↑ in an empty field. */
  onEditLast?: () => void
  /** A message to insert before the typed text. Each insertion is a new object. */
  handed?: Handed | null
  /** Whose MCP servers have prompts and resources to insert; absent while that is not known. */
  workspaceId?: WorkspaceId | undefined
  /** Absent where there are no commands. */
  onSlash?: RunSlash
}

export interface Handed extends Inserted {
  /** Files that the home does not have yet. */
  readonly fresh?: readonly File[]
}

export function Composer({
  model,
  facts,
  meter,
  onDraft,
  onInspect,
  onSummarise,
  onStop,
  editing = null,
  onEditLast,
  handed = null,
  workspaceId,
  onSlash,
  ...options
}: ComposerProps) {
  const typed = useComposer({ ...options, first: editing?.text ?? '', firstFiles: editing?.files ?? [] })
  const { text, files, arrived, setText, setFiles, sending, trouble } = typed
  const attachments = useAttachments(files, setFiles)
  const { add, adopt, replace } = attachments
  const canSend = typed.canSend && attachments.unfinished === null
  const [enter] = usePreference('enter')
  const slash = useSlashMenu(typed, editing === null ? (onSlash ?? null) : null)
  const pasted = usePastedKey(text, setText)
  const isEditing = editing !== null
  const waits = onStop !== null && !isEditing
  const field = useRef<HTMLTextAreaElement>(null)
  useFieldHeight(field, text)
  useShortcut(shortcuts.compose, () => field.current?.focus())
  useShortcut(shortcuts.stop, () => onStop?.())

  useEffect(() => {
    // On a phone the focus would bring up the keyboard over what one came to read.
    if (isEditing || matchMedia('(pointer: fine)').matches) focusArrived(field.current, { preventScroll: true })
  }, [isEditing])

  useEffect(() => onDraft?.(text, files), [text, files, onDraft])

  const addFiles = useCallback((given: readonly File[]) => {
    latestAdd.current(given)
    field.current?.focus()
  }, [])
  const latestAdd = useRef(add)
  useEffect(() => {
    latestAdd.current = add
  })
  const isOver = useDroppedFiles(addFiles)

  async function submit(stopFirst = false): Promise<void> {
    if (attachments.unfinished !== null) return
    if (await typed.submit(stopFirst)) attachments.clear()
  }

  const shown = useRef(arrived)
  useEffect(() => {
    if (arrived === null || shown.current === arrived) return
    shown.current = arrived
    replace(arrived)
  })

  const taken = useRef(handed)
  useEffect(() => {
    if (handed === null || taken.current === handed) return
    taken.current = handed
    insert(handed)
    if (handed.fresh !== undefined) add(handed.fresh)
  })

  function insert({ text: before, files: parts }: Inserted): void {
    if (before !== '') setText(text.trim() === '' ? before : `${before}\n\n${text}`)
    adopt(parts)
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    if (slash.onKey(event)) {
      event.preventDefault()
      return
    }
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
      const modified = event.ctrlKey || event.metaKey
      if (enter === 'line' && !modified) return
      event.preventDefault()
      if (!slash.submit(text)) void submit(enter === 'send' && waits && modified)
    }
  }

  return (
    <div className="mx-auto w-full max-w-(--column) px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6">
      {trouble && (
        <SendNotice
          trouble={trouble}
          onInspect={onInspect}
          onSummarise={onSummarise}
          onRetry={sending ? undefined : () => void submit()}
        />
      )}
      {pasted.found !== null && (
        <Suspense>
          <KeyOffer key={pasted.found.key} found={pasted.found} onInsert={pasted.insert} onClose={pasted.drop} />
        </Suspense>
      )}
      <SlashMenu {...slash} />
      <form
        className="@container relative rounded border border-line-strong bg-raised transition-colors duration-150 focus-within:border-accent focus-within:ring-3 focus-within:ring-accent/20"
        onSubmit={event => {
          event.preventDefault()
          // React lets the forms of dialogs that open from here bubble through.
          if (event.target !== event.currentTarget) return
          if (!slash.submit(text)) void submit()
        }}
      >
        {isOver && (
          <p className="pointer-events-none absolute inset-0 z-10 grid place-items-center rounded bg-raised text-ui font-medium text-accent">
            Drop files to attach them
          </p>
        )}
        {editing && (
          <ComposerLine
            icon="pencil"
            action={<IconButton label="Cancel editing" icon="close" onClick={editing.onCancel} />}
          >
            Editing. Your original stays on its own branch.
          </ComposerLine>
        )}
        {waits && (text.trim() !== '' || files.length > 0) && (
          <ComposerLine
            icon="clock"
            action={
              <button
                type="button"
                onClick={() => void submit(true)}
                className="h-8 shrink-0 rounded px-2 font-medium text-accent transition-colors duration-150 hover:bg-wash coarse:h-10"
              >
                Stop and send
              </button>
            }
          >
            Will be sent when this step ends.
          </ComposerLine>
        )}
        <AttachmentStrip attachments={attachments} model={facts} />
        <textarea
          ref={field}
          data-composer=""
          aria-controls={slash.offered.length > 0 ? slash.id : undefined}
          aria-activedescendant={slash.active && `${slash.id}-${slash.active.name}`}
          aria-label="Message"
          placeholder="Message"
          rows={1}
          dir="auto"
          value={text}
          onChange={event => pasted.change(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={event => {
            const given = pastedFiles(event)
            if (given.length === 0) return
            event.preventDefault()
            addFiles(given)
          }}
          className="block max-h-[33dvh] min-h-12 w-full resize-none bg-transparent px-4 pt-3 pb-1 text-read outline-none placeholder:text-ink-faint"
        />
        <div className="flex items-center gap-1 pr-2 pb-2 pl-4 whitespace-nowrap sm:gap-2">
          <AddFiles onFiles={addFiles} />
          {workspaceId !== undefined && <InsertButton workspaceId={workspaceId} onInsert={insert} />}
          {model}
          {meter}
          {/* A hint that does not fit into what is left wraps out of sight, so that it never moves Send. */}
          <span
            aria-hidden="true"
            className="mr-1 flex h-5 min-w-0 flex-1 basis-0 flex-wrap justify-end overflow-hidden text-small leading-5 text-ink-faint"
          >
            <span className="h-5 w-px" />
            <span className="hidden @[36rem]:inline coarse:hidden">
              {unfinishedHint(attachments.unfinished) ?? hintOn(isEditing, waits, enter)}
            </span>
          </span>
          {waits && <IconButton label="Stop" icon="stop" look="outline" keys={shortcuts.stop.keys} onClick={onStop} />}
          <IconButton
            type="submit"
            label="Send"
            icon="arrow-up"
            look="primary"
            keys={enter === 'send' ? shortcuts.send.keys : 'Mod+Enter'}
            disabled={!canSend}
          />
        </div>
      </form>
    </div>
  )
}

/** Holds back a pasted, dropped or filled-in API key: a draft is saved at once, and a message goes to a model. */
function usePastedKey(text: string, setText: (text: string) => void) {
  const [held, setHeld] = useState<{
    readonly found: FoundKey
    readonly before: string
    readonly whole: string
  } | null>(null)
  return {
    found: held?.found ?? null,
    change(next: string): void {
      const found = recogniseKey(next)
      if (found === null || text.includes(found.key)) setText(next)
      else setHeld({ found, before: text, whole: next })
    },
    insert(): void {
      if (held === null) return
      setText(text === held.before ? held.whole : `${text} ${held.found.key}`)
      setHeld(null)
    },
    drop(): void {
      setHeld(null)
    },
  }
}

function unfinishedHint(unfinished: 'uploading' | 'failed' | null): string | null {
  if (unfinished === null) return null
  return unfinished === 'failed' ? 'Retry or remove the failed file' : 'Uploading…'
}

function hintOn(isEditing: boolean, waits: boolean, enter: Preferred<'enter'>): string {
  const send = enter === 'send' ? 'Enter to send' : `${keysText('Mod+Enter')} to send`
  if (isEditing) return `${send}, Esc to cancel`
  if (waits) return 'Esc to stop'
  return enter === 'send' ? `${send}, Shift+Enter for a new line` : send
}

function useFieldHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows from the text, through the document
  useLayoutEffect(() => {
    if (!field.current) return
    field.current.style.height = 'auto'
    field.current.style.height = `${field.current.scrollHeight}px`
  }, [text, field])
}

/** The state of the message being sent, shown above the composer. */
function ComposerLine({ icon, action, children }: { icon: IconName; action: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-center gap-2 border-b border-line py-1 pr-1 pl-4 text-small text-ink-soft">
      <Icon name={icon} size={14} />
      <span className="min-w-0 flex-1">{children}</span>
      {action}
    </div>
  )
}
