import type { AssistantMessage, ModelFacts, Origin } from '@stet/history'
import { isBlank, saysSomething, toPlain } from '../content/to-plain.ts'
import type { AssembleInput } from '../draft/assemble-input.ts'
import type { Fate, Note } from '../draft/draft.ts'
import { type Decision, type Layer, redraft } from '../draft/layer.ts'
import { hasReasoning } from './reasoning.ts'

/** Sends an answer natively to the model that wrote it, and in plain form to any other (C7). */
export const origins = {
  name: 'origins',
  label: 'Model change',
  apply: (draft, { model, reads = [], plainReplay = false }) =>
    redraft(draft, ['assistant'], draft.messages.length, (message, content, index) => {
      if (message.role !== 'assistant' || content !== 'whole') return null
      const decision = ofWhole(message, { model, reads, isOpen: index >= draft.open, plainReplay })
      if (saysSomething(message.parts)) return decision
      return decision.content === 'whole' && isPaused(message, { model, reads }) ? decision : nothing
    }),
} as const satisfies Layer

interface Reader extends Pick<AssembleInput, 'model'> {
  readonly reads: readonly Origin[]
  /** Whether the answer is in the open part of the draft. */
  readonly isOpen: boolean
  readonly plainReplay: boolean
}

/** The form of an answer that no layer took anything out of. */
function ofWhole(message: AssistantMessage, reader: Reader): NonNullable<Decision> {
  const { model, isOpen, plainReplay } = reader
  if (message.native === null) return { content: toPlain(message), note: noNative }
  if (!isReadBy(message, reader)) {
    return { content: toPlain(message), note: note('sent', writtenElsewhere(message, model)) }
  }
  if (plainReplay && !isOpen) return { content: toPlain(message), note: refused }
  if (endsInReasoning(message)) return { content: toPlain(message), note: brokenOff }
  if (model.replayReasoning === false && !isOpen && hasReasoning(message)) {
    return { content: toPlain(message), note: notReplayed }
  }
  return asWritten
}

const nothing: NonNullable<Decision> = {
  content: null,
  note: note('empty', 'it contains nothing that can be sent'),
}
const asWritten: NonNullable<Decision> = { content: 'whole', note: note('sent', '') }

/** Reasoning that nothing follows was broken off. Providers refuse it alone. */
function endsInReasoning({ parts }: AssistantMessage): boolean {
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const part = parts[index]
    if (part === undefined || part.kind === 'error' || part.kind === 'source') continue
    // Providers refuse a text block that was opened and never written.
    if (part.kind === 'text' && isBlank(part.text)) continue
    return part.kind === 'reasoning'
  }
  return false
}

/** An answer that its provider paused between searches of its own: continued, it goes back to where it was, with what was already paid for. */
function isPaused(message: AssistantMessage, reader: Pick<Reader, 'model' | 'reads'>): boolean {
  return (
    message.end === 'length' && message.parts.some(({ kind }) => kind === 'provider-call') && isReadBy(message, reader)
  )
}

/** Whether it is read as its provider wrote it: by the model that wrote it, or one that reads the same signed content. */
function isReadBy({ origin, native }: AssistantMessage, { model, reads }: Pick<Reader, 'model' | 'reads'>): boolean {
  if (native?.protocol !== model.protocol) return false
  return isSame(origin, model) || reads.some(other => isSame(origin, other))
}

function isSame(one: Origin, other: Origin): boolean {
  return one.definition === other.definition && one.protocol === other.protocol && one.model === other.model
}

// A definition is named by an id, which means nothing to the user.
function writtenElsewhere({ origin }: AssistantMessage, { model }: ModelFacts): string {
  return origin.model === model
    ? 'in plain form: the same model wrote it through another provider'
    : `in plain form: ${origin.model} wrote it`
}

const noNative = note('sent', 'in plain form: its native form was not kept')
const brokenOff = note('sent', 'in plain form: it broke off while reasoning')
const refused = note('sent', 'in plain form: its provider refused the native form')
const notReplayed = note('sent', 'in plain form: its provider does not take reasoning back')

function note(fate: Fate, because: string): Note {
  return { fate, because }
}
