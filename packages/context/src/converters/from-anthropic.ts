import type {
  AssistantPart,
  FilePart,
  Json,
  ModelFacts,
  TextPart,
  ToolDeclaration,
  ToolResultPart,
  UserPart,
} from '@stet/history'
import type { AnthropicBlockLike, AnthropicMessageLike, AnthropicToolLike } from './anthropic-shapes.ts'
import { type Conversation, checkMessages, type ModelOptions } from './conversation.ts'
import { fileAt, fileOfBlock, fileOfData, fileOfId, fileOfText } from './file-source.ts'
import { isJsonList, jsonField, textField, toJson } from './json-field.ts'
import { createRecordWriter, type RecordWriter } from './record-writer.ts'

export const ANTHROPIC_PROTOCOL = 'anthropic'

export interface AnthropicConversation<B, S, T> extends Conversation {
  readonly originals: AnthropicOriginals<B, S, T>
}

/** What the messages were read from, cache marks aside: those of a request are where its report says. */
export interface AnthropicOriginals<B, S, T> {
  readonly system: { readonly text: string; readonly blocks: readonly S[] }
  /** By the text, the file or the result; none for a message that was a string. */
  readonly blocks: ReadonlyMap<object, B>
  readonly tools: ReadonlyMap<ToolDeclaration, T>
}

export interface AnthropicBodyLike<B, S, T> {
  readonly system?: string | readonly S[]
  readonly messages: readonly AnthropicMessageLike<B>[]
  readonly tools?: readonly T[]
}

/**
 * Messages of Anthropic's Messages API as a record: the results in a user message are a message of their own. Answers are taken
 * for the model's own.
 */
export function fromAnthropic<
  B extends AnthropicBlockLike,
  S extends AnthropicBlockLike = AnthropicBlockLike,
  T extends AnthropicToolLike = AnthropicToolLike,
>(body: AnthropicBodyLike<B, S, T>, options: ModelOptions): AnthropicConversation<B, S, T> {
  checkMessages(body)
  const model = toModelFacts(options)
  const record = createRecordWriter(model)
  const originals = new Map<object, B>()
  for (const [index, { role, content }] of body.messages.entries()) {
    const blocks = typeof content === 'string' ? content : (content ?? []).map(withoutCacheMarks)
    if (role === 'assistant') record.answer(answerParts(blocks, record), toJson(blocks))
    else if (role === 'user') readUser(blocks, record, originals)
    else throw new Error(`message ${index} has the role ${JSON.stringify(role)}, which no converter knows`)
  }
  const system = typeof body.system === 'string' ? [] : (body.system ?? []).map(withoutCacheMarks)
  const text = typeof body.system === 'string' ? body.system : system.map(({ text: said }) => said ?? '').join('\n\n')
  const tools = new Map((body.tools ?? []).map(withoutCacheMarks).map(tool => [toDeclaration(tool), tool]))
  return {
    system: text,
    path: record.path,
    tools: [...tools.keys()],
    model,
    originals: { system: { text, blocks: system }, blocks: originals, tools },
  }
}

function toModelFacts(options: ModelOptions): ModelFacts {
  return {
    definition: 'anthropic',
    protocol: ANTHROPIC_PROTOCOL,
    name: options.model,
    contextWindow: null,
    outputLimit: null,
    takes: { images: true, files: true, tools: true },
    reasoning: 'budget',
    caching: 'marks',
    ...options,
  }
}

function readUser<B extends AnthropicBlockLike>(
  content: string | readonly B[],
  record: RecordWriter,
  originals: Map<object, B>,
): void {
  if (typeof content === 'string') {
    record.user([{ kind: 'text', text: content }])
    return
  }
  const results: ToolResultPart[] = []
  const parts: UserPart[] = []
  for (const block of content) {
    const part = block.type === 'tool_result' ? toResult(toJson(block), record) : toPiece(toJson(block))
    originals.set(part, block)
    if (part.kind === 'tool-result') results.push(part)
    else parts.push(part)
  }
  if (results.length > 0) record.results(results)
  if (parts.length > 0 || results.length === 0) record.user(parts)
}

