import type {
  AssistantPart,
  FilePart,
  ModelRequest,
  NativeContent,
  RequestMessage,
  ToolDeclaration,
  ToolResultPart,
} from '@stet/history'
import { isBlank } from '../content/to-plain.ts'
import type {
  AnthropicBlock,
  AnthropicBlockLike,
  AnthropicFileBlock,
  AnthropicImageType,
  AnthropicMessage,
  AnthropicTextBlock,
  AnthropicTool,
  AnthropicToolLike,
} from './anthropic-shapes.ts'
import { type CallIds, callIdsOf } from './conversation.ts'
import { fileNote, sourceOf } from './file-source.ts'
import { ANTHROPIC_PROTOCOL, type AnthropicOriginals } from './from-anthropic.ts'
import { isJsonObject } from './json-field.ts'

export interface AnthropicBody<B, S, T> {
  system?: string | (S | AnthropicTextBlock)[]
  messages: AnthropicMessage<B>[]
  tools?: (T | AnthropicTool)[]
}

/**
 * A request as messages of Anthropic's Messages API, with its cache marks. A block that nothing was taken out of is the one it was read from,
 * given its originals; the others are made from their parts. Messages of one role in a row are one message.
 */
export function toAnthropic<
  B extends AnthropicBlockLike = AnthropicBlock,
  S extends AnthropicBlockLike = AnthropicTextBlock,
  T extends AnthropicToolLike = AnthropicTool,
>(request: ModelRequest, originals: AnthropicOriginals<B, S, T> = noOriginals): AnthropicBody<B, S, T> {
  const system = toSystem(request, originals.system)
  const tools = request.tools.map(tool => originals.tools.get(tool) ?? toTool(tool))
  return {
    ...(system === null ? {} : { system }),
    messages: toMessages(request, originals.blocks),
    ...(tools.length === 0 ? {} : { tools }),
  }
}

const noOriginals = { system: { text: '', blocks: [] }, blocks: new Map(), tools: new Map() }

function toSystem<S extends AnthropicBlockLike>(
  { system }: ModelRequest,
  { text, blocks }: { readonly text: string; readonly blocks: readonly S[] },
): string | (S | AnthropicTextBlock)[] | null {
  const [first, ...more] = system
  if (first === undefined) return null
  if (more.length === 0 && blocks.length === 0 && !first.cacheMark) return first.text
  return system.flatMap((block, index): (S | AnthropicTextBlock)[] => {
    const made: (S | AnthropicTextBlock)[] =
      index === 0 && block.text === text && blocks.length > 0 ? [...blocks] : [{ type: 'text', text: block.text }]
    return block.cacheMark ? withMark(made) : made
  })
}

function toMessages<B extends AnthropicBlockLike>(
  request: ModelRequest,
  originals: ReadonlyMap<object, B>,
): AnthropicMessage<B>[] {
  const idOf = callIdsOf(request)
  const messages: AnthropicMessage<B>[] = []
  for (const message of request.messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const content = toContent(message, idOf, originals)
    const last = messages.at(-1)
    if (last?.role === role) last.content = [...asBlocks(last.content), ...asBlocks(content)]
    else messages.push({ role, content })
  }
  return messages
}

type Content<B> = AnthropicMessage<B>['content']

function toContent<B extends AnthropicBlockLike>(
  message: RequestMessage,
  idOf: CallIds,
  originals: ReadonlyMap<object, B>,
): Content<B> {
  const content = message.form === 'native' ? fromNative<B>(message.native) : fromParts(message, idOf, originals)
  return message.cacheMark ? withMark(asBlocks(content)) : content
}

function fromNative<B>({ protocol, content }: NativeContent): Content<B> {
  if (protocol === ANTHROPIC_PROTOCOL && isContent<B>(content)) return withoutBlanks(content)
  throw new Error(`an answer in the words of ${protocol} is no message of Anthropic’s`)
}

/** Anthropic refuses blank texts, also those it wrote itself. */
function withoutBlanks<B>(content: Content<B>): Content<B> {
  return typeof content === 'string' || !content.some(isBlankText)
    ? content
    : content.filter(each => !isBlankText(each))
}

function isBlankText(block: unknown): boolean {
  if (typeof block !== 'object' || block === null || !('text' in block) || !('type' in block)) return false
  return block.type === 'text' && typeof block.text === 'string' && isBlank(block.text)
}

