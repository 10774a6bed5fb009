import type { AssistantMessage, ModelFacts } from '@stet/history'
import type { Layer } from '../layer.ts'
import type { Fate, Note } from '../note.ts'
import { type Decision, redraft } from '../redraft.ts'
import { isBlank, saysSomething, toPlain } from '../to-plain.ts'
import { hasReasoning } from './reasoning.ts'

/** An answer goes exactly as its provider wrote it to the model that wrote it, and from its parts to any other (C7). */
export const origins: Layer = {
  name: 'origins',
  apply: (draft, { model, plainReplay = false }) =>
    redraft(draft, ['assistant'], draft.messages.length, (message, content, index) => {
      if (message.role !== 'assistant' || content !== 'whole') return null
      if (!saysSomething(message.parts)) return nothing
      const decision = ofWhole(message, { model, isCurrent: index > draft.current, plainReplay })
      const noted = draft.notes[index]
      return noted?.fate === 'pinned' ? { content: decision.content, note: noted } : decision
    }),
}

interface Reader {
  readonly model: ModelFacts
  /** Whether the answer follows the current message. */
  readonly isCurrent: boolean
  readonly plainReplay: boolean
}

/** What becomes of an answer of which nothing was taken out. */
function ofWhole(message: AssistantMessage, { model, isCurrent, plainReplay }: Reader): NonNullable<Decision> {
  if (message.native === null) return { content: toPlain(message), note: noNative }
  if (!isOrigin(message, model)) {
    return { content: toPlain(message), note: note('sent', `from its parts: ${writtenElsewhere(message, model)}`) }
  }
  if (plainReplay && !isCurrent) return { content: toPlain(message), note: refused }
  if (endsInReasoning(message)) return { content: toPlain(message), note: brokenOff }
  if (model.replayReasoning === false && !isCurrent && hasReasoning(message)) {
    return { content: toPlain(message), note: notReplayed }
  }
  return asWritten
}

const nothing: NonNullable<Decision> = {
  content: null,
  note: note('empty', 'nothing in it says anything to a model'),
}
const asWritten: NonNullable<Decision> = { content: 'whole', note: note('sent', 'exactly as this model wrote it') }

/** Reasoning that nothing follows was broken off. Providers refuse it without what it led to. */
function endsInReasoning({ parts }: AssistantMessage): boolean {
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const part = parts[index]
    if (part === undefined || part.kind === 'error' || part.kind === 'source' || part.kind === 'provider-call') {
      continue
    }
    // A text that was opened and never written is no block that a provider takes back.
    if (part.kind === 'text' && isBlank(part.text)) continue
    return part.kind === 'reasoning'
  }
  return false
}

function isOrigin({ origin, native }: AssistantMessage, model: ModelFacts): boolean {
  return (
    origin.definition === model.definition &&
    origin.protocol === model.protocol &&
    origin.model === model.model &&
    native?.protocol === model.protocol
  )
}

/** A definition is named by an id, which tells a person nothing. */
function writtenElsewhere({ origin }: AssistantMessage, { model }: ModelFacts): string {
  return origin.model === model
    ? 'the same model wrote it by way of another provider or protocol'
    : `${origin.model} wrote it, another model reads it`
}

const noNative = note('sent', 'from its parts: no exact form of it was kept')
const brokenOff = note('sent', 'from its parts: it was broken off while reasoning')
const refused = note('sent', 'from its parts: its provider refused to read it as it was written')
const notReplayed = note('sent', 'from its parts: its provider does not read reasoning again')

function note(fate: Fate, because: string): Note {
  return { fate, layer: 'origins', because }
}
