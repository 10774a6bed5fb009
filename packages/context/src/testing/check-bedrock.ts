import type { Json } from '@stet/history'
import { isJsonList, jsonField, textField } from '../converters/json-field.ts'
import {
  type CheckRequest,
  callBreaches,
  emptyBreaches,
  openExchangeBreaches,
  openingBreaches,
  trailingReasoningBreaches,
} from './request-rules.ts'
import { toWire, type WireBlock } from './wire-turn.ts'

/** What Bedrock's Converse takes. */
export const checkBedrock: CheckRequest = (request, input) => {
  const { turns, breaches } = toWire(request, 'bedrock', readContent)
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
  return isJsonList(content) ? content.map(readBlock) : null
}

function readBlock(block: Json): WireBlock {
  const use = jsonField(block, 'toolUse')
  if (use !== null) return { kind: 'call', id: textField(use, 'toolUseId') }
  if (jsonField(block, 'reasoningContent') !== null) return { kind: 'reasoning' }
  const text = textField(block, 'text')
  return text === null ? { kind: 'other' } : { kind: 'text', text }
}
