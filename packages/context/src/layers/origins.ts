import type { AssistantMessage, ModelFacts, RequestMessage } from '@stet/history'
import type { DraftMessage } from '../draft.ts'
import type { Layer } from '../layer.ts'
import type { Fate } from '../note.ts'
import { saysSomething, toPlain } from '../to-plain.ts'

/** An answer goes exactly as its provider wrote it to the model that wrote it, and from its parts to any other (C7). */
export const origins: Layer = {
  name: 'origins',
  apply: (draft, { model }) => ({ ...draft, messages: draft.messages.map(entry => decide(entry, model)) }),
}

function decide(entry: DraftMessage, model: ModelFacts): DraftMessage {
  const { message, content } = entry
  if (message.role !== 'assistant' || content === null) return entry
  if (!saysSomething(message.parts)) return decided(message, null, 'empty', 'nothing in it says anything to a model')
  if (content.form === 'plain') return decided(message, content, 'sent', 'from its parts: no exact form of it was kept')
  if (isOrigin(message, model)) return decided(message, content, 'sent', 'exactly as this model wrote it')
  const { origin } = message
  const because = `from its parts: ${origin.model} of ${origin.definition} wrote it, another model reads it`
  return decided(message, toPlain(message), 'sent', because)
}

function isOrigin({ origin, native }: AssistantMessage, model: ModelFacts): boolean {
  return (
    origin.definition === model.definition &&
    origin.protocol === model.protocol &&
    origin.model === model.model &&
    native?.protocol === model.protocol
  )
}

function decided(message: AssistantMessage, content: RequestMessage | null, fate: Fate, because: string): DraftMessage {
  return { message, content, note: { fate, layer: origins.name, because } }
}
