import type { AssistantMessage, ModelFacts } from '@stet/history'
import type { Layer } from '../layer.ts'
import type { Fate, Note } from '../note.ts'
import { type Decision, redraft } from '../redraft.ts'
import { saysSomething, toPlain } from '../to-plain.ts'
import { hasReasoning } from './reasoning.ts'

/** An answer goes exactly as its provider wrote it to the model that wrote it, and from its parts to any other (C7). */
export const origins: Layer = {
  name: 'origins',
  apply: (draft, { model }) =>
    redraft(draft, draft.messages.length, (message, content, index) => {
      if (message.role !== 'assistant' || content.role !== 'assistant') return null
      if (!saysSomething(message.parts)) return { content: null, note: empty }
      const noted = draft.notes[index]
      const decided = noted?.fate === 'trimmed' || noted?.fate === 'pinned'
      if (content.form === 'plain') return decided ? null : { content, note: noNative }
      const decision = ofNative(message, model, index > draft.current)
      if (decision === null) return decided ? null : { content, note: native }
      return noted !== undefined && decided ? { content: decision.content, note: noted } : decision
    }),
}

/** What becomes of an answer that could go native; null when it does. */
function ofNative(message: AssistantMessage, model: ModelFacts, isCurrent: boolean): Decision {
  if (!isOrigin(message, model)) {
    const { origin } = message
    const because = `from its parts: ${origin.model} of ${origin.definition} wrote it, another model reads it`
    return { content: toPlain(message), note: note('sent', because) }
  }
  if (model.replayReasoning === false && !isCurrent && hasReasoning(message)) {
    return { content: toPlain(message), note: notReplayed }
  }
  return null
}

function isOrigin({ origin, native }: AssistantMessage, model: ModelFacts): boolean {
  return (
    origin.definition === model.definition &&
    origin.protocol === model.protocol &&
    origin.model === model.model &&
    native?.protocol === model.protocol
  )
}

const native = note('sent', 'exactly as this model wrote it')
const noNative = note('sent', 'from its parts: no exact form of it was kept')
const notReplayed = note('sent', 'from its parts: its provider does not read reasoning again')
const empty = note('empty', 'nothing in it says anything to a model')

function note(fate: Fate, because: string): Note {
  return { fate, layer: 'origins', because }
}
