import type { EarlierReport, Fate, Message, MessageId, MessageReport } from '@stet/api/client'
import { formatTokens } from '../formats/format-tokens.ts'
import { sentence } from '../formats/sentence.ts'
import { fateWords, reasonWords } from './fate-words.ts'

/** How a fate is drawn in the margin. */
export type Sign = 'solid' | 'double' | 'dotted' | 'struck' | 'crossed' | 'bracket'

/** What the margin says of one message. */
export interface MarginNote extends Pick<MessageReport, 'fate' | 'because' | 'cached'> {
  readonly sign: Sign
  /** Null where it was not looked at. */
  readonly tokens: { readonly before: number; readonly after: number } | null
  /** Where a bracket over many begins and ends. */
  readonly begins: boolean
  readonly ends: boolean
}

/**
 * Every message of a report that is loaded, by its index of so many. Asides have no place in the margin, and do not break a bracket; where the
 * messages beside it are not loaded, a bracket is drawn as one that continues.
 */
export function toMargin(
  messages: ReadonlyMap<number, MessageReport>,
  count: number,
  earlier: EarlierReport | null,
): ReadonlyMap<MessageId, MarginNote> {
  const continues = earlier !== null && signOf(earlier) === 'bracket'
  const isBracket = (from: number, step: 1 | -1): boolean => {
    let index = from + step
    while (messages.get(index)?.fate === 'never-sent-by-role') index += step
    if (index < 0) return continues
    const message = messages.get(index)
    return message === undefined ? index < count : signOf(message) === 'bracket'
  }
  const notes = new Map<MessageId, MarginNote>()
  for (const [index, message] of messages) {
    const { fate, cached, tokensBefore, tokensAfter } = message
    if (fate === 'never-sent-by-role') continue
    notes.set(message.messageId, {
      sign: signOf(message),
      fate,
      because: reasonWords(message),
      cached,
      tokens: { before: tokensBefore, after: tokensAfter },
      begins: !isBracket(index, -1),
      ends: !isBracket(index, 1),
    })
  }
  return notes
}

/** The notes on the messages of a path that the report covers as one range. Later messages have none. */
export function toEarlierMargin(earlier: EarlierReport, path: readonly Message[]): ReadonlyMap<MessageId, MarginNote> {
  const { fate, because, through } = earlier
  const sign = signOf(earlier)
  const ids = path.slice(0, path.findIndex(({ id }) => id === through) + 1).map(({ id }) => id)
  const note = { sign, fate, because, cached: false, tokens: null }
  return new Map(ids.map((id, index) => [id, { ...note, begins: index === 0, ends: id === through }]))
}

function signOf({ fate, cached = false }: { readonly fate: Fate; readonly cached?: boolean }): Sign {
  switch (fate) {
    case 'sent':
    case 'pinned':
      return cached ? 'double' : 'solid'
    case 'trimmed':
      return 'dotted'
    case 'summarised':
    case 'behind-checkpoint':
      return 'bracket'
    case 'left-out':
      return 'crossed'
    case 'forgotten':
    case 'never-sent-by-role':
    case 'unreadable':
    case 'unpaired':
    case 'empty':
    case 'over-budget':
    case 'not-loaded':
      return 'struck'
  }
}

/** Whether the next request has it, whole or in part. */
export function isSeenByModel({ fate }: Pick<MarginNote, 'fate'>): boolean {
  return fate === 'sent' || fate === 'pinned' || fate === 'trimmed'
}

/** The note for screen readers. */
export function marginWords(note: MarginNote): string {
  const because = note.because === '' ? '' : ` ${sentence(note.because)}`
  const tokens = note.tokens === null ? '' : ` ${tokenWords(note.tokens.before, note.tokens.after)}.`
  return `${fateWords(note, 'next')}.${because}${tokens}`
}

export function tokenWords(before: number, after: number): string {
  if (before === after) return `${formatTokens(after)} ${after === 1 ? 'token' : 'tokens'}`
  return `${formatTokens(before)} → ${formatTokens(after)} tokens`
}
