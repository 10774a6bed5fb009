import type {
  AssistantPart,
  FilePart,
  Json,
  ModelRequest,
  RequestMessage,
  TextPart,
  ToolResultPart,
} from '@stet/history'
import type {
  ChatCompletionContentPart,
  ChatCompletionMessageFunctionToolCall,
} from 'openai/resources/chat/completions/completions'
import { type CallIds, createCallIds, shortId } from '../mapping/call-ids.ts'
import { type FileMapping, fileNote, mapFile } from '../mapping/map-file.ts'
import type { ToolNames } from '../mapping/tools.ts'
import { isSaid, WITHOUT_WORDS } from '../mapping/words.ts'
import { ModelError } from '../model-error.ts'
import { isJsonList, isJsonObject, type JsonObject, listField, parseJson, textField } from '../transport/json-field.ts'
import { toBase64 } from '../transport/to-base64.ts'

export interface MessageOptions extends Pick<FileMapping, 'takes' | 'files'> {
  readonly names: ToolNames
  /** Whether reasoning goes back with the answer that it led to (C7). */
  readonly replayReasoning: boolean
  /** What marks a piece up to which the provider caches (C14); null where none are set. */
  readonly mark: JsonObject | null
}

export interface Messages {
  readonly messages: readonly JsonObject[]
  /** What was changed or left out, in words. */
  readonly notes: readonly string[]
}

interface Mapping extends MessageOptions, FileMapping {
  readonly ids: CallIds
}

/** The messages of a request as Chat Completions takes them, the system's first. */
export function toMessages(request: ModelRequest, options: MessageOptions): Messages {
  const notes: string[] = []
  const ids = createCallIds({ accepts: () => true, make: shortId })
  const mapping: Mapping = { ...options, protocol: 'openai-chat', ids, notes }
  const messages = [...toSystem(request, options), ...request.messages.flatMap(message => toMessage(message, mapping))]
  return { messages, notes }
}

/** One message: many templates of local models take the system's words only once, and only at the start. */
function toSystem({ system }: ModelRequest, { mark }: MessageOptions): readonly JsonObject[] {
  const blocks = system.filter(({ text }) => isSaid(text))
  if (blocks.length === 0) return []
  if (mark === null || !blocks.some(({ cacheMark }) => cacheMark)) {
    return [{ role: 'system', content: blocks.map(({ text }) => text).join('\n\n') }]
  }
  const content = blocks.map(({ text, cacheMark }) => ({
    type: 'text',
    text,
    ...(cacheMark && mark),
  }))
  return [{ role: 'system', content }]
}

function toMessage(message: RequestMessage, mapping: Mapping): readonly JsonObject[] {
  if (message.form === 'native') {
    const answer = toReplay(message, mapping)
    return answer === null ? [] : [answer]
  }
  const made = toPlain(message, mapping, message.cacheMark ? mapping.mark : null)
  if (made.length === 0) mapping.notes.push(`${message.messageId ?? 'a note'} says nothing to a model and was left out`)
  return made
}

function toPlain(
  message: Extract<RequestMessage, { form: 'plain' }>,
  mapping: Mapping,
  mark: JsonObject | null,
): readonly JsonObject[] {
  switch (message.role) {
    case 'user': {
      const pieces = message.parts.flatMap(part => toPieces(part, mapping))
      const role = message.bySystem ? 'developer' : 'user'
      return [...(pieces.length === 0 ? [] : [{ role, content: toContent(pieces, mark) }]), ...toDeveloper(message)]
    }
    case 'assistant':
      return toAnswer(message.parts, mapping, mark)
    case 'tool-results':
      return [...toResults(message.parts, mapping, mark), ...toDeveloper(message)]
  }
}

/** What the system says after a message (C21). */
function toDeveloper({
  systemAfter = '',
}: Extract<RequestMessage, { role: 'user' | 'tool-results' }>): readonly JsonObject[] {
  return isSaid(systemAfter) ? [{ role: 'developer', content: systemAfter }] : []
}

function toPieces(part: TextPart | FilePart, mapping: Mapping): readonly JsonObject[] {
  return part.kind === 'text' ? toTextPiece(part) : [toFilePiece(part, mapping)]
}

