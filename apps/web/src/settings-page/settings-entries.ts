import { type PreferenceName, preferences } from '../state/preferences.ts'
import { type Shortcut, shortcuts } from '../ui/keyboard/shortcuts.ts'
import { type SettingsSection, sections } from './sections.ts'

/** Something on the settings page, and the words by which a search finds it. Its key is the hash of its address. */
export type SettingsEntry = {
  readonly key: string
  readonly label: string
  readonly words: string
} & (
  | { readonly section: 'general'; readonly preference: PreferenceName }
  | { readonly section: 'shortcuts'; readonly shortcut: Shortcut }
  | { readonly section: Exclude<SettingsSection, 'general' | 'shortcuts'> }
)

export const settingsEntries: readonly SettingsEntry[] = [
  ...(Object.keys(preferences) as PreferenceName[]).map((name): SettingsEntry => {
    const { label, help, choices } = preferences[name]
    const words = [label, help, ...choices.map(choice => choice.label)].join(' ')
    return { section: 'general', key: name, label, words, preference: name }
  }),
  whole('providers', 'Providers models API keys local servers prices'),
  whole('web-search', 'Web search service SearXNG Brave Tavily tool web_search API key'),
  whole('storage', 'Storage data folder backup disk browser drafts attachments files pictures'),
  ...Object.entries(shortcuts).map(
    ([name, shortcut]): SettingsEntry => ({
      section: 'shortcuts',
      key: `shortcut-${name}`,
      label: shortcut.does,
      words: `${shortcut.does} ${shortcut.keys} keyboard shortcut`,
      shortcut,
    }),
  ),
  whole('about', 'About Stet version licence open source API'),
]

/** A section that is one thing. */
function whole(section: Exclude<SettingsSection, 'general' | 'shortcuts'>, words: string): SettingsEntry {
  return { section, key: section, label: sections[section], words }
}
