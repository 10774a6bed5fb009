import type { AssistantPart, CallId, Message, MessageId, RequestMessage, ToolResultPart } from '@stet/history'
import type { Content } from '../content/to-plain.ts'
import { answerPartsIn, resultsIn, saysSomething, toPlain } from '../content/to-plain.ts'
import type { Draft, Note } from '../draft/draft.ts'
import type { Decision, Layer } from '../draft/layer.ts'

/**
 * Leaves out calls without a result and results without a call. Providers require results right after their calls, so a result counts only
 * there, and of two results for one call only the first. Runs before the budget, so that what is not sent is not counted.
 */
export const pairing = {
  name: 'pairing',
  label: 'Calls and results',
  apply: draft => {
    const unpaired = findUnpaired(draft)
    if (unpaired.size === 0) return draft
    return decideEach(draft, unpaired)
  },
} as const satisfies Layer

/** For each message with an unpaired call or result, the calls that are paired. */
type Unpaired = ReadonlyMap<number, readonly CallId[]>

interface OpenStep {
  readonly index: number
  readonly count: number
  /** A step can have thousands of calls: looking each up in a list took 10 s for 30,000. */
  readonly unanswered: Set<CallId>
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
      const results = resultsIn(message, content)
      const answering = answer(step, results)
      if (answering.length === 0 || answering.length < results.length) unpaired.set(index, answering)
      continue
    }
    closeStep(step, unpaired)
    const calls = message?.role === 'assistant' ? callsOf(answerPartsIn(message, content)) : noCalls
    step = calls.length === 0 ? null : { index, count: calls.length, unanswered: new Set(calls), answered: [] }
  }
  closeStep(step, unpaired)
  return unpaired
}

function closeStep(step: OpenStep | null, unpaired: Map<number, readonly CallId[]>): void {
  if (step !== null && step.answered.length < step.count) unpaired.set(step.index, step.answered)
}

/** The calls of the step that these results answer first. */
function answer(step: OpenStep | null, results: readonly ToolResultPart[]): readonly CallId[] {
  if (step === null) return []
  const answering: CallId[] = []
  for (const { callId } of results) {
    if (!step.unanswered.delete(callId)) continue
    step.answered.push(callId)
    answering.push(callId)
  }
  return answering
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
  if (message.role === 'tool-results') return keepAnswering(message.id, resultsIn(message, content), paired)
  if (message.role !== 'assistant') return null
  const plain = content === 'whole' || content.form === 'native' ? toPlain(message) : content
  if (plain.role !== 'assistant') return null
  const calls = callsOf(plain.parts).length
  const parts = withCalls(plain.parts, paired)
  const because = `${calls - paired.length} of ${calls} tool calls left out: they have no result`
  return saysSomething(parts)
    ? { content: { ...plain, parts }, note: note('trimmed', because) }
    : { content: null, note: note('unpaired', 'its tool calls have no results') }
}

function withCalls(parts: readonly AssistantPart[], paired: readonly CallId[]): readonly AssistantPart[] {
  const left = new Set(paired)
  return parts.filter(part => part.kind !== 'tool-call' || left.delete(part.callId))
}

function keepAnswering(messageId: MessageId, results: readonly ToolResultPart[], paired: readonly CallId[]): Decision {
  if (paired.length === 0) {
    return { content: null, note: note('unpaired', 'the tool calls it answers are not sent right before it') }
  }
  const left = new Set(paired)
  const parts = results.filter(part => left.delete(part.callId))
  const because = `${results.length - parts.length} of ${results.length} results left out: their calls are not sent right before them`
  const content: RequestMessage = { form: 'plain', messageId, role: 'tool-results', parts, cacheMark: false }
  return { content, note: note('trimmed', because) }
}

function note(fate: Note['fate'], because: string): Note {
  return { fate, because }
}
