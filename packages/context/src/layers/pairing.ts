import type {
  AssistantMessage,
  AssistantPart,
  CallId,
  Message,
  MessageId,
  RequestMessage,
  ToolResultPart,
  ToolResultsMessage,
} from '@stet/history'
import type { Content, Draft } from '../draft.ts'
import type { Layer } from '../layer.ts'
import type { Note } from '../note.ts'
import type { Decision } from '../redraft.ts'
import { saysSomething, toPlain } from '../to-plain.ts'

/**
 * No call without its result and no result without its call. Providers want results right behind their calls, so a result
 * counts only there, and of two results of one call only the first. Before the budget, so that what is not sent is not counted.
 */
export const pairing: Layer = {
  name: 'pairing',
  apply: draft => {
    const unpaired = findUnpaired(draft)
    if (unpaired.size === 0) return draft
    return decideEach(draft, unpaired)
  },
}

/** For each message with a call or result that has no counterpart, those that have one. */
type Unpaired = ReadonlyMap<number, readonly CallId[]>

interface OpenStep {
  readonly index: number
  readonly calls: readonly CallId[]
  readonly answered: CallId[]
}

function findUnpaired({ messages, roles, contents }: Draft): Unpaired {
  const unpaired = new Map<number, readonly CallId[]>()
  let step: OpenStep | null = null
  for (let index = 0; index < contents.length; index += 1) {
    const content = contents[index]
    if (content === null || content === undefined) continue
    if (roles[index] === 'user' || roles[index] === 'env-changed') {
      closeStep(step, unpaired)
      step = null
      continue
    }
    const message = messages[index]
    if (message?.role === 'tool-results') {
      const results = resultsOf(message, content)
      const answering = answer(step, results)
      if (answering.length === 0 || answering.length < results.length) unpaired.set(index, answering)
      continue
    }
    closeStep(step, unpaired)
    const calls = message?.role === 'assistant' ? callsOf(partsOf(message, content)) : noCalls
    step = calls.length === 0 ? null : { index, calls, answered: [] }
  }
  closeStep(step, unpaired)
  return unpaired
}

function closeStep(step: OpenStep | null, unpaired: Map<number, readonly CallId[]>): void {
  if (step !== null && step.answered.length < step.calls.length) unpaired.set(step.index, step.answered)
}

/** The results that answer a call of the step that none answered before. */
function answer(step: OpenStep | null, results: readonly ToolResultPart[]): readonly CallId[] {
  if (step === null) return []
  const answering: CallId[] = []
  for (const { callId } of results) {
    if (!step.calls.includes(callId) || step.answered.includes(callId)) continue
    step.answered.push(callId)
    answering.push(callId)
  }
  return answering
}

function partsOf(message: AssistantMessage, content: Content): readonly AssistantPart[] {
  return content === 'whole' || content.form === 'native' || content.role !== 'assistant'
    ? message.parts
    : content.parts
}

function resultsOf(message: ToolResultsMessage, content: Content): readonly ToolResultPart[] {
  return content === 'whole' || content.role !== 'tool-results' ? message.parts : content.parts
}

const noCalls: readonly CallId[] = []

function callsOf(parts: readonly AssistantPart[]): readonly CallId[] {
  let calls: CallId[] | null = null
  for (const part of parts) {
    if (part.kind !== 'tool-call') continue
    calls ??= []
    calls.push(part.callId)
  }
  return calls ?? noCalls
}

function decideEach(draft: Draft, unpaired: Unpaired): Draft {
  const contents = draft.contents.slice()
  const notes = draft.notes.slice()
  for (const [index, paired] of unpaired) {
    const message = draft.messages[index]
    const content = contents[index]
    if (message === undefined || content === undefined || content === null) continue
    const decision = decide(message, content, paired)
    if (decision === null) continue
    contents[index] = decision.content
    notes[index] = decision.note
  }
  return { ...draft, contents, notes }
}

function decide(message: Message, content: Content, paired: readonly CallId[]): Decision {
  if (message.role === 'tool-results') return keepAnswering(message.id, resultsOf(message, content), paired)
  if (message.role !== 'assistant') return null
  const plain = content === 'whole' || content.form === 'native' ? toPlain(message) : content
  if (plain.role !== 'assistant') return null
  const calls = callsOf(plain.parts).length
  const parts = withCalls(plain.parts, paired)
  const because = `without result: ${calls - paired.length} of its ${calls} calls`
  return saysSomething(parts)
    ? { content: { ...plain, parts }, note: note('trimmed', because) }
    : { content: null, note: note('unpaired', `${because}, and nothing else is in it`) }
}

function withCalls(parts: readonly AssistantPart[], paired: readonly CallId[]): readonly AssistantPart[] {
  const left = new Set(paired)
  return parts.filter(part => part.kind !== 'tool-call' || left.delete(part.callId))
}

function keepAnswering(messageId: MessageId, results: readonly ToolResultPart[], paired: readonly CallId[]): Decision {
  if (paired.length === 0) {
    return { content: null, note: note('unpaired', 'the calls it answers are not sent right before it') }
  }
  const left = new Set(paired)
  const parts = results.filter(part => left.delete(part.callId))
  const because = `without a call right before it: ${results.length - parts.length} of its ${results.length} results`
  const content: RequestMessage = { form: 'plain', messageId, role: 'tool-results', parts, cacheMark: false }
  return { content, note: note('trimmed', because) }
}

function note(fate: Note['fate'], because: string): Note {
  return { fate, layer: 'pairing', because }
}
