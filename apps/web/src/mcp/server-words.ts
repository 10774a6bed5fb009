import type { ShownMcpServer } from '@stet/api/client'
import { formatMoment } from '../formats/format-moment.ts'

/** Whether nothing works until the user has signed in. */
export function asksToSignIn({ signIn }: Pick<ShownMcpServer, 'signIn'>): boolean {
  return signIn.kind !== 'none' && signIn.kind !== 'signed-in'
}

/** The state of a server in a few words. */
export function statusWords(server: ShownMcpServer, now: number): string {
  const { enabled, status, listed } = server
  if (!enabled) return 'Off'
  if (status.kind === 'failed' && asksToSignIn(server)) return 'Sign in to use it'
  switch (status.kind) {
    case 'running':
      return 'Running'
    case 'starting':
      return 'Starting…'
    case 'failed':
      return `Failed ${formatMoment(status.at, now)}`
    case 'stopped':
      return listed === null ? 'Not tried yet' : 'Ready. Starts when it is needed'
  }
}

/** What it offers, without zeroes. */
export function offerWords(server: ShownMcpServer): string {
  const { listed } = server
  if (listed === null) return asksToSignIn(server) ? 'Its tools are not known yet' : 'Test it to see its tools'
  const counts = [
    count(listed.tools, 'tool'),
    count(listed.resources, 'resource'),
    count(listed.templates, 'resource template'),
    count(listed.prompts, 'prompt'),
  ].filter(words => words !== null)
  return counts.length === 0 ? 'Offers nothing' : counts.join(', ')
}

function count(number: number, what: string): string | null {
  if (number === 0) return null
  return number === 1 ? `1 ${what}` : `${number.toLocaleString('en')} ${what}s`
}

/** A program with its arguments, as one would type them; or an address. */
export function reachWords({ reach }: Pick<ShownMcpServer, 'reach'>): string {
  return reach.kind === 'http' ? reach.url : [reach.command, ...reach.args].map(quoted).join(' ')
}

function quoted(text: string): string {
  return /^[\w@%+=:,./~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
