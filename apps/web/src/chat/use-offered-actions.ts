import { type ChatView, listSettings } from '@stet/api/client'
import { useEffect } from 'react'
import { settingGroups } from '../settings/setting-groups.ts'
import type { ChatStore } from '../state/chat-store.ts'
import type { PageAction } from '../state/page-actions.ts'
import { useServices } from '../state/services.ts'
import { shortcuts } from '../ui/keyboard/shortcuts.ts'
import { type Overlay, outlineHere } from './outline/chat-overlays.tsx'
import type { Panel } from './panel/use-panel.ts'
import type { ChatActions } from './use-chat-actions.ts'
import { useChatExports } from './use-chat-exports.ts'

interface OfferedActions {
  store: ChatStore
  view: ChatView
  actions: ChatActions
  panel: Panel
  onOverlay: (overlay: Overlay) => void
  onFind: () => void
}

/** What the palette can do with the open chat. */
export function useOfferedActions({ store, view, actions, panel, onOverlay, onFind }: OfferedActions): void {
  const { pageActions } = useServices()
  const exports = useChatExports(store, view)
  const { summarise, ask } = actions.compactions
  const isEmpty = view.path.length === 0
  const withMessages: readonly PageAction[] = [
    { key: 'find', label: 'Find in this chat', icon: 'search', keys: shortcuts.findInChat.keys, run: onFind },
    {
      key: 'outline',
      label: 'Turns and branches',
      icon: 'fork',
      keys: shortcuts.outline.keys,
      run: () => onOverlay(outlineHere()),
    },
    { key: 'date', label: 'Go to a date', icon: 'clock', run: () => onOverlay({ kind: 'date' }) },
  ]
  const offered: readonly PageAction[] = [
    { key: 'inspector', label: 'Inspector', icon: 'panel', keys: shortcuts.inspector.keys, run: panel.toggle },
    ...(isEmpty ? [] : withMessages),
    { key: 'prompt', label: 'System prompt', icon: 'sliders', run: () => panel.open('prompt') },
    { key: 'tools', label: 'Tools of this chat', icon: 'tool', run: () => panel.open('tools') },
    { key: 'requests', label: 'All requests', icon: 'list-checks', run: panel.openRequests },
    ...(summarise === null
      ? []
      : [
          { key: 'summarise', label: 'Summarise conversation', icon: 'fold', run: () => summarise('prose') } as const,
          {
            key: 'snapshot',
            label: 'Summarise as a snapshot',
            icon: 'camera',
            run: () => summarise('snapshot'),
          } as const,
        ]),
    ...(ask === null
      ? []
      : [{ key: 'preview', label: 'Preview a summary', icon: 'file', run: () => ask({ kind: 'whole' }) } as const]),
    ...exports.filter(({ disabled }) => !disabled),
    ...settingGroups.flatMap(({ declared, inChat }) =>
      listSettings(declared).map(
        ({ path, setting }): PageAction => ({
          key: path,
          label: setting.label,
          icon: 'sliders',
          setting: { words: setting.help, note: 'This chat' },
          run: () => panel.openSetting(inChat, path),
        }),
      ),
    ),
  ]
  // Rebuilt with every render: what they do depends on the content of the chat.
  useEffect(() => pageActions.offer(offered))
}