function toResult(block: Json, record: RecordWriter): ToolResultPart {
  const { callId, tool } = record.callOf(textField(block, 'tool_use_id') ?? '')
  const outcome = jsonField(block, 'is_error') === true ? 'failed' : 'done'
  return { kind: 'tool-result', callId, tool, outcome, content: piecesOf(jsonField(block, 'content')) }
}

function piecesOf(content: Json): readonly (TextPart | FilePart)[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  return isJsonList(content) ? content.map(toPiece) : []
}

function answerParts(content: string | readonly AnthropicBlockLike[], record: RecordWriter): readonly AssistantPart[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  return content.map(block => toAnswerPart(toJson(block), record))
}

function toAnswerPart(block: Json, record: RecordWriter): AssistantPart {
  switch (textField(block, 'type')) {
    case 'thinking':
      return {
        kind: 'reasoning',
        text: textField(block, 'thinking') ?? '',
        signature: textField(block, 'signature'),
      }
    case 'redacted_thinking':
      return { kind: 'reasoning', text: '', signature: textField(block, 'data') }
    case 'tool_use': {
      const tool = textField(block, 'name') ?? ''
      const providerCallId = textField(block, 'id') ?? ''
      const input = JSON.stringify(jsonField(block, 'input'))
      return { kind: 'tool-call', callId: record.openCall(providerCallId, tool), tool, input, providerCallId }
    }
    default:
      return toPiece(block)
  }
}

function toPiece(block: Json): TextPart | FilePart {
  const type = textField(block, 'type') ?? 'block'
  const text = textField(block, 'text')
  if (type === 'text' && text !== null) return { kind: 'text', text }
  const file = type === 'image' || type === 'document' ? toFile(block, type) : null
  return file ?? fileOfBlock(block, type)
}

/** Null for a source that only Anthropic knows. */
function toFile(block: Json, type: 'image' | 'document'): FilePart | null {
  const source = jsonField(block, 'source')
  const name = textField(block, 'title') ?? type
  const data = textField(source, 'data')
  const mediaType = textField(source, 'media_type') ?? (type === 'image' ? 'image/*' : 'application/pdf')
  switch (textField(source, 'type')) {
    case 'base64':
      return data === null ? null : fileOfData(data, name, mediaType)
    case 'text':
      return data === null ? null : fileOfText(data, name, mediaType)
    case 'url':
      return fileAt(textField(source, 'url') ?? '', name, mediaType)
    case 'file':
      return fileOfId('anthropic', textField(source, 'file_id') ?? '', name, mediaType)
    default:
      return null
  }
}

function toDeclaration(tool: AnthropicToolLike): ToolDeclaration {
  const { name, type, description = '', input_schema: schema } = tool
  return { name: name ?? type ?? '', description, input: toJson(schema === undefined ? tool : schema) }
}

interface MayBeMarked {
  readonly cache_control?: unknown
  readonly content?: unknown
}

/** A block without its cache mark and those of the blocks in it: the block itself where it has none. */
export function withoutCacheMarks<B extends object>(block: B & MayBeMarked): B {
  if (!isMarked(block)) return block
  const copy = structuredClone(block)
  for (const marked of [copy, ...blocksIn(copy)]) Reflect.deleteProperty(marked, 'cache_control')
  return copy
}

function isMarked(block: MayBeMarked): boolean {
  return [block, ...blocksIn(block)].some(one => one.cache_control !== undefined)
}

/** The content of a result may be blocks that bear marks of their own. */
function blocksIn({ content }: MayBeMarked): readonly MayBeMarked[] {
  return Array.isArray(content) ? content.filter(isBlock) : []
}

function isBlock(value: unknown): value is MayBeMarked {
  return typeof value === 'object' && value !== null
}
