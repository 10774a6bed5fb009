import { type AssistantMessage, hasToolCalls, type ModelRequest } from '@stet/history'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assemble } from '../assemble.ts'
import { saysSomething } from '../content/to-plain.ts'
import type { AssembleInput } from '../draft/assemble-input.ts'
import { assembleInputs } from './assemble-inputs.ts'
import { protocols, speaking } from './native-content.ts'
import { propertyRuns } from './property-runs.ts'

// What each provider itself refuses is checked in the engine, by the checks of the providers' own folders.
it.each(protocols)(
  '[C7] calls of %s go with the reasoning that led to them, while their exchange is open',
  protocol => {
    fc.assert(
      fc.property(assembleInputs(), generated => {
        const input = speaking(protocol, generated)
        const assembly = assemble(input)
        if (assembly.kind === 'assembled') expect(openExchangeBreaches(assembly.request, input)).toEqual([])
      }),
      { numRuns: propertyRuns(80) },
    )
  },
)

/** While an exchange is open, its calls go with the reasoning that led to them. */
function openExchangeBreaches(
  { messages }: ModelRequest,
  { path, model }: Pick<AssembleInput, 'path' | 'model'>,
): readonly string[] {
  const answered = new Set(
    messages.flatMap(message => (message.role === 'tool-results' ? message.parts.map(part => part.callId) : [])),
  )
  const recorded = new Map(path.map(message => [message.id, message]))
  const last = path.findLast(message => message.role === 'assistant' && saysSomething(message.parts))
  const current = path.findLastIndex(message => message.role === 'user')
  const isUnread = last !== undefined && path.indexOf(last) < current && hasToolCalls(last)
  const from = isUnread ? last.id : path[current]?.id
  const open = messages.slice(messages.findLastIndex(({ messageId }) => messageId === from) + (isUnread ? 0 : 1))
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
