import type { Json } from '@stet/history'
import { isJsonList, textField } from '../converters/json-field.ts'
import {
  type CheckRequest,
  callBreaches,
  emptyBreaches,
  openExchangeBreaches,
  openingBreaches,
  trailingReasoningBreaches,
} from './request-rules.ts'
import { toWire, type WireBlock } from './wire-turn.ts'

/** What Anthropic's Messages API takes. */
export const checkAnthropic: CheckRequest = (request, input) => {
  const { turns, breaches } = toWire(request, 'anthropic', readContent)
  return [
    ...breaches,
    ...openingBreaches(turns),
    ...emptyBreaches(turns),
    ...callBreaches(turns),
    ...trailingReasoningBreaches(turns),
    ...openExchangeBreaches(request, input),
  ]
}

function readContent(content: Json): readonly WireBlock[] | null {
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  return isJsonList(content) ? content.map(readBlock) : null
}

function readBlock(block: Json): WireBlock {
  switch (textField(block, 'type')) {
    case 'text':
      return { kind: 'text', text: textField(block, 'text') ?? '' }
    case 'thinking':
    case 'redacted_thinking':
      return { kind: 'reasoning' }
    case 'tool_use':
      return { kind: 'call', id: textField(block, 'id') }
    default:
      return { kind: 'other' }
  }
}
