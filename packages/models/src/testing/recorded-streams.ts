import { existsSync, readFileSync } from 'node:fs'
import type { Json } from '@stet/history'

const folder = new URL('../../../../../shared/data/provider-streams/', import.meta.url)

/** Why the recorded answers of real providers cannot be read; null when they can. They lie beside the project, never in it. */
export const recordedAbsent: string | null = existsSync(folder)
  ? null
  : 'recorded streams are absent (../shared/data/provider-streams), so only our own fixtures are tried'

export type RecordedAnswer =
  /** The events of a stream, in order. */
  | { readonly kind: 'events'; readonly events: readonly Json[] }
  /** A stream as it came. */
  | { readonly kind: 'raw'; readonly text: string }
  /** An answer without streaming. */
  | { readonly kind: 'whole'; readonly body: string }

export function readRecorded(file: string): RecordedAnswer {
  const text = readFileSync(new URL(file, folder), 'utf8')
  if (file.endsWith('.sse')) return { kind: 'raw', text }
  if (file.endsWith('.json')) return { kind: 'whole', body: text }
  const lines = text.split('\n').filter(line => line.trim() !== '')
  const events = lines.map(parseOrNull)
  // Events that were recorded cut short are served as they are.
  if (events.includes(null)) return { kind: 'raw', text: lines.map(line => `data: ${line}\n\n`).join('') }
  return { kind: 'events', events }
}

function parseOrNull(line: string): Json {
  try {
    return JSON.parse(line)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
