import type { Blob as GeminiBlob } from '@google/genai/web'
import type {
  AssistantPart,
  CallId,
  FilePart,
  Json,
  NativeContent,
  RequestMessage,
  TextPart,
  ToolResultPart,
  UserPart,
} from '@stet/history'
import type { Traits } from '../facts/gemini-traits.ts'
import { type FileMapping, mapFile } from '../mapping/map-file.ts'
import type { ToolNames } from '../mapping/tools.ts'
import { isSaid } from '../mapping/words.ts'
import { isJsonList, isJsonObject, jsonField, parseJson } from '../transport/json-field.ts'
import { toBase64 } from '../transport/to-base64.ts'

export interface Mapping extends FileMapping {
  readonly traits: Traits
  readonly names: ToolNames
}

/** A call that waits for its result: Gemini need not give it an id, and then matches results by their order. */
interface AskedCall extends Answered {
  readonly callId: CallId
}

type Turn =
  | { readonly role: 'user'; readonly parts: readonly Json[] }
  | { readonly role: 'results'; readonly asked: readonly AskedCall[]; readonly results: ToolResultPart[] }
  | { readonly role: 'model'; readonly contents: Json[]; readonly calls: AskedCall[] }

/**
 * Messages as Gemini's contents. Consecutive answers are one content, since calls must directly follow a user message or a result; so are the
 * results of one step, in the order of their calls.
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
    part.kind === 'tool-call' ? [{ callId: part.callId, id: null, name: mapping.names.toWire(part.tool) }] : [],
  )
  return { content: { role: 'model', parts }, calls }
}

function nativeContent({ protocol, content }: NativeContent): Json {
  if (protocol !== 'gemini') throw new Error(`an answer of the protocol ${protocol} cannot be replayed to Gemini`)
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
  // Responses first: files beside one must not come between two.
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

function fromUser(parts: readonly UserPart[], mapping: Mapping): readonly Json[] {
  return parts.flatMap(part => (part.kind === 'text' ? fromText(part) : fromFile(part, mapping)))
}

function fromAssistant(parts: readonly AssistantPart[], mapping: Mapping): readonly Json[] {
  const firstCall = parts.find(part => part.kind === 'tool-call')
  return parts.flatMap(part => fromAnswered(part, part === firstCall, mapping))
}

function fromAnswered(part: AssistantPart, isFirstCall: boolean, mapping: Mapping): readonly Json[] {
  switch (part.kind) {
    case 'text':
      return fromText(part)
    case 'file':
      return fromFile(part, mapping)
    case 'tool-call': {
      const functionCall = {
        name: mapping.names.toWire(part.tool),
        args: toArguments(part.tool, part.input, mapping.notes),
      }
      const isSigned = mapping.traits.wantsSignatures && isFirstCall
      return [isSigned ? { functionCall, thoughtSignature: UNSIGNED } : { functionCall }]
    }
    case 'reasoning':
    case 'provider-call':
    case 'source':
    case 'error':
      return []
  }
}

/**
 * What Google documents for calls that another model made: without a signature on the first call of a step, Gemini 3 refuses the
 * request.
 */
const UNSIGNED = 'skip_thought_signature_validator'

/** Arguments must be an object: any other text goes as the only field of one (FP-10). */
function toArguments(tool: string, input: string, notes: string[]): Json {
  if (!isSaid(input)) return {}
  const parsed = parseJson(input)
  if (parsed !== undefined && isJsonObject(parsed)) return parsed
  notes.push(`the arguments of a call of ${tool} are not a JSON object and went as text`)
  return { input }
}

/** How a result refers to the call that it answers. */
interface Answered {
  /** The provider's own id of it, where it has one. */
  readonly id: string | null
  /** The name of the call on the wire; null for that of the tool. */
  readonly name: string | null
}

/** A failed result says so by the name of its field. */
function fromResult(part: ToolResultPart, { id, name }: Answered, mapping: Mapping): readonly Json[] {
  const { traits } = mapping
  const files = part.content.filter(entry => entry.kind === 'file')
  const attached = files.flatMap(file => fromFile(file, mapping))
  const media = attached.filter(entry => isJsonObject(entry) && 'inlineData' in entry)
  const texts = part.content.flatMap(entry => (entry.kind === 'text' ? [entry.text] : []))
  const said = [...texts, ...attached.flatMap(entry => textOf(entry))].join('\n')
  const functionResponse = {
    ...(id !== null && { id }),
    name: name ?? mapping.names.toWire(part.tool),
    response: part.outcome === 'done' ? { output: said } : { error: said },
  }
  if (media.length === 0) return [{ functionResponse }]
  return traits.takesFilesInResults
    ? [{ functionResponse: { ...functionResponse, parts: media } }]
    : [{ functionResponse }, ...media]
}

function textOf(part: Json): readonly string[] {
  return isJsonObject(part) && typeof part.text === 'string' ? [part.text] : []
}

function fromText({ text }: TextPart): readonly Json[] {
  return isSaid(text) ? [{ text }] : []
}

function fromFile(part: FilePart, mapping: Mapping): readonly Json[] {
  const file = mapFile(part, mapping)
  switch (file.as) {
    case 'text':
      return [{ text: `<file name=${JSON.stringify(part.name)}>\n${file.text}\n</file>` }]
    case 'note':
      return [{ text: file.text }]
    case 'image':
    case 'audio':
    case 'document':
      return [{ inlineData: { mimeType: file.mediaType, data: toBase64(file.bytes) } satisfies GeminiBlob }]
  }
}