function toAnswer(parts: readonly AssistantPart[], mapping: Mapping, mark: JsonObject | null): readonly JsonObject[] {
  const texts: string[] = []
  const calls: JsonObject[] = []
  let isNext = false
  for (const part of parts) {
    switch (part.kind) {
      case 'text':
        // Providers that cite cut a sentence into parts: a break between them would not be theirs.
        if (isNext) texts.push(`${texts.pop() ?? ''}${part.text}`)
        else texts.push(part.text)
        isNext = true
        break
      case 'tool-call':
        isNext = false
        calls.push(toCall(part, mapping))
        break
      case 'file':
        isNext = false
        mapping.notes.push(`${part.name} was left out: Chat Completions takes no files in an answer`)
        break
      case 'source':
        break
      case 'reasoning':
      case 'provider-call':
      case 'error':
        isNext = false
        break
    }
  }
  const pieces = texts.flatMap(text => toTextPiece({ text }))
  if (pieces.length === 0 && calls.length === 0) return []
  const content = pieces.length === 0 ? null : toContent(pieces, mark)
  return [{ role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }) }]
}

function toCall({ callId, tool, input }: Extract<AssistantPart, { kind: 'tool-call' }>, mapping: Mapping): JsonObject {
  const name = calledName(tool, mapping.names, mapping.notes)
  const text = isSaid(input) ? calledInput(tool, input, mapping.notes) : '{}'
  return {
    id: mapping.ids.name(callId, null),
    type: 'function',
    function: { name, arguments: text },
  } satisfies ChatCompletionMessageFunctionToolCall
}

/** Results are text; their images follow in a user message, since a result has no place for them. */
function toResults(parts: readonly ToolResultPart[], mapping: Mapping, mark: JsonObject | null): readonly JsonObject[] {
  const images: JsonObject[] = []
  const results = parts.map((part, index) => {
    const pieces = part.content.flatMap(piece => toResultPieces(piece, mapping, images))
    const said = pieces.length === 0 ? toTextPiece({ text: WITHOUT_WORDS[part.outcome] }) : pieces
    const content = toContent(said, index === parts.length - 1 ? mark : null)
    return { role: 'tool', tool_call_id: mapping.ids.of(part.callId), content }
  })
  if (images.length === 0) return results
  const shown = [{ type: 'text', text: 'The pictures of the results above:' }, ...images]
  return [...results, { role: 'user', content: shown }]
}

function toResultPieces(part: TextPart | FilePart, mapping: Mapping, images: JsonObject[]): readonly JsonObject[] {
  if (part.kind === 'text') return toTextPiece(part)
  const piece = toFilePiece(part, mapping)
  if (piece.type === 'image_url') {
    images.push(piece)
    return [{ type: 'text', text: `[picture ${JSON.stringify(part.name)}, shown below]` }]
  }
  return [piece.type === 'text' ? piece : { type: 'text', text: fileNote(part) }]
}

/** The content of a message: a text where it is nothing else, which every server takes, or a list of pieces. */
function toContent(pieces: readonly JsonObject[], mark: JsonObject | null): Json {
  const texts = pieces.map(({ text }) => (typeof text === 'string' ? text : null))
  if (mark === null && texts.every(text => text !== null)) return texts.join('\n\n')
  return mark === null ? pieces : withMark(pieces, mark)
}

function toTextPiece({ text }: Pick<TextPart, 'text'>): readonly JsonObject[] {
  return isSaid(text) ? [{ type: 'text', text } satisfies ChatCompletionContentPart] : []
}

function toFilePiece(part: FilePart, mapping: Mapping): JsonObject {
  const file = mapFile(part, mapping)
  switch (file.as) {
    case 'text':
      return { type: 'text', text: `${fileNote(part)}\n${file.text}` }
    case 'note':
      return { type: 'text', text: file.text }
    case 'audio': {
      const format = file.format === 'wav' ? 'wav' : 'mp3'
      const piece = { type: 'input_audio', input_audio: { data: toBase64(file.bytes), format } } as const
      return piece satisfies ChatCompletionContentPart
    }
    case 'image':
      return { type: 'image_url', image_url: { url: dataUrl(file) } } satisfies ChatCompletionContentPart
    case 'document': {
      const piece = { type: 'file', file: { filename: part.name, file_data: dataUrl(file) } } as const
      return piece satisfies ChatCompletionContentPart
    }
  }
}

function dataUrl({ mediaType, bytes }: { readonly mediaType: string; readonly bytes: Uint8Array }): string {
  return `data:${mediaType};base64,${toBase64(bytes)}`
}

type NativeMessage = Extract<RequestMessage, { form: 'native' }>

