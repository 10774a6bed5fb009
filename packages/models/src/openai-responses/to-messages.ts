import type {
  AssistantPart,
  CallId,
  FilePart,
  Json,
  ModelRequest,
  RequestMessage,
  TextPart,
  ToolDeclaration,
  ToolResultPart,
} from '@stet/history'
import type {
  FunctionTool,
  ResponseInputContent,
  ResponseInputItem,
  ResponseInputText,
} from 'openai/resources/responses/responses'
import { type CallIds, createCallIds, plainId } from '../mapping/call-ids.ts'
import { type FileMapping, fileNote, mapFile } from '../mapping/map-file.ts'
import { type ToolNames, toParameters } from '../mapping/tools.ts'
import { isSaid, WITHOUT_WORDS } from '../mapping/words.ts'
import { ModelError } from '../model-error.ts'
import { isJsonList, isJsonObject, type JsonObject, textField } from '../transport/json-field.ts'
import { toBase64 } from '../transport/to-base64.ts'
import { WEB_SEARCH } from './body.ts'

export interface Input {
  readonly items: readonly Json[]
  /** What was changed or left out on the way, in words. */
  readonly notes: readonly string[]
}

/** A longer id of a call is refused. */
export const LONGEST_ID = 64

interface Mapping extends FileMapping {
  /** Whether cache marks are set (C24). */
  readonly marks: boolean
  readonly ids: CallIds
  readonly names: ToolNames
  /** Whether the provider's own web search may be offered. */
  readonly search: boolean
  /** Calls whose results are of another type than that of functions. */
  readonly custom: Set<CallId>
}

/** The messages of a request as input items. A native answer is its items, unchanged. */
export function toInput(
  { messages }: ModelRequest,
  options: Pick<Mapping, 'takes' | 'files' | 'names' | 'marks' | 'search'>,
): Input {
  const items: Json[] = []
  const notes: string[] = []
  const ids = createCallIds({ accepts: own => own.length <= LONGEST_ID, make: plainId })
  const mapping: Mapping = { ...options, protocol: 'openai-responses', ids, custom: new Set(), notes }
  for (const message of messages) {
    const made = toItems(message, mapping)
    if (made.length === 0) notes.push(`${message.messageId ?? 'a note'} says nothing to a model and was left out`)
    items.push(...made)
    if (message.form === 'plain' && message.role !== 'assistant')
      items.push(...toAddition(message, mapping), ...toDeveloper(message))
  }
  return { items, notes }
}

function toItems(message: RequestMessage, mapping: Mapping): readonly Json[] {
  if (message.form === 'native') return replay(message, mapping)
  switch (message.role) {
    case 'user': {
      const content = message.parts.flatMap(part => toContent(part, mapping))
      const marked = mapping.marks && message.cacheMark ? withMark(content) : content
      const role = message.bySystem ? 'developer' : 'user'
      return content.length === 0 ? [] : [{ role, content: marked }]
    }
    case 'assistant':
      return toOutput(message.parts, mapping)
    case 'tool-results':
      return message.parts.map(part => toResult(part, mapping))
  }
}

type Followed = Extract<RequestMessage, { role: 'user' | 'tool-results' }>

/** Not strict: schemas of tools are whatever their makers wrote, and strict ones are refused unless they list every field. */
export function toTool({ name, description, input }: ToolDeclaration, names: ToolNames) {
  const parameters = { ...toParameters(input) }
  return { type: 'function', name: names.toWire(name), description, parameters, strict: false } satisfies FunctionTool
}

/** Tools that are offered from a message on, as an item of their own (C21); `search` is whether the provider's own web search may be one. */
function toAddition(
  { toolsAfter = [], webSearchAfter = false }: Followed,
  { names, search }: Pick<Mapping, 'names' | 'search'>,
): readonly JsonObject[] {
  const tools = [...toolsAfter.map(tool => toTool(tool, names)), ...(webSearchAfter && search ? [WEB_SEARCH] : [])]
  if (tools.length === 0) return []
  return [{ type: 'additional_tools', role: 'developer', tools } satisfies ResponseInputItem.AdditionalTools]
}

/** What the system says after a message (C21). */
function toDeveloper({ systemAfter = '' }: Followed): readonly JsonObject[] {
  return isSaid(systemAfter) ? [{ role: 'developer', content: [toText(systemAfter)] }] : []
}

/** OpenAI caches up to the piece with the mark, besides what it caches by itself. */
function withMark(content: readonly JsonObject[]): readonly JsonObject[] {
  return content.map((piece, index) => (index === content.length - 1 ? { ...piece, ...BREAKPOINT } : piece))
}

