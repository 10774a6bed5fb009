import { Dialog } from '@base-ui/react/dialog'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { useChatList } from '../chats/chat-list-query.ts'
import { chatTitle } from '../chats/chat-title.ts'
import { type SettingsSection, sections } from '../settings-page/sections.ts'
import { preferences, usePreference } from '../state/preferences.ts'
import { Icon, type IconName } from '../ui/graphics/icon.tsx'
import { keysText } from '../ui/keyboard/kbd.tsx'
import { shortcuts } from '../ui/keyboard/shortcuts.ts'
import { findEntries, type PaletteEntry } from './find-entries.ts'

interface CommandPaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onShowShortcuts: () => void
}

/** Everything by name: chats, pages and what can be done anywhere. */
export function CommandPalette({ open, onOpenChange, onShowShortcuts }: CommandPaletteProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-30 bg-scrim" />
        <Dialog.Popup className="fixed inset-x-0 top-[12dvh] z-40 mx-auto flex max-h-[70dvh] w-[min(38rem,calc(100vw-2rem))] flex-col overflow-hidden rounded border border-line bg-raised shadow-float outline-none">
          <Dialog.Title className="sr-only">Go to</Dialog.Title>
          <Palette onClose={() => onOpenChange(false)} onShowShortcuts={onShowShortcuts} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface PaletteProps {
  onClose: () => void
  onShowShortcuts: () => void
}

interface Command extends PaletteEntry {
  readonly icon: IconName
  readonly keys?: string
  readonly run: () => unknown
}

function Palette({ onClose, onShowShortcuts }: PaletteProps) {
  const id = useId()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const searching = useSearchCommand(query.trim())
  const found = [...findEntries(useCommands(onShowShortcuts), query), searching]
  const chosen = found[at]

  function choose(command: Command | undefined): void {
    if (command === undefined) return
    onClose()
    void command.run()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      const next = (at + step + found.length) % found.length
      setAt(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      choose(chosen)
    }
  }

  return (
    <>
      <input
        role="combobox"
        aria-label="Go to"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen && `${id}-${at}`}
        placeholder="Chats, pages and actions"
        autoComplete="off"
        value={query}
        onChange={event => {
          setQuery(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        className="h-12 w-full shrink-0 border-b border-line bg-transparent px-4 text-read outline-none placeholder:text-ink-faint"
      />
      <div id={`${id}-list`} role="listbox" aria-label="Found" className="min-h-0 overflow-y-auto p-1">
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
          <div
            key={command.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onPointerMove={() => setAt(index)}
            onClick={() => choose(command)}
            className="flex min-h-9 cursor-pointer items-center gap-3 rounded px-3 aria-selected:bg-wash coarse:min-h-11"
          >
            <span className="text-ink-faint">
              <Icon name={command.icon} />
            </span>
            <bdi className="min-w-0 flex-1 truncate">{command.label}</bdi>
            <span className="shrink-0 text-small text-ink-faint">
              {command.keys === undefined ? command.kind : keysText(command.keys)}
            </span>
          </div>
        ))}
      </div>
    </>
  )
}

/** What no name matches may be in a message. */
function useSearchCommand(text: string): Command {
  const navigate = useNavigate()
  return {
    key: 'search',
    kind: 'Action',
    label: text === '' ? shortcuts.search.does : `Search all chats for “${text}”`,
    icon: 'search',
    ...(text === '' && { keys: shortcuts.search.keys }),
    run: () => navigate({ to: '/search', search: { text } }),
  }
}

function useCommands(onShowShortcuts: () => void): readonly Command[] {
  const navigate = useNavigate()
  const pinned = useChatList('pinned').chats
  const open = useChatList('open').chats
  const [, chooseTheme] = usePreference('theme')
  return [
    {
      key: 'new',
      kind: 'Action',
      label: 'New chat',
      icon: 'plus',
      keys: shortcuts.newChat.keys,
      run: () => navigate({ to: '/' }),
    },
    ...[...pinned, ...open].flatMap((listed): Command[] =>
      listed.kind === 'chat'
        ? [
            {
              key: listed.chat.id,
              kind: 'Chat',
              label: chatTitle(listed.chat),
              icon: 'arrow-right',
              run: () => navigate({ to: '/chats/$chatId', params: { chatId: listed.chat.id } }),
            },
          ]
        : [],
    ),
    { key: 'providers', kind: 'Page', label: 'Providers', icon: 'plug', run: () => navigate({ to: '/providers' }) },
    ...(Object.keys(sections) as SettingsSection[]).map(
      (section): Command => ({
        key: `settings-${section}`,
        kind: 'Settings',
        label: sections[section],
        icon: 'gear',
        run: () => navigate({ to: '/settings/$section', params: { section } }),
      }),
    ),
    ...preferences.theme.choices.map(
      ({ value, label }): Command => ({
        key: `theme-${value}`,
        kind: 'Action',
        label: `Theme: ${label}`,
        icon: value === 'dark' ? 'moon' : value === 'light' ? 'sun' : 'screen',
        run: () => chooseTheme(value),
      }),
    ),
    {
      key: 'shortcuts',
      kind: 'Action',
      label: shortcuts.help.does,
      icon: 'keyboard',
      keys: shortcuts.help.keys,
      run: onShowShortcuts,
    },
  ]
}
