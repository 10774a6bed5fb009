import type { AppliedSettings } from './apply-settings.ts'
import { type Block, isBlankText, type Turn } from './block.ts'

export interface EndedTurns {
  readonly turns: readonly Turn[]
  /** The beginning that was put into the answer's mouth; empty when none was. */
  readonly prefill: string
  readonly notes: readonly string[]
}

const GO_ON = 'Your last message broke off. Go on exactly where it ends, and repeat nothing of it.'

/** How the turns end: with the person's, to which a beginning of the answer may be given, or with an answer that is to go on (R9). */
export function endTurns(turns: readonly Turn[], { prefill, goesOn }: AppliedSettings): EndedTurns {
  const last = turns.at(-1)
  if (last === undefined) return { turns, prefill: '', notes: [] }
  if (last.role === 'user') {
    if (prefill === '') return { turns, prefill, notes: [] }
    return { turns: [...turns, { role: 'assistant', content: [toText(prefill)] }], prefill, notes: [] }
  }
  // An answer that ends otherwise waits for its provider, which goes on by itself (`pause_turn`).
  if (last.content.at(-1)?.type !== 'text') return { turns, prefill: '', notes: [] }
  if (goesOn) return { turns: [...turns.slice(0, -1), withoutLastBlanks(last)], prefill: '', notes: [] }
  const notes = ['this model does not go on behind its own last words, so it is asked to']
  return { turns: [...turns, { role: 'user', content: [toText(GO_ON)] }], prefill: '', notes }
}

/** Blanks at the very end are refused; the model begins with its own. */
function withoutLastBlanks({ role, content }: Turn): Turn {
  const last = content.at(-1)
  if (typeof last?.text !== 'string' || !/\s$/.test(last.text)) return { role, content }
  const ended = { ...last, text: last.text.trimEnd() }
  return { role, content: isBlankText(ended) ? content.slice(0, -1) : [...content.slice(0, -1), ended] }
}

function toText(text: string): Block {
  return { type: 'text', text }
}