/** An earlier answer exactly as it came, except for what the server refuses to read again; null when nothing is left. */
function toReplay(message: NativeMessage, options: Mapping): JsonObject | null {
  const { messageId, native } = message
  const { notes } = options
  const answer = native.content
  if (native.protocol !== 'openai-chat' || !isJsonObject(answer) || answer.role !== 'assistant') {
    const words = `${messageId} is an answer of the protocol ${native.protocol}, which Chat Completions does not read`
    throw new ModelError('invalid-request', { message: words })
  }
  const kept = options.replayReasoning ? answer : withoutReasoning(answer)
  if (kept !== answer) notes.push(`${messageId}: its reasoning is not sent back to this provider`)
  const named = withCalls(kept, message, options)
  if (!saysSomething(named)) {
    notes.push(`${messageId} says nothing to a model and was left out`)
    return null
  }
  return options.mark !== null && message.cacheMark ? marked(named, options.mark, message, notes) : named
}

const REASONING = ['reasoning_content', 'reasoning', 'reasoning_details']

function withoutReasoning(answer: JsonObject): JsonObject {
  const { content } = answer
  const thinks = isJsonList(content) && content.some(isThinking)
  if (!thinks && !REASONING.some(field => field in answer)) return answer
  const kept = Object.entries(answer).filter(([field]) => !REASONING.includes(field))
  const rest: JsonObject = Object.fromEntries(kept)
  return thinks ? { ...rest, content: content.filter(piece => !isThinking(piece)) } : rest
}

function isThinking(piece: Json): boolean {
  return textField(piece, 'type') === 'thinking'
}

/** Calls go as they came, except for what the server would refuse the whole request for: missing ids, names or arguments, or an empty list. */
function withCalls(answer: JsonObject, { messageId, calls }: NativeMessage, options: Mapping): JsonObject {
  if (!('tool_calls' in answer)) return answer
  const made = listField(answer, 'tool_calls')
  if (made.length === 0) {
    const { tool_calls: _none, ...rest } = answer
    return rest
  }
  const changes: string[] = []
  const named = made.map((call, index) => {
    if (!isJsonObject(call)) return call
    const accepted = withAcceptedFunction(call, options.names, changes)
    const callId = calls[index]?.callId
    const own = textField(call, 'id')
    const id = callId === undefined ? own : options.ids.name(callId, own)
    if (id === null || id === own) return accepted
    changes.push('calls without an id of their own were given one')
    return { ...accepted, id }
  })
  if (changes.length === 0) return answer
  options.notes.push(...new Set(changes.map(change => `${messageId}: ${change}`)))
  return { ...answer, tool_calls: named }
}

function withAcceptedFunction(call: JsonObject, names: ToolNames, changes: string[]): JsonObject {
  const called = call.function
  if (!isJsonObject(called)) return call
  const before = changes.length
  const tool = textField(called, 'name') ?? ''
  const name = calledName(tool, names, changes)
  // Some servers send the arguments as the object itself, and take it so.
  const input = textField(called, 'arguments')
  const accepted = input === null ? {} : { arguments: calledInput(tool, input, changes) }
  return changes.length === before ? call : { ...call, function: { ...called, name, ...accepted } }
}

function saysSomething(answer: JsonObject): boolean {
  const { content } = answer
  if (typeof content === 'string' ? isSaid(content) : isJsonList(content) && content.length > 0) return true
  const { role: _role, content: _content, ...others } = answer
  return Object.values(others).some(value => (isJsonList(value) ? value.length > 0 : value !== null && value !== ''))
}

function marked(
  answer: JsonObject,
  mark: JsonObject,
  { messageId }: Pick<NativeMessage, 'messageId'>,
  notes: string[],
): JsonObject {
  const { content } = answer
  if (typeof content === 'string' && isSaid(content))
    return { ...answer, content: withMark([{ type: 'text', text: content }], mark) }
  if (isJsonList(content) && content.every(isJsonObject) && content.length > 0)
    return { ...answer, content: withMark(content, mark) }
  notes.push(`${messageId}: its cache mark was dropped: an answer without text has no place for one`)
  return answer
}

/** The provider caches everything up to the last piece (C14). */
function withMark(pieces: readonly JsonObject[], mark: JsonObject): readonly JsonObject[] {
  return pieces.map((piece, index) => (index === pieces.length - 1 ? { ...piece, ...mark } : piece))
}

/** The name of a called tool as servers take it: a model may call what has no such name, and the whole request would be refused. */
function calledName(tool: string, names: ToolNames, notes: string[]): string {
  const name = names.toWire(tool)
  if (name !== tool) notes.push(`a call of ${JSON.stringify(tool)} goes by the name ${name}, which servers take`)
  return name
}

/** Arguments that are not a JSON object go as the text in one: templates and routers parse them, and refuse the whole request (FP-10). */
function calledInput(tool: string, input: string, notes: string[]): string {
  if (!isSaid(input) || isJsonObject(parseJson(input))) return input
  notes.push(`the arguments of a call of ${JSON.stringify(tool)} are not a JSON object and go as the text in one`)
  return JSON.stringify({ input })
}
