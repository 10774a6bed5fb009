import { format } from 'node:util'
import type { Log } from '../log.ts'

const LEVELS = { debug: 'info', info: 'info', log: 'info', warn: 'warn', error: 'error' } as const
/** A library may print an answer whole. */
const LONGEST = 500

/**
 * Logs what libraries print: the one for MCP has no other way to say that a refresh was refused or a tool left out, and a line of plain text
 * breaks a log of JSON lines.
 */
export function logConsole(target: Pick<Console, keyof typeof LEVELS>, log: Log): void {
  for (const [method, level] of Object.entries(LEVELS) as [keyof typeof LEVELS, 'info' | 'warn' | 'error'][]) {
    target[method] = (...printed: readonly unknown[]) =>
      log[level]('a library printed a message', { printed: format(...printed).slice(0, LONGEST) })
  }
}
