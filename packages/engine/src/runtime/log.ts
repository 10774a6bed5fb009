/** Where what no person asked about is told: never the text of a chat, never a secret. */
export interface Log {
  warn(message: string, facts?: Readonly<Record<string, unknown>>): void
  error(message: string, facts?: Readonly<Record<string, unknown>>): void
}
