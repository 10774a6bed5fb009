import type { CallId, Json, NativeContent, RequestMessage, ToolResultPart } from '@stet/history'
import { isJsonList, isJsonObject, jsonField } from '../transport/json-field.ts'
import { type Answered, calledName, fromAssistant, fromResult, fromUser, type Mapping } from './to-parts.ts'

/** A call that waits for its result: Gemini need not give it an id, and then matches results by their order. */
interface AskedCall extends Answered {
  readonly callId: CallId
}

type Turn =
  | { readonly role: 'user'; readonly parts: readonly Json[] }
  | { readonly role: 'results'; readonly asked: readonly AskedCall[]; readonly results: ToolResultPart[] }
  | { readonly role: 'model'; readonly contents: Json[]; readonly calls: AskedCall[] }

/**
 * Messages as Gemini's contents. Answers in a row are one content, since calls must directly follow what the person or a tool said; so
 * are the results of one step, in the order of their calls.
 */
export function toContents(messages: readonly RequestMessage[], mapping: Mapping): readonly Json[] {
  const turns: Turn[] = []
  for (const message of messages) {
    const last = turns.at(-1)
    if (message.role === 'tool-results') {
      if (last?.role === 'results') last.results.push(...message.parts)
      else turns.push({ role: 'results', asked: last?.role === 'model' ? last.calls : [], results: [...message.parts] })
      continue
    }
    if (message.role === 'user') {
      const parts = fromUser(message.parts, mapping)
      if (parts.length > 0) turns.push({ role: 'user', parts })
      else mapping.notes.push(`${message.messageId ?? 'a note'} says nothing and was left out`)
      continue
    }
    const answer = toAnswer(message, mapping)
    if (answer === null) mapping.notes.push(`${message.messageId} says nothing and was left out`)
    else if (last?.role === 'model') {
      last.contents.push(answer.content)
      last.calls.push(...answer.calls)
    } else turns.push({ role: 'model', contents: [answer.content], calls: [...answer.calls] })
  }
  return turns.map(turn => toContent(turn, mapping))
}

interface MappedAnswer {
  readonly content: Json
  readonly calls: readonly AskedCall[]
}

function toAnswer(message: Extract<RequestMessage, { role: 'assistant' }>, mapping: Mapping): MappedAnswer | null {
  if (message.form === 'native') {
    const calls = message.calls.map(({ callId, providerCallId }) => ({ callId, id: providerCallId, name: null }))
    return { content: nativeContent(message.native), calls }
  }
  const parts = fromAssistant(message.parts, mapping)
  if (parts.length === 0) return null
  const calls = message.parts.flatMap(part =>
    part.kind === 'tool-call' ? [{ callId: part.callId, id: null, name: calledName(part.tool) }] : [],
  )
  return { content: { role: 'model', parts }, calls }
}

function nativeContent({ protocol, content }: NativeContent): Json {
  if (protocol !== 'gemini') throw new Error(`an answer in the words of ${protocol} cannot be replayed to Gemini`)
  return content
}

function toContent(turn: Turn, mapping: Mapping): Json {
  switch (turn.role) {
    case 'user':
      return { role: 'user', parts: turn.parts }
    case 'results':
      return { role: 'user', parts: toResults(turn.asked, turn.results, mapping) }
    case 'model': {
      const [only, ...more] = turn.contents
      if (only !== undefined && more.length === 0) return only
      return { role: 'model', parts: turn.contents.flatMap(partsOf) }
    }
  }
}

const UNASKED: Answered = { id: null, name: null }

function toResults(asked: readonly AskedCall[], results: readonly ToolResultPart[], mapping: Mapping): readonly Json[] {
  const place = ({ callId }: ToolResultPart) => {
    const index = asked.findIndex(call => call.callId === callId)
    return index === -1 ? asked.length : index
  }
  const parts = [...results]
    .sort((one, other) => place(one) - place(other))
    .flatMap(result => fromResult(result, asked[place(result)] ?? UNASKED, mapping))
  // Responses first: what belongs to one and stands beside it must not come between two.
  const responses = parts.filter(isResponse)
  return [...responses, ...parts.filter(part => !isResponse(part))]
}

function isResponse(part: Json): boolean {
  return isJsonObject(part) && 'functionResponse' in part
}

export function partsOf(content: Json): readonly Json[] {
  const parts = jsonField(content, 'parts')
  return isJsonList(parts) ? parts : []
}
