import type { Json } from '@stet/history'
import { isJsonList, isJsonObject, jsonField, textField } from '../converters/json-field.ts'
import { type CheckRequest, callBreaches, emptyBreaches } from './request-rules.ts'
import { toWire, type WireBlock } from './wire-turn.ts'

/** What OpenAI's Chat Completions take. Who speaks first is no matter there. */
export const checkOpenAiChat: CheckRequest = request => {
  const { turns, breaches } = toWire(request, 'openai-chat', readAnswer)
  return [...breaches, ...emptyBreaches(turns), ...callBreaches(turns)]
}

function readAnswer(answer: Json): readonly WireBlock[] | null {
  if (!isJsonObject(answer) || answer.role !== 'assistant') return null
  const reasoning: WireBlock[] = textField(answer, 'reasoning_content') === null ? [] : [{ kind: 'reasoning' }]
  const audio: WireBlock[] = jsonField(answer, 'audio') === null ? [] : [{ kind: 'other' }]
  const calls = jsonField(answer, 'tool_calls')
  return [
    ...reasoning,
    ...readContent(jsonField(answer, 'content')),
    ...audio,
    ...(isJsonList(calls) ? calls.map((call): WireBlock => ({ kind: 'call', id: textField(call, 'id') })) : []),
  ]
}

function readContent(content: Json): readonly WireBlock[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  if (!isJsonList(content)) return []
  return content.map(part => ({ kind: 'text', text: textField(part, 'text') ?? textField(part, 'refusal') ?? '' }))
}
