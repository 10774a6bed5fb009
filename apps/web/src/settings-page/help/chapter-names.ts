/** The chapters of the help, each with an address of its own. */
export const chapters = {
  'getting-started': 'Getting started',
  providers: 'Providers',
  context: 'Context and cost',
  settings: 'Settings',
  tools: 'Tools and safety',
  backup: 'Backup',
} as const

export type Chapter = keyof typeof chapters

export function isChapter(text: string): text is Chapter {
  return Object.hasOwn(chapters, text)
}
