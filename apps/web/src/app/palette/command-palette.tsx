import { Dialog } from '@base-ui/react/dialog'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useCloseWithBack } from '../../ui/hooks/open-overlays.ts'
import type { EarlyKeys } from '../early-keys.ts'
import type { Command, CommandGroup } from './command.ts'
import { findEntries } from './find-entries.ts'
import { FoundList } from './found-list.tsx'
import { NOTHING_TYPED, placeOf, pressKey, type Typed } from './selection.ts'
import { useCommands } from './use-commands.ts'
import { useMessageCommands } from './use-message-commands.tsx'
import { useModelCommands } from './use-model-commands.ts'

interface CommandPaletteProps {
  open: boolean
  /** The keys typed before the field had the focus. */
  earlyKeys: EarlyKeys
  onOpenChange: (open: boolean) => void
  onShowShortcuts: () => void
}

/** Finds everything by name (chats, models, settings, pages, actions), and messages by their words. */
export function CommandPalette({ open, earlyKeys, onOpenChange, onShowShortcuts }: CommandPaletteProps) {
  useCloseWithBack(open, () => onOpenChange(false))
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-scrim" />
        <Dialog.Popup className="fixed inset-x-0 top-[12dvh] z-40 mx-auto flex max-h-[70dvh] w-[min(38rem,calc(100vw-2rem))] flex-col overflow-hidden rounded border border-line bg-raised shadow-float outline-none">
          <Dialog.Title className="sr-only">Go to</Dialog.Title>
          <Palette
            open={open}
            earlyKeys={earlyKeys}
            onClose={() => onOpenChange(false)}
            onShowShortcuts={onShowShortcuts}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface PaletteProps {
  open: boolean
  earlyKeys: EarlyKeys
  onClose: () => void
  onShowShortcuts: () => void
}

function Palette({ open, earlyKeys, onClose, onShowShortcuts }: PaletteProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const [trouble, setTrouble] = useState<string | null>(null)
  // Enter that was pressed before the models arrived waits for them, where nothing else has the words.
  const [entered, setEntered] = useState(false)
  const commands = useCommands(onShowShortcuts)
  const models = useModelCommands(open)
  const messages = useMessageCommands(typed.query, open)
  const find = (query: string) => {
    const named = findEntries([...commands, models.group], query)
    return [...named, messages.groupFor(query, rowsOf(named))]
  }
  const groups = find(typed.query)
  const rows = rowsOf(groups)
  const at = placeOf(rows, typed.chosen)

  // Opened again before it has left the page, it is still the same palette and has the focus.
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) change(NOTHING_TYPED)
  }
  useEffect(() => {
    if (open && document.activeElement === field.current) earlyKeys.take()
  }, [open, earlyKeys])

  useEffect(() => {
    if (!entered || models.isPending) return
    setEntered(false)
    choose(rows[at])
  })

  function change(next: Typed): void {
    setTyped(next)
    setTrouble(null)
    setEntered(false)
  }

  function choose(command: Command | undefined): void {
    if (command === undefined) return
    const { failed, run } = command
    if (failed === undefined) {
      onClose()
      void run()
      return
    }
    Promise.resolve(run()).then(onClose, (error: unknown) =>
      setTrouble(`${failed} ${error instanceof Error ? error.message : String(error)}`),
    )
  }

  function enter({ query, chosen }: Typed): void {
    const found = find(query)
    if (models.isPending && chosen === null && found.length === 1) setEntered(true)
    else choose(rowsOf(found)[placeOf(rowsOf(found), chosen)])
  }

  function pressEarlyKeys(): void {
    let next = typed
    for (const key of earlyKeys.take()) {
      if (key === 'Enter') {
        setTyped(next)
        enter(next)
        return
      }
      next = pressKey(next, key, rowsOf(find(next.query)))
    }
    setTyped(next)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || !/^(?:ArrowDown|ArrowUp|Enter)$/.test(event.key)) return
    event.preventDefault()
    if (event.key === 'Enter') {
      enter(typed)
      return
    }
    const next = pressKey(typed, event.key, rows)
    change(next)
    document.getElementById(`${id}-${placeOf(rows, next.chosen)}`)?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <>
      <input
        ref={field}
        role="combobox"
        aria-label="Go to"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={`${id}-${at}`}
        placeholder="Chats, messages, models, settings…"
        autoComplete="off"
        value={typed.query}
        onFocus={pressEarlyKeys}
        onChange={event => {
          change({ query: event.target.value, chosen: null })
          list.current?.scrollTo({ top: 0 })
        }}
        onKeyDown={onKeyDown}
        className="h-12 w-full shrink-0 border-b border-line bg-transparent px-4 text-read outline-none placeholder:text-ink-faint"
      />
      {trouble !== null && (
        <p role="alert" className="shrink-0 bg-red-wash px-4 py-2 text-red">
          {trouble}
        </p>
      )}
      <FoundList
        id={id}
        list={list}
        groups={groups}
        selected={rows[at]}
        onPoint={({ key }) => {
          setTyped({ ...typed, chosen: key })
          setEntered(false)
        }}
        onChoose={choose}
      >
        {messages.trouble !== null && (
          <p role="status" className="px-3 pb-2 text-small text-red">
            Could not search messages. {messages.trouble}
          </p>
        )}
      </FoundList>
    </>
  )
}

function rowsOf(groups: readonly CommandGroup[]): readonly Command[] {
  return groups.flatMap(({ entries }) => entries)
}