function isContent<B>(content: unknown): content is Content<B> {
  return typeof content === 'string' || Array.isArray(content)
}

/** Anthropic refuses a text that is blank, so such a part makes no block. */
function fromParts<B extends AnthropicBlockLike>(
  { role, parts }: Extract<RequestMessage, { readonly form: 'plain' }>,
  idOf: CallIds,
  originals: ReadonlyMap<object, B>,
): Content<B> {
  const [only, ...more] = parts
  if (only?.kind === 'text' && more.length === 0 && !originals.has(only)) return only.text
  return parts.flatMap((part): (B | AnthropicBlock)[] => {
    if (part.kind === 'text' && isBlank(part.text)) return []
    const original = originals.get(part)
    if (part.kind === 'tool-result') return [toResult(part, idOf(part.callId), original)]
    if (original !== undefined) return [original]
    return role === 'assistant' ? toAnswerBlocks(part, idOf) : toUserBlocks(part)
  })
}

function toUserBlocks(part: AssistantPart): AnthropicBlock[] {
  if (part.kind === 'text') return [{ type: 'text', text: part.text }]
  return part.kind === 'file' ? [toFileBlock(part)] : []
}

function toAnswerBlocks(part: AssistantPart, idOf: CallIds): AnthropicBlock[] {
  switch (part.kind) {
    case 'text':
      return [{ type: 'text', text: part.text }]
    // An answer may hold no files: a note says that there was one.
    case 'file':
      return [{ type: 'text', text: fileNote(part) }]
    case 'tool-call':
      return [{ type: 'tool_use', id: idOf(part.callId), name: part.tool, input: toInput(part.input) }]
    case 'reasoning':
    case 'provider-call':
    case 'source':
    case 'error':
      return []
  }
}

function toResult<B extends AnthropicBlockLike>(
  { outcome, content }: ToolResultPart,
  id: string,
  original: B | undefined,
): B | AnthropicBlock {
  if (original !== undefined) return original.tool_use_id === id ? original : { ...original, tool_use_id: id }
  const blocks = content.flatMap((piece): (AnthropicTextBlock | AnthropicFileBlock)[] => {
    if (piece.kind === 'file') return [toFileBlock(piece)]
    return isBlank(piece.text) ? [] : [{ type: 'text', text: piece.text }]
  })
  return {
    type: 'tool_result',
    tool_use_id: id,
    ...(blocks.length === 0 ? {} : { content: blocks }),
    ...(outcome === 'done' ? {} : { is_error: true }),
  }
}

/** Anthropic takes nothing but an object: arguments that are none go as a field of one. */
function toInput(input: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(input)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return { arguments: input }
}

function toFileBlock(part: FilePart): AnthropicTextBlock | AnthropicFileBlock {
  const source = sourceOf(part)
  const title = part.name
  switch (source.kind) {
    case 'data': {
      const { mediaType, base64: data } = source
      if (isImageType(mediaType)) return { type: 'image', source: { type: 'base64', media_type: mediaType, data } }
      if (mediaType !== 'application/pdf') return { type: 'text', text: fileNote(part) }
      return { type: 'document', source: { type: 'base64', media_type: mediaType, data }, title }
    }
    case 'url':
      return part.mediaType.startsWith('image/')
        ? { type: 'image', source: { type: 'url', url: source.url } }
        : { type: 'document', source: { type: 'url', url: source.url }, title }
    case 'text':
      return { type: 'document', source: { type: 'text', media_type: 'text/plain', data: source.text }, title }
    case 'id':
      return { type: 'text', text: fileNote(part) }
    case 'json':
      return { type: 'text', text: source.json }
  }
}

function isImageType(mediaType: string): mediaType is AnthropicImageType {
  return ['image/jpeg', 'image/png', 'image/gif', 'image/webp'].includes(mediaType)
}

function asBlocks<B>(content: Content<B>): (B | AnthropicBlock)[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

/** The mark is on the last block that may bear one: thinking may not. */
function withMark<B extends AnthropicBlockLike>(blocks: readonly B[]): B[] {
  const place = blocks.findLastIndex(({ type }) => type !== 'thinking' && type !== 'redacted_thinking')
  return blocks.map((block, index) =>
    index === place ? { ...block, cache_control: { type: 'ephemeral' as const } } : block,
  )
}

function toTool({ name, description, input }: ToolDeclaration): AnthropicTool {
  return { name, description, input_schema: { ...(isJsonObject(input) ? input : {}), type: 'object' } }
}
