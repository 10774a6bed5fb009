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
