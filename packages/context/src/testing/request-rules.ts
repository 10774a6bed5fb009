import type { AssistantMessage, ModelRequest } from '@stet/history'
import type { AssembleInput } from '../assemble-input.ts'
import type { WireBlock, WireTurn } from './wire-turn.ts'

/** Every rule of a provider that a request breaks, in words; none when it would be taken. */
export type CheckRequest = (request: ModelRequest, input: Pick<AssembleInput, 'path' | 'model'>) => readonly string[]

/** The calls of an answer are answered in the very next turn, before anything else in it, each once; nothing else is answered. */
export function callBreaches(turns: readonly WireTurn[]): readonly string[] {
  return turns.flatMap((turn, index) => {
    const calls = turn.role === 'assistant' ? idsOf(turn.blocks, 'call') : []
    const next = turns[index + 1]
    const answered = idsOf(next?.blocks ?? [], 'result')
    const without = calls.filter(id => !answered.includes(id))
    const before = turns[index - 1]
    const asked = before?.role === 'assistant' ? idsOf(before.blocks, 'call') : []
    const results = idsOf(turn.blocks, 'result')
    const unasked = results.filter(id => !asked.includes(id))
    return [
      ...without.map(id => `call ${id} has no result in the turn behind it`),
      ...unasked.map(id => `result ${id} has no call in the turn before it`),
      ...twice(calls).map(id => `call ${id} is made twice`),
      ...twice(results).map(id => `result ${id} comes twice`),
      ...resultsBehind(turn.blocks).map(id => `result ${id} stands behind something else`),
    ]
  })
}

/** The person speaks first. */
export function openingBreaches(turns: readonly WireTurn[]): readonly string[] {
  const [first] = turns
  return first === undefined || first.role === 'user' ? [] : [`the first turn is the answer ${first.messageIds[0]}`]
}

export function emptyBreaches(turns: readonly WireTurn[]): readonly string[] {
  return turns.flatMap(({ messageIds, blocks }) => {
    const blank = blocks.some(block => block.kind === 'text' && !/\S/.test(block.text))
    const silent = blocks.every(block => block.kind === 'reasoning')
    if (blank) return [`a text in ${messageIds.join(', ')} is blank`]
    return silent ? [`${messageIds.join(', ')} holds nothing but reasoning`] : []
  })
}

/** Reasoning that nothing follows is refused. */
export function trailingReasoningBreaches(turns: readonly WireTurn[]): readonly string[] {
  return turns.flatMap(({ role, messageIds, blocks }) =>
    role === 'assistant' && blocks.at(-1)?.kind === 'reasoning'
      ? [`the answer ${messageIds.join(', ')} ends with reasoning`]
      : [],
  )
}

/** While an exchange is open, its calls go with the reasoning that led to them. */
export function openExchangeBreaches(
  { messages }: ModelRequest,
  { path, model }: Pick<AssembleInput, 'path' | 'model'>,
): readonly string[] {
  const answered = new Set(
    messages.flatMap(message => (message.role === 'tool-results' ? message.parts.map(part => part.callId) : [])),
  )
  const recorded = new Map(path.map(message => [message.id, message]))
  const current = path.findLast(message => message.role === 'user')
  const open = messages.slice(messages.findLastIndex(({ messageId }) => messageId === current?.id) + 1)
  return open.flatMap(message => {
    if (message.form === 'native' || message.role !== 'assistant') return []
    const answer = recorded.get(message.messageId)
    if (answer?.role !== 'assistant' || !isOwn(answer, model)) return []
    const calls = answer.parts.filter(part => part.kind === 'tool-call')
    const led = calls.length > 0 && calls.every(({ callId }) => answered.has(callId))
    return led && answer.parts.some(part => part.kind === 'reasoning')
      ? [`the calls of ${message.messageId} go without the reasoning that led to them, in the open exchange`]
      : []
  })
}

function isOwn({ origin, native }: AssistantMessage, model: AssembleInput['model']): boolean {
  const { definition, protocol } = model
  return (
    native?.protocol === protocol &&
    origin.protocol === protocol &&
    origin.definition === definition &&
    origin.model === model.model
  )
}

function idsOf(blocks: readonly WireBlock[], kind: 'call' | 'result'): readonly (string | null)[] {
  return blocks.flatMap(block => (block.kind === kind ? [block.id] : []))
}

function twice(ids: readonly (string | null)[]): readonly (string | null)[] {
  return ids.filter((id, index) => ids.indexOf(id) < index)
}

function resultsBehind(blocks: readonly WireBlock[]): readonly string[] {
  const other = blocks.findIndex(block => block.kind !== 'result')
  if (other === -1) return []
  return blocks.slice(other).flatMap(block => (block.kind === 'result' ? [block.id] : []))
}
