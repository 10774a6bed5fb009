import type { AssistantPart, FilePart, ModelFacts, TextPart, ToolDeclaration, ToolResultPart } from '@stet/history'
import { type Conversation, checkMessages, type ModelOptions } from './conversation.ts'
import { fileAt, fileOfBlock, fileOfData, fileOfId } from './file-source.ts'
import { toJson } from './json-field.ts'
import type { OpenAiCallLike, OpenAiMessageLike, OpenAiPartLike, OpenAiToolLike } from './openai-shapes.ts'
import { createRecordWriter, type RecordWriter } from './record-writer.ts'

export const OPENAI_PROTOCOL = 'openai-chat'

export interface OpenAiConversation<M, T> extends Conversation {
  readonly originals: OpenAiOriginals<M, T>
}

/** What the messages were read from. `toOpenAi` gives back what nothing was taken out of. */
export interface OpenAiOriginals<M, T> {
  readonly system: { readonly text: string; readonly messages: readonly M[] }
  /** By the parts of a user message, or by the result. */
  readonly messages: ReadonlyMap<object, M>
  readonly tools: ReadonlyMap<ToolDeclaration, T>
}

/**
 * Messages of OpenAI's Chat Completions as a record. System and developer messages at the start are the system prompt; one that comes later is
 * a user message to the layers, and goes back as it came. Answers are taken for the model's own.
 */
export function fromOpenAi<M extends OpenAiMessageLike, T extends OpenAiToolLike>(
  body: { readonly messages: readonly M[]; readonly tools?: readonly T[] },
  options: ModelOptions,
): OpenAiConversation<M, T> {
  checkMessages(body)
  const model = toModelFacts(options)
  const start = body.messages.findIndex(({ role }) => role !== 'system' && role !== 'developer')
  const leading = start === -1 ? body.messages : body.messages.slice(0, start)
  const system = leading.map(message => textOf(message.content)).join('\n\n')
  const record = createRecordWriter(model)
  const originals = new Map<object, M>()
  for (let index = leading.length; index < body.messages.length; index += 1) {
    const message = body.messages[index]
    if (message === undefined) continue
    switch (message.role) {
      case 'system':
      case 'developer':
      case 'user': {
        const parts = piecesOf(message.content)
        originals.set(parts, message)
        record.user(parts)
        break
      }
      case 'assistant':
        record.answer(answerParts(message, record), toJson(message))
        break
      case 'tool': {
        const end = endOfResults(body.messages, index)
        record.results(body.messages.slice(index, end).map(result => toResult(result, record, originals)))
        index = end - 1
        break
      }
      default:
        throw new Error(`message ${index} has the role ${JSON.stringify(message.role)}, which no converter knows`)
    }
  }
  const tools = new Map((body.tools ?? []).map(tool => [toDeclaration(tool), tool]))
  return {
    system,
    path: record.path,
    tools: [...tools.keys()],
    model,
    originals: { system: { text: system, messages: leading }, messages: originals, tools },
  }
}

function toModelFacts(options: ModelOptions): ModelFacts {
  return {
    definition: 'openai',
    protocol: OPENAI_PROTOCOL,
    name: options.model,
    contextWindow: null,
    outputLimit: null,
    takes: { images: true, files: true, tools: true },
    reasoning: 'effort',
    caching: 'automatic',
    ...options,
  }
}

function endOfResults(messages: readonly OpenAiMessageLike[], from: number): number {
  const end = messages.findIndex(({ role }, index) => index > from && role !== 'tool')
  return end === -1 ? messages.length : end
}

function toResult<M extends OpenAiMessageLike>(
  message: M,
  record: RecordWriter,
  originals: Map<object, M>,
): ToolResultPart {
  const { callId, tool } = record.callOf(message.tool_call_id ?? '')
  const part: ToolResultPart = {
    kind: 'tool-result',
    callId,
    tool,
    outcome: 'done',
    content: piecesOf(message.content),
  }
  originals.set(part, message)
  return part
}

function answerParts(message: OpenAiMessageLike, record: RecordWriter): readonly AssistantPart[] {
  const { reasoning_content: reasoning, refusal, tool_calls: calls } = message
  const parts: AssistantPart[] = reasoning ? [{ kind: 'reasoning', text: reasoning, signature: null }] : []
  parts.push(...piecesOf(message.content))
  if (refusal) parts.push({ kind: 'text', text: refusal })
  for (const call of calls ?? []) parts.push(toCall(call, record))
  return parts
}

function toCall({ id, function: called, custom }: OpenAiCallLike, record: RecordWriter): AssistantPart {
  const tool = called?.name ?? custom?.name
  if (tool === undefined) throw new Error(`call ${id} calls neither a function nor a custom tool`)
  const input = called?.arguments ?? custom?.input ?? ''
  return { kind: 'tool-call', callId: record.openCall(id, tool), tool, input, providerCallId: id }
}

function piecesOf(content: OpenAiMessageLike['content']): readonly (TextPart | FilePart)[] {
  if (content === null || content === undefined) return []
  return typeof content === 'string' ? [{ kind: 'text', text: content }] : content.map(toPiece)
}

function toPiece(part: OpenAiPartLike): TextPart | FilePart {
  const { text, refusal, image_url: image, input_audio: audio, file } = part
  const said = text ?? refusal
  if (said !== undefined) return { kind: 'text', text: said }
  if (image !== undefined) return fileAt(image.url, 'image', 'image/*')
  if (audio !== undefined) return fileOfData(audio.data, 'audio', `audio/${audio.format}`)
  const name = file?.filename ?? 'file'
  if (file?.file_data !== undefined) return fileAt(file.file_data, name, 'application/octet-stream')
  if (file?.file_id !== undefined) return fileOfId('openai', file.file_id, name, 'application/octet-stream')
  return fileOfBlock(part, part.type)
}

function textOf(content: OpenAiMessageLike['content']): string {
  return piecesOf(content)
    .map(piece => (piece.kind === 'text' ? piece.text : ''))
    .join('')
}

function toDeclaration(tool: OpenAiToolLike): ToolDeclaration {
  const { function: called, custom, type } = tool
  if (called === undefined) {
    return { name: custom?.name ?? type, description: custom?.description ?? '', input: toJson(tool) }
  }
  return { name: called.name, description: called.description ?? '', input: toJson(called.parameters ?? {}) }
}
