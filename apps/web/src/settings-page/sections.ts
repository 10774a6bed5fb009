/** The parts of the settings page, each with an address of its own. */
export const sections = {
  general: 'General',
  providers: 'Providers',
  'web-search': 'Web search',
  storage: 'Storage',
  shortcuts: 'Shortcuts',
  about: 'About',
} as const

export type SettingsSection = keyof typeof sections

export function isSettingsSection(text: string): text is SettingsSection {
  return Object.hasOwn(sections, text)
}