const BREAKPOINT = { prompt_cache_breakpoint: { mode: 'explicit' } } satisfies Pick<
  ResponseInputText,
  'prompt_cache_breakpoint'
>

type NativeMessage = Extract<RequestMessage, { form: 'native' }>

/**
 * A native call keeps the provider's id, unless it has none, one that would be refused, or one that a call before it has: results are found
 * by this id over the whole input, and one would answer two calls (FP-11).
 */
function replay(message: NativeMessage, { ids, custom, notes }: Mapping): readonly Json[] {
  const open = [...message.calls]
  return itemsOf(message).map(item => {
    const type = textField(item, 'type')
    if ((type !== 'function_call' && type !== 'custom_tool_call') || !isJsonObject(item)) return item
    const own = textField(item, 'call_id')
    const at = open.findIndex(one => one.providerCallId === own)
    // Calls are in the order of their items, whatever was known of their ids.
    const [call] = open.splice(Math.max(0, at), 1)
    if (call === undefined) return item
    const id = ids.name(call.callId, own)
    if (type === 'custom_tool_call') custom.add(call.callId)
    if (id === own) return item
    notes.push(`a call of ${message.messageId} goes by an id of ours: its own is missing, repeated or too long`)
    return { ...item, call_id: id }
  })
}

function itemsOf({ messageId, native }: NativeMessage): readonly Json[] {
  if (native.protocol === 'openai-responses' && isJsonList(native.content)) return native.content
  const message = `${messageId} is an answer of the protocol ${native.protocol}, which the Responses API does not read`
  throw new ModelError('invalid-request', { message })
}

/** Consecutive texts are one message: some providers cut a sentence at every citation. */
function toOutput(parts: readonly AssistantPart[], { ids, names, notes }: Mapping): readonly Json[] {
  const items: Json[] = []
  let texts: Json[] | null = null
  for (const part of parts) {
    switch (part.kind) {
      case 'text':
        if (!isSaid(part.text)) break
        if (texts === null) {
          texts = []
          items.push({ role: 'assistant', content: texts })
        }
        texts.push({ type: 'output_text', text: part.text })
        break
      case 'tool-call':
        texts = null
        items.push({
          type: 'function_call',
          call_id: ids.name(part.callId, null),
          name: toolName(part.tool, names, notes),
          arguments: part.input,
        })
        break
      case 'file':
        notes.push(`${part.name} was left out: the Responses API takes no files in an answer`)
        break
      case 'reasoning':
      case 'provider-call':
      case 'source':
      case 'error':
        break
    }
  }
  return items
}

/** A model may call what is not the name of a tool; repeated as it is, the whole request would be refused. */
function toolName(tool: string, names: ToolNames, notes: string[]): string {
  const name = names.toWire(tool)
  if (name !== tool) notes.push(`a call of ${JSON.stringify(tool)} goes by the name ${name}, which the API takes`)
  return name
}

function toResult({ callId, outcome, content }: ToolResultPart, mapping: Mapping): Json {
  const type = mapping.custom.has(callId) ? 'custom_tool_call_output' : 'function_call_output'
  const [first, ...more] = content.flatMap(part => toContent(part, mapping))
  const text = more.length === 0 ? textField(first, 'text') : null
  const output = first === undefined ? WITHOUT_WORDS[outcome] : (text ?? [first, ...more])
  return { type: type satisfies ResponseInputItem['type'], call_id: mapping.ids.of(callId), output }
}

function toContent(part: TextPart | FilePart, mapping: Mapping): readonly JsonObject[] {
  if (part.kind === 'text') return isSaid(part.text) ? [toText(part.text)] : []
  const file = mapFile(part, mapping)
  switch (file.as) {
    case 'text':
      return [toText(`${fileNote(part)}\n${file.text}`)]
    case 'note':
      return [toText(file.text)]
    case 'image':
      return [{ type: 'input_image', image_url: dataUrl(file), detail: 'auto' } satisfies ResponseInputContent]
    case 'audio':
    case 'document':
      return [{ type: 'input_file', filename: part.name, file_data: dataUrl(file) } satisfies ResponseInputContent]
  }
}

function toText(text: string) {
  return { type: 'input_text', text } satisfies ResponseInputContent
}

function dataUrl({ mediaType, bytes }: { readonly mediaType: string; readonly bytes: Uint8Array }): string {
  return `data:${mediaType};base64,${toBase64(bytes)}`
}
