import { useNavigate } from '@tanstack/react-router'
import { useChatList } from '../../chats/chat-list-query.ts'
import { chatTitle } from '../../chats/chat-title.ts'
import { type Chapter, chapters } from '../../settings-page/help/chapter-names.ts'
import { type SettingsSection, sections } from '../../settings-page/sections.ts'
import { settingsEntries } from '../../settings-page/settings-entries.ts'
import { preferences, usePreference } from '../../state/preferences.ts'
import { useServices } from '../../state/services.ts'
import { useStartTour } from '../../state/tour.ts'
import { keysText } from '../../ui/keyboard/kbd.tsx'
import { shortcuts } from '../../ui/keyboard/shortcuts.ts'
import type { Command, CommandGroup } from './command.ts'

/** What the page knows by itself: actions, chats, pages, settings and help. */
export function useCommands(onShowShortcuts: () => void): readonly CommandGroup[] {
  const navigate = useNavigate()
  const pinned = useChatList('pinned').chats
  const open = useChatList('open').chats
  return [
    { name: 'Actions', entries: useActions(onShowShortcuts) },
    {
      name: 'Chats',
      entries: [...pinned, ...open].flatMap((listed): Command[] =>
        listed.kind === 'chat'
          ? [
              {
                key: listed.chat.id,
                label: chatTitle(listed.chat),
                words: 'Chat',
                icon: 'arrow-right',
                run: () => navigate({ to: '/chats/$chatId', params: { chatId: listed.chat.id } }),
              },
            ]
          : [],
      ),
    },
    {
      name: 'Pages',
      entries: [
        {
          key: 'providers',
          label: 'Providers',
          words: 'Page',
          icon: 'plug',
          run: () => navigate({ to: '/providers' }),
        },
        { key: 'usage', label: 'Usage', words: 'Page', icon: 'chart', run: () => navigate({ to: '/usage' }) },
      ],
    },
    { name: 'Settings', entries: useSettings() },
    {
      name: 'Help',
      entries: (Object.keys(chapters) as Chapter[]).map(chapter => ({
        key: `help-${chapter}`,
        label: chapters[chapter],
        words: 'Help',
        icon: 'book',
        run: () => navigate({ to: '/help/$chapter', params: { chapter } }),
      })),
    },
  ]
}

function useActions(onShowShortcuts: () => void): readonly Command[] {
  const navigate = useNavigate()
  const startTour = useStartTour()
  const [, chooseTheme] = usePreference('theme')
  const { pageActions } = useServices()
  return [
    {
      key: 'new',
      label: 'New chat',
      words: 'Action',
      icon: 'plus',
      note: keysText(shortcuts.newChat.keys),
      run: () => navigate({ to: '/' }),
    },
    ...pageActions.now().map(
      ({ key, label, icon, keys, run }): Command => ({
        key,
        label,
        words: 'Action',
        icon,
        ...(keys === undefined ? {} : { note: keysText(keys) }),
        run,
      }),
    ),
    ...preferences.theme.choices.map(
      ({ value, label }): Command => ({
        key: `theme-${value}`,
        label: `Theme: ${label}`,
        words: 'Action',
        icon: value === 'dark' ? 'moon' : value === 'light' ? 'sun' : 'screen',
        run: () => chooseTheme(value),
      }),
    ),
    { key: 'tour', label: 'Take the tour', words: 'Action', icon: 'book', run: startTour },
    {
      key: 'shortcuts',
      label: shortcuts.help.does,
      words: 'Action',
      icon: 'keyboard',
      note: keysText(shortcuts.help.keys),
      run: onShowShortcuts,
    },
  ]
}

/** The sections of the settings page by the words of what is in them; the general settings each by its own. */
function useSettings(): readonly Command[] {
  const navigate = useNavigate()
  const wordsIn = (section: SettingsSection) =>
    settingsEntries.flatMap(entry => (entry.section === section ? [entry.words] : [])).join(' ')
  return [
    ...(Object.keys(sections) as SettingsSection[]).map(
      (section): Command => ({
        key: `settings-${section}`,
        label: sections[section],
        words: section === 'general' ? 'Settings' : `Settings ${wordsIn(section)}`,
        icon: 'gear',
        run: () => navigate({ to: '/settings/$section', params: { section } }),
      }),
    ),
    ...settingsEntries
      .filter(({ section }) => section === 'general')
      .map(
        ({ section, key, label, words }): Command => ({
          key: `setting-${key}`,
          label,
          words: `Settings ${sections[section]} ${words}`,
          icon: 'sliders',
          note: sections[section],
          run: () => navigate({ to: '/settings/$section', params: { section }, hash: key }),
        }),
      ),
  ]
}
