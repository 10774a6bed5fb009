import { SettingsError } from '../settings.ts'

export type Command =
  | { readonly name: 'start'; readonly fresh: boolean }
  /** `target` is the file to write; null for one beside the database. */
  | { readonly name: 'salvage'; readonly target: string | null }

/** The arguments of `stet`; none at all is `start`. */
export function parseCommand(args: readonly string[]): Command {
  const [name = 'start', ...rest] = args[0]?.startsWith('--') ? ['start', ...args] : args
  if (name === 'start' && rest.length === 0) return { name, fresh: false }
  if (name === 'start' && rest.length === 1 && rest[0] === '--fresh') return { name, fresh: true }
  const [target = null, ...more] = rest
  if (name === 'salvage' && more.length === 0 && target?.startsWith('-') !== true) return { name, target }
  throw new SettingsError(
    `"stet ${args.join(' ')}" is not known. There is: stet start, stet start --fresh, stet salvage [file].`,
  )
}
