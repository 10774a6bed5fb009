import { isId } from '@stet/history'
import { extendParts } from '../../view/apply-delta.ts'
import type { Draft, DraftPartStart } from '../../view/draft.ts'
import type { PartDelta } from '../../view/event.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

type JournalledDelta =
  | { readonly kind: 'part-started'; readonly part: number; readonly start: DraftPartStart }
  | { readonly kind: 'part-delta'; readonly part: number; readonly at: number; readonly text: string }

/** `[part, at, text]` or `[part, start]`: small, because there is one for every few characters of an answer. */
export function toJournalEntry(delta: PartDelta): string {
  const entry = delta.kind === 'part-delta' ? [delta.part, delta.at, delta.text] : [delta.part, delta.start]
  return JSON.stringify(entry)
}

/** The parts that had arrived, up to the first entry that cannot be read. `lost` counts the entries from there on. */
export function fromJournalEntries(entries: readonly Uint8Array[]): {
  readonly parts: Draft['parts']
  readonly lost: number
} {
  let parts: Draft['parts'] = []
  for (const [index, entry] of entries.entries()) {
    const delta = readEntry(entry)
    const extended = delta === null ? 'resync' : extendParts(parts, delta)
    if (extended === 'resync') return { parts, lost: entries.length - index }
    parts = extended
  }
  return { parts, lost: 0 }
}

function readEntry(bytes: Uint8Array): JournalledDelta | null {
  const entry = parse(bytes)
  if (!Array.isArray(entry)) return null
  const [part, second, text]: readonly unknown[] = entry
  if (typeof part !== 'number') return null
  if (typeof second === 'number' && typeof text === 'string') return { kind: 'part-delta', part, at: second, text }
  const start = readStart(second)
  return start === null ? null : { kind: 'part-started', part, start }
}

function readStart(value: unknown): DraftPartStart | null {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return null
  if (value.kind === 'text' || value.kind === 'reasoning') return { kind: value.kind }
  if (value.kind === 'provider-call') {
    return 'tool' in value && typeof value.tool === 'string' ? { kind: 'provider-call', tool: value.tool } : null
  }
  if (value.kind !== 'tool-call' || !('callId' in value && 'tool' in value && 'providerCallId' in value)) return null
  const { callId, tool, providerCallId } = value
  if (typeof callId !== 'string' || !isId('call', callId) || typeof tool !== 'string') return null
  if (providerCallId !== null && typeof providerCallId !== 'string') return null
  return { kind: 'tool-call', callId, tool, providerCallId }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null
    throw error
  }
}
