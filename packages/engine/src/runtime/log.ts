/** The log of the home. It never contains the text of a chat or a secret. */
export interface Log {
  /** What happens as it should; absent where nobody keeps it. */
  info?(message: string, facts?: Readonly<Record<string, unknown>>): void
  warn(message: string, facts?: Readonly<Record<string, unknown>>): void
  error(message: string, facts?: Readonly<Record<string, unknown>>): void
}
