import { type AssistantMessage, type CallId, type MessageId, toolCallsOf } from '@stet/history'
import type { DraftMessage } from '../draft.ts'
import type { Layer } from '../layer.ts'
import type { Fate } from '../note.ts'
import { saysSomething, toPlain } from '../to-plain.ts'

/** For each message, those of its calls or results that have their counterpart. */
type Pairs = ReadonlyMap<MessageId, ReadonlySet<CallId>>

/**
 * No call without its result and no result without its call. Providers want results right behind their calls, so a result
 * counts only there, and of two results of one call only the first.
 */
export const pairing: Layer = {
  name: 'pairing',
  apply: draft => {
    const pairs = findPairs(draft.messages)
    const messages = draft.messages.map(entry => {
      const paired = pairs.get(entry.message.id) ?? new Set()
      return entry.message.role === 'assistant'
        ? keepAnswered(entry, entry.message, paired)
        : keepAnswering(entry, paired)
    })
    return { ...draft, messages }
  },
}

function findPairs(entries: readonly DraftMessage[]): Pairs {
  const pairs = new Map<MessageId, Set<CallId>>()
  let answered = new Set<CallId>()
  let open = new Set<CallId>()
  for (const { message, content } of entries.filter(entry => entry.content !== null)) {
    if (content?.role !== 'tool-results') {
      open = new Set(callsOf({ message, content }))
      answered = new Set()
      pairs.set(message.id, answered)
      continue
    }
    const answering = content.parts.map(part => part.callId).filter(callId => open.delete(callId))
    for (const callId of answering) answered.add(callId)
    pairs.set(message.id, new Set(answering))
  }
  return pairs
}

function callsOf({ message, content }: Pick<DraftMessage, 'message' | 'content'>): readonly CallId[] {
  if (content?.role !== 'assistant') return []
  if (content.form === 'native') return toolCallsOf(message).map(call => call.callId)
  return content.parts.flatMap(part => (part.kind === 'tool-call' ? [part.callId] : []))
}

function keepAnswered(entry: DraftMessage, message: AssistantMessage, paired: ReadonlySet<CallId>): DraftMessage {
  const { content } = entry
  const calls = callsOf(entry)
  if (content?.role !== 'assistant' || calls.length === paired.size) return entry
  const plain = content.form === 'plain' ? content : toPlain(message)
  const left = new Set(paired)
  const parts = plain.parts.filter(part => part.kind !== 'tool-call' || left.delete(part.callId))
  const because = `without result: ${calls.length - paired.size} of its ${calls.length} calls`
  return saysSomething(parts)
    ? decided(entry, { ...plain, parts }, 'trimmed', because)
    : decided(entry, null, 'unpaired', `${because}, and nothing else is in it`)
}

function keepAnswering(entry: DraftMessage, paired: ReadonlySet<CallId>): DraftMessage {
  const { content } = entry
  if (content?.role !== 'tool-results') return entry
  const left = new Set(paired)
  const parts = content.parts.filter(part => left.delete(part.callId))
  if (parts.length === 0) return decided(entry, null, 'unpaired', 'the calls it answers are not sent right before it')
  if (parts.length === content.parts.length) return entry
  const because = `without a call right before it: ${content.parts.length - parts.length} of its ${content.parts.length} results`
  return decided(entry, { ...content, parts }, 'trimmed', because)
}

function decided(entry: DraftMessage, content: DraftMessage['content'], fate: Fate, because: string): DraftMessage {
  return { ...entry, content, note: { fate, layer: pairing.name, because } }
}
