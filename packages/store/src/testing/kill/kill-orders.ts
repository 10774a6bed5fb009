export const KILL_OWNER = 'owner'

/** The parameters of a process that will be killed. */
export interface KillOrders {
  readonly folder: string
  /** Names everything this process makes. */
  readonly boot: string
  /** It kills itself this far into a write; null when it waits to be killed. */
  readonly dieAtWrite: { readonly write: number; readonly turns: number | 'resolved' } | null
}

/** What it prints before it dies, one line each. */
export type KillReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'written'; readonly ids: readonly string[] }
  | { readonly kind: 'streamed'; readonly stream: string; readonly entry: number; readonly at: number }
  | { readonly kind: 'dropped'; readonly stream: string }

export function streamEntry(stream: string, entry: number): string {
  return `${stream}#${entry} ${'token '.repeat(entry % 7)}`
}
