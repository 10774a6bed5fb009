import type { Json } from '@stet/history'
import { isJsonList, jsonField, textField } from '../converters/json-field.ts'
import {
  type CheckRequest,
  callBreaches,
  emptyBreaches,
  openExchangeBreaches,
  openingBreaches,
} from './request-rules.ts'
import { toWire, type WireBlock } from './wire-turn.ts'

/**
 * What Gemini takes: as many responses as calls in the turn behind them, and the calls of the open exchange with the signatures of the thoughts
 * that led to them.
 */
export const checkGemini: CheckRequest = (request, input) => {
  const { turns, breaches } = toWire(request, 'gemini', readContent)
  return [
    ...breaches,
    ...openingBreaches(turns),
    ...emptyBreaches(turns),
    ...callBreaches(turns),
    ...openExchangeBreaches(request, input),
  ]
}

function readContent(content: Json): readonly WireBlock[] | null {
  const parts = jsonField(content, 'parts')
  return isJsonList(parts) ? parts.map(readPart) : null
}

function readPart(part: Json): WireBlock {
  const call = jsonField(part, 'functionCall')
  if (call !== null) return { kind: 'call', id: textField(call, 'id') }
  if (jsonField(part, 'thought') === true) return { kind: 'reasoning' }
  const text = textField(part, 'text')
  return text === null ? { kind: 'other' } : { kind: 'text', text }
}
