import type {
  AssistantPart,
  FilePart,
  ModelRequest,
  NativeContent,
  RequestMessage,
  TextPart,
  ToolDeclaration,
  ToolResultPart,
} from '@stet/history'
import { type CallIds, callIdsOf } from './conversation.ts'
import { fileNote, sourceOf } from './file-source.ts'
import { OPENAI_PROTOCOL, type OpenAiOriginals } from './from-openai.ts'
import { isJsonObject } from './json-field.ts'
import type {
  OpenAiAnswer,
  OpenAiCall,
  OpenAiMessage,
  OpenAiMessageLike,
  OpenAiPart,
  OpenAiTextPart,
  OpenAiTool,
  OpenAiToolLike,
} from './openai-shapes.ts'

export interface OpenAiBody<M, T> {
  messages: (M | OpenAiMessage)[]
  /** Absent where there are none: an empty list is refused. */
  tools?: (T | OpenAiTool)[]
}

/**
 * A request as messages of OpenAI's Chat Completions. A message that nothing was taken out of is the one it was read from, given its
 * originals; the others are made from their parts.
 */
export function toOpenAi<M extends OpenAiMessageLike = OpenAiMessage, T extends OpenAiToolLike = OpenAiTool>(
  request: ModelRequest,
  originals: OpenAiOriginals<M, T> = noOriginals,
): OpenAiBody<M, T> {
  const idOf = callIdsOf(request)
  const messages = [
    ...toSystem(request, originals.system),
    ...request.messages.flatMap(message => toMessages(message, idOf, originals.messages)),
  ]
  if (request.tools.length === 0) return { messages }
  return { messages, tools: request.tools.map(tool => originals.tools.get(tool) ?? toTool(tool)) }
}

const noOriginals = { system: { text: '', messages: [] }, messages: new Map(), tools: new Map() }

function toSystem<M extends OpenAiMessageLike>(
  { system }: ModelRequest,
  { text, messages }: { readonly text: string; readonly messages: readonly M[] },
): (M | OpenAiMessage)[] {
  const role = messages[0]?.role === 'developer' ? 'developer' : 'system'
  return system.flatMap((block, index): (M | OpenAiMessage)[] =>
    index === 0 && block.text === text && messages.length > 0 ? [...messages] : [{ role, content: block.text }],
  )
}

function toMessages<M extends OpenAiMessageLike>(
  message: RequestMessage,
  idOf: CallIds,
  originals: ReadonlyMap<object, M>,
): readonly (M | OpenAiMessage)[] {
  if (message.form === 'native') return [toAnswer(message.native)]
  switch (message.role) {
    case 'user':
      return [originals.get(message.parts) ?? { role: 'user', content: contentOf(message.parts.map(toPart)) }]
    case 'assistant':
      return [toPlainAnswer(message.parts, idOf)]
    case 'tool-results':
      return message.parts.map(part => toToolMessage(part, idOf(part.callId), originals.get(part)))
  }
}

function toAnswer({ protocol, content }: NativeContent): OpenAiAnswer {
  if (protocol === OPENAI_PROTOCOL && isAnswer(content)) return content
  throw new Error(`an answer in the words of ${protocol} is no message of Chat Completions`)
}

function isAnswer(content: unknown): content is OpenAiAnswer {
  return typeof content === 'object' && content !== null && 'role' in content && content.role === 'assistant'
}

function toPlainAnswer(parts: readonly AssistantPart[], idOf: CallIds): OpenAiAnswer {
  const texts: OpenAiTextPart[] = []
  const calls: OpenAiCall[] = []
  for (const part of parts) {
    if (part.kind === 'text') texts.push({ type: 'text', text: part.text })
    if (part.kind === 'file') texts.push({ type: 'text', text: fileNote(part) })
    if (part.kind === 'tool-call') calls.push(toCall(part, idOf))
  }
  const content = texts.length === 0 ? null : contentOf(texts)
  return calls.length === 0 ? { role: 'assistant', content } : { role: 'assistant', content, tool_calls: calls }
}

function toCall(
  { callId, tool, input }: Extract<AssistantPart, { readonly kind: 'tool-call' }>,
  idOf: CallIds,
): OpenAiCall {
  return { id: idOf(callId), type: 'function', function: { name: tool, arguments: input } }
}

function toToolMessage<M extends OpenAiMessageLike>(
  { content }: ToolResultPart,
  id: string,
  original: M | undefined,
): M | OpenAiMessage {
  if (original !== undefined) return original.tool_call_id === id ? original : { ...original, tool_call_id: id }
  const texts = content.map(
    (piece): OpenAiTextPart => ({ type: 'text', text: piece.kind === 'text' ? piece.text : fileNote(piece) }),
  )
  return { role: 'tool', tool_call_id: id, content: contentOf(texts) }
}

/** One text is a string, as most write it. */
function contentOf<P extends OpenAiPart>(parts: readonly P[]): string | P[] {
  const [only, ...more] = parts
  if (only === undefined) return ''
  return only.type === 'text' && more.length === 0 ? only.text : [...parts]
}

function toPart(part: TextPart | FilePart): OpenAiPart {
  if (part.kind === 'text') return { type: 'text', text: part.text }
  const source = sourceOf(part)
  switch (source.kind) {
    case 'data':
      return toDataPart(part, source)
    case 'url':
      return part.mediaType.startsWith('image/')
        ? { type: 'image_url', image_url: { url: source.url } }
        : { type: 'text', text: `${fileNote(part)} ${source.url}` }
    case 'text':
      return { type: 'text', text: `${fileNote(part)}\n${source.text}` }
    case 'id':
      return source.provider === 'openai'
        ? { type: 'file', file: { file_id: source.id } }
        : { type: 'text', text: fileNote(part) }
    case 'json':
      return { type: 'text', text: source.json }
  }
}

function toDataPart(
  part: FilePart,
  { mediaType, base64, url }: { readonly mediaType: string; readonly base64: string; readonly url: string },
): OpenAiPart {
  if (mediaType.startsWith('image/')) return { type: 'image_url', image_url: { url } }
  if (mediaType === 'audio/wav') return { type: 'input_audio', input_audio: { data: base64, format: 'wav' } }
  if (mediaType === 'audio/mp3') return { type: 'input_audio', input_audio: { data: base64, format: 'mp3' } }
  return { type: 'file', file: { file_data: url, filename: part.name } }
}

function toTool({ name, description, input }: ToolDeclaration): OpenAiTool {
  return { type: 'function', function: { name, description, parameters: isJsonObject(input) ? { ...input } : {} } }
}
