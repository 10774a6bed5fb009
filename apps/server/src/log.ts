export type LogFacts = Readonly<Record<string, unknown>>

export interface Log {
  info(message: string, facts?: LogFacts): void
  warn(message: string, facts?: LogFacts): void
  error(message: string, facts?: LogFacts): void
}

/** One line of JSON for each entry. What is logged never holds the text of a chat or a secret: callers pass facts, not requests. */
export function createLog(write: (line: string) => void, clock: () => Date): Log {
  const at =
    (level: string) =>
    (message: string, facts: LogFacts = {}) => {
      write(`${JSON.stringify({ at: clock().toISOString(), level, message, ...facts }, readable)}\n`)
    }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

/** An error has no fields of its own to JSON; its stack and causes are what a reader needs. */
function readable(_key: string, value: unknown): unknown {
  if (value instanceof Error) return { error: value.stack ?? String(value), cause: value.cause }
  return typeof value === 'bigint' ? String(value) : value
}
