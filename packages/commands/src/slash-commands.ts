/** A command that is typed into the composer (T11). The page, the API and the help read this table. */
export interface SlashCommand {
  readonly name: string
  /** What may follow the name; null for nothing. */
  readonly argument: string | null
  readonly help: string
}

/** In the order of the help. A feature with a command of its own adds it here, and its run in the page. */
export const SLASH_COMMANDS = [
  { name: 'model', argument: 'name', help: 'Choose the model that answers' },
  { name: 'title', argument: 'text', help: 'Rename the chat; without a text the model writes a title' },
  {
    name: 'expose',
    argument: 'directory',
    help: 'Let the tools of this chat reach a directory; without one, choose from a list',
  },
  { name: 'unexpose', argument: 'directory', help: 'Hide an exposed directory again' },
  { name: 'clear', argument: null, help: 'Send nothing before this point; the messages stay' },
  { name: 'compress', argument: null, help: 'Summarise as a structured snapshot' },
  { name: 'summarise', argument: null, help: 'Summarise the conversation' },
  {
    name: 'clearblobs',
    argument: null,
    help: 'Remove all attachments of this chat, after saying how many and how large',
  },
  { name: 'help', argument: null, help: 'Show all commands' },
] as const satisfies readonly SlashCommand[]

export type SlashName = (typeof SLASH_COMMANDS)[number]['name']

export interface TypedSlash {
  readonly name: SlashName
  readonly argument: string
}

/** The command that a text is; null for any other text, which is sent as it is: also one that begins with an unknown `/word`. */
export function readSlash(text: string): TypedSlash | null {
  const [, word, argument = ''] = /^\/([a-z]+)(?:[ \t]+([^\n]*))?$/.exec(text.trim()) ?? []
  const command = SLASH_COMMANDS.find(({ name }) => name === word)
  if (command === undefined) return null
  // `/clear the table` is a sentence, not a command.
  return command.argument === null && argument !== '' ? null : { name: command.name, argument: argument.trim() }
}

/** The commands that a beginning may become, while nothing but a beginning is typed. */
export function completeSlash(text: string): readonly (typeof SLASH_COMMANDS)[number][] {
  const [, word] = /^\/([a-z]*)$/.exec(text) ?? []
  return word === undefined ? [] : SLASH_COMMANDS.filter(({ name }) => name.startsWith(word))
}
