/** The languages that are highlighted, each a file of its own that is fetched when first met. */
export const languages = [
  'bash',
  'c',
  'css',
  'diff',
  'go',
  'html',
  'java',
  'javascript',
  'json',
  'jsx',
  'markdown',
  'python',
  'rust',
  'sql',
  'toml',
  'tsx',
  'typescript',
  'xml',
  'yaml',
] as const

export type Language = (typeof languages)[number]

const aliases = new Map<string, Language>([
  ...languages.map(language => [language, language] as const),
  ['c++', 'c'],
  ['cpp', 'c'],
  ['h', 'c'],
  ['js', 'javascript'],
  ['jsonc', 'json'],
  ['md', 'markdown'],
  ['mjs', 'javascript'],
  ['mts', 'typescript'],
  ['patch', 'diff'],
  ['py', 'python'],
  ['rs', 'rust'],
  ['sh', 'bash'],
  ['shell', 'bash'],
  ['svg', 'xml'],
  ['ts', 'typescript'],
  ['yml', 'yaml'],
  ['zsh', 'bash'],
])

export function toLanguage(name: string): Language | null {
  return aliases.get(name.toLowerCase()) ?? null
}

const endings: Readonly<Partial<Record<Language, string>>> = {
  bash: 'sh',
  javascript: 'js',
  markdown: 'md',
  python: 'py',
  rust: 'rs',
  typescript: 'ts',
  yaml: 'yml',
}

/** A name to save code under. An unknown language may hold anything, so its own name is no ending. */
export function fileNameOf(name: string | null): string {
  const language = name === null ? null : toLanguage(name)
  return `code.${language === null ? 'txt' : (endings[language] ?? language)}`
}
