import { isSaid } from '../mapping/is-said.ts'
import type { AppliedSettings } from './apply-settings.ts'
import type { Block, ConverseMessage } from './body.ts'

export interface EndedMessages {
  readonly messages: readonly ConverseMessage[]
  /** The beginning that was put into the answer's mouth; empty when none was. */
  readonly prefill: string
  readonly notes: readonly string[]
}

const GO_ON = 'Your last message broke off. Go on exactly where it ends, and repeat nothing of it.'

/** How the messages end: with the person's, to which a beginning of the answer may be given, or with an answer that is to go on (R9). */
export function endMessages(
  messages: readonly ConverseMessage[],
  { prefill, goesOn }: Pick<AppliedSettings, 'prefill' | 'goesOn'>,
): EndedMessages {
  const last = messages.at(-1)
  if (last === undefined) return { messages, prefill: '', notes: [] }
  if (last.role === 'user') {
    if (prefill === '') return { messages, prefill, notes: [] }
    return { messages: [...messages, { role: 'assistant', content: [{ text: prefill }] }], prefill, notes: [] }
  }
  const ended = goesOn ? withoutLastBlanks(last.content) : null
  if (ended !== null)
    return { messages: [...messages.slice(0, -1), { ...last, content: ended }], prefill: '', notes: [] }
  const notes = ['this model does not go on behind its own last words, so it is asked to']
  return { messages: [...messages, { role: 'user', content: [{ text: GO_ON }] }], prefill: '', notes }
}

/** Blanks at the very end are refused; the model begins with its own. Null where an answer does not end with a text that it can go on with. */
function withoutLastBlanks(content: readonly Block[]): readonly Block[] | null {
  const last = content.at(-1)
  if (typeof last?.text !== 'string' || !isSaid(last.text)) return null
  return /\s$/.test(last.text) ? [...content.slice(0, -1), { ...last, text: last.text.trimEnd() }] : content
}
