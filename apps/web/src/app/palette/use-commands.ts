import { listSettings, type WorkspaceId } from '@stet/api/client'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useChatList } from '../../chats/chat-list-query.ts'
import { chatTitle } from '../../chats/chat-title.ts'
import { workspaceQuery, workspacesQuery } from '../../models/models-query.ts'
import { settingGroups } from '../../settings/setting-groups.ts'
import { type Chapter, chapters } from '../../settings-page/help/chapter-names.ts'
import { type SettingsSection, sections } from '../../settings-page/sections.ts'
import { settingsEntries } from '../../settings-page/settings-entries.ts'
import { preferences, usePreference } from '../../state/preferences.ts'
import { useServices } from '../../state/services.ts'
import { useStartTour } from '../../state/tour.ts'
import { keysText } from '../../ui/keyboard/kbd.tsx'
import { shortcuts } from '../../ui/keyboard/shortcuts.ts'
import { isWorkspaceId } from '../../workspaces/is-workspace-id.ts'
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
    { name: 'Pages', entries: usePages() },
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
    ...pageActions
      .now()
      .filter(({ setting }) => setting === undefined)
      .map(
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

function usePages(): readonly Command[] {
  const { client } = useServices()
  const navigate = useNavigate()
  const { data: own } = useQuery(workspaceQuery(client))
  const { data: workspaces = [] } = useQuery(workspacesQuery(client))
  return [
    {
      key: 'search',
      label: 'Search',
      words: 'Page chats',
      icon: 'search',
      note: keysText(shortcuts.search.keys),
      run: () => navigate({ to: '/search', search: { text: '' } }),
    },
    {
      key: 'settings',
      label: 'Settings',
      words: 'Page',
      icon: 'gear',
      run: () => navigate({ to: '/settings/$section', params: { section: 'general' } }),
    },
    { key: 'providers', label: 'Providers', words: 'Page', icon: 'plug', run: () => navigate({ to: '/providers' }) },
    { key: 'usage', label: 'Usage', words: 'Page', icon: 'chart', run: () => navigate({ to: '/usage' }) },
    {
      key: 'attachments',
      label: 'Attachments',
      words: 'Page files pictures',
      icon: 'attach',
      run: () => navigate({ to: '/attachments' }),
    },
    ...(own === undefined ? [] : placesOf(own.id, null)),
    ...workspaces.flatMap(({ id, name }): Command[] => [
      {
        key: `workspace-${id}`,
        label: name,
        words: 'Page workspace',
        icon: 'briefcase',
        note: 'Workspace',
        run: () => navigate({ to: '/workspaces/$workspaceId', params: { workspaceId: id } }),
      },
      ...(id === own?.id ? [] : placesOf(id, name)),
    ]),
  ]

  /** What belongs to a workspace; named where it is not the one of new chats. */
  function placesOf(workspaceId: WorkspaceId, name: string | null): readonly Command[] {
    const note = name === null ? {} : { note: name }
    const params = { workspaceId }
    return [
      {
        key: `files-${workspaceId}`,
        label: 'Files',
        words: `Page workspace ${name ?? ''}`,
        icon: 'folder',
        ...note,
        run: () => navigate({ to: '/workspaces/$workspaceId/files', params, search: { path: '/' } }),
      },
      {
        key: `mcp-${workspaceId}`,
        label: 'MCP servers',
        words: `Page workspace tools ${name ?? ''}`,
        icon: 'tool',
        ...note,
        run: () => navigate({ to: '/workspaces/$workspaceId/mcp', params }),
      },
    ]
  }
}

/**
 * The settings of the chat that is open, or of new chats; the sections of the settings page by the words of what is in them; the general
 * settings each by its own.
 */
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
    ...useDeclaredSettings(),
  ]
}

function useDeclaredSettings(): readonly Command[] {
  const { client, pageActions } = useServices()
  const navigate = useNavigate()
  const { workspaceId } = useParams({ strict: false })
  const { data: own } = useQuery(workspaceQuery(client))
  const ofPage = pageActions
    .now()
    .flatMap(({ setting, ...action }): Command[] =>
      setting === undefined ? [] : [{ ...action, words: `Settings ${setting.words}`, note: setting.note }],
    )
  const target = workspaceId !== undefined && isWorkspaceId(workspaceId) ? workspaceId : own?.id
  if (ofPage.length > 0 || target === undefined) return ofPage
  return settingGroups.flatMap(({ declared }) =>
    listSettings(declared).map(
      ({ path, setting: { label, help } }): Command => ({
        key: path,
        label,
        words: `Settings ${help}`,
        icon: 'sliders',
        note: 'New chats',
        run: () => navigate({ to: '/workspaces/$workspaceId', params: { workspaceId: target }, hash: path }),
      }),
    ),
  )
}
