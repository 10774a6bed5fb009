import type { Json, ModelRequest } from '@stet/history'
import { isJsonList, jsonField, textField } from '../converters/json-field.ts'
import { type CheckRequest, callBreaches, emptyBreaches, openExchangeBreaches } from './request-rules.ts'
import { toWire, type WireBlock } from './wire-turn.ts'

/** What OpenAI's Responses API takes: above all, a reasoning item with the item it precedes, or neither. */
export const checkOpenAiResponses: CheckRequest = (request, input) => {
  const { turns, breaches } = toWire(request, 'openai-responses', readItems)
  return [
    ...breaches,
    ...emptyBreaches(turns),
    ...callBreaches(turns),
    ...looseReasoningBreaches(request),
    ...openExchangeBreaches(request, input),
  ]
}

function readItems(content: Json): readonly WireBlock[] | null {
  return isJsonList(content) ? content.flatMap(readItem) : null
}

function readItem(item: Json): readonly WireBlock[] {
  switch (textField(item, 'type')) {
    case 'reasoning':
      return [{ kind: 'reasoning' }]
    case 'function_call':
      return [{ kind: 'call', id: textField(item, 'call_id') }]
    case 'message': {
      const content = jsonField(item, 'content')
      if (!isJsonList(content)) return []
      return content.map(part => ({ kind: 'text', text: textField(part, 'text') ?? textField(part, 'refusal') ?? '' }))
    }
    default:
      return [{ kind: 'other' }]
  }
}

/** The item behind a reasoning item must be of the same answer: one of another answer was not what it led to. */
function looseReasoningBreaches({ messages }: ModelRequest): readonly string[] {
  return messages.flatMap(message => {
    const items = message.form === 'native' && isJsonList(message.native.content) ? message.native.content : []
    return items.at(-1) !== undefined && textField(items.at(-1) ?? null, 'type') === 'reasoning'
      ? [`the last item of ${message.messageId} is reasoning, without the item it precedes`]
      : []
  })
}
