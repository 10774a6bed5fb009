import type { ContentBlock, ToolRemovalBlock, ToolResultBlock, ToolUseBlock } from '@aws-sdk/client-bedrock-runtime'
import type { AssistantPart, FilePart, Json, RequestMessage, TextPart, ToolResultPart, UserPart } from '@stet/history'
import type { Block, Message } from '../claude/blocks.ts'
import type { Dialect } from '../facts/known-model.ts'
import type { CallIds } from '../mapping/call-ids.ts'
import { type FileMapping, fileNote, mapFile } from '../mapping/map-file.ts'
import type { ToolNames } from '../mapping/tools.ts'
import { isSaid, toInputObject } from '../mapping/words.ts'
import { isJsonList, isJsonObject, textField } from '../transport/json-field.ts'
import { toBase64 } from '../transport/to-base64.ts'
import { isCall, shape } from './body.ts'

export interface Mapping extends FileMapping {
  readonly dialect: Dialect | null
  readonly ids: CallIds
  readonly names: ToolNames
  /** Names of documents that the request has already used. */
  readonly documents: Set<string>
}

/** Messages as Converse takes them: both roles in turn, with results as the user's, and what the system says before an answer (C21). */
export function toMessages(
  messages: readonly RequestMessage[],
  mapping: Mapping,
  mark: Block | null,
): readonly Message[] {
  const turns: { readonly role: Message['role']; readonly content: Block[] }[] = []
  /** What the system says before the next answer, in one message. */
  const said: Block[] = []
  const saySystem = (): void => {
    if (said.length > 0) turns.push({ role: 'system', content: said.splice(0) })
  }
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    if (role === 'assistant') saySystem()
    if (message.form === 'plain' && message.role === 'user' && message.bySystem) {
      said.push(...message.parts.flatMap(part => (part.kind === 'text' ? fromText(part) : [{ text: fileNote(part) }])))
      continue
    }
    if (message.form === 'plain' && message.role !== 'assistant') said.push(...changesAfter(message, mapping.names))
    const blocks = toBlocks(message, mapping)
    if (blocks.length === 0) {
      mapping.notes.push(`${message.messageId ?? 'a note'} says nothing and was left out`)
      continue
    }
    const content = mark !== null && message.cacheMark ? [...blocks, mark] : blocks
    const last = turns.at(-1)
    if (last?.role === role) last.content.push(...content)
    else turns.push({ role, content: [...content] })
  }
  saySystem()
  return turns
}

type Followed = Extract<RequestMessage, { readonly role: 'user' | 'tool-results' }>

/** What changes after a message: the tools that are offered no longer, and what the system says. */
function changesAfter({ toolsRemoved = [], systemAfter = '' }: Followed, names: ToolNames): readonly Block[] {
  return [
    ...toolsRemoved.map(name => ({
      ['toolRemoval' satisfies keyof ContentBlock.ToolRemovalMember]: {
        tool: { name: names.toWire(name) } satisfies ToolRemovalBlock['tool'],
      },
    })),
    ...fromText({ kind: 'text', text: systemAfter }),
  ]
}

function toBlocks(message: RequestMessage, mapping: Mapping): readonly Block[] {
  if (message.form === 'native') return fromNative(message, mapping)
  switch (message.role) {
    case 'user':
      return fromUser(message.parts, mapping)
    case 'assistant':
      return message.parts.flatMap(part => fromAssistant(part, mapping))
    case 'tool-results':
      return message.parts.map(part => fromResult(part, mapping))
  }
}

type Native = Extract<RequestMessage, { readonly form: 'native' }>

/** As it came, except for an id that Bedrock would refuse to see again. */
function fromNative({ native, calls, omitReasoning }: Native, { ids, notes }: Mapping): readonly Block[] {
  const { protocol, content } = native
  if (protocol !== 'bedrock') throw new Error(`an answer of the protocol ${protocol} cannot be replayed to Bedrock`)
  let made = -1
  const blocks = (isJsonList(content) ? content : []).filter(isJsonObject)
  return (omitReasoning ? blocks.filter(block => !shape.isThinking(block)) : blocks).map(block => {
    if (!isCall(block)) return block
    made += 1
    const own = textField(block.toolUse, 'toolUseId')
    const call = calls[made]
    if (call === undefined) return block
    const toolUseId = ids.name(call.callId, own)
    if (toolUseId === own) return block
    notes.push(`a call was given the id ${toolUseId}: its own is missing, repeated or refused`)
    return { ...block, toolUse: { ...(isJsonObject(block.toolUse) ? block.toolUse : {}), toolUseId } }
  })
}

function fromUser(parts: readonly UserPart[], mapping: Mapping): readonly Block[] {
  const blocks = parts.flatMap(part => (part.kind === 'text' ? fromText(part) : fromFile(part, mapping)))
  // Bedrock refuses a document without a text beside it.
  const isMute = blocks.some(block => 'document' in block) && !blocks.some(block => 'text' in block)
  return isMute ? [{ text: namesOf(parts) }, ...blocks] : blocks
}

function namesOf(parts: readonly UserPart[]): string {
  return parts.flatMap(part => (part.kind === 'file' ? [part.name] : [])).join(', ')
}

function fromAssistant(part: AssistantPart, { ids, names }: Mapping): readonly Block[] {
  switch (part.kind) {
    case 'text':
      return fromText(part)
    case 'tool-call': {
      const input = toInputObject(part.input)
      const toolUseId = ids.name(part.callId, null)
      return [{ toolUse: { toolUseId, name: names.toWire(part.tool), input } satisfies OnWire<ToolUseBlock> }]
    }
    // Only the user's messages may hold files.
    case 'file':
      return [{ text: fileNote(part) }]
    case 'reasoning':
    case 'provider-call':
    case 'source':
    case 'error':
      return []
  }
}

function fromResult(part: ToolResultPart, mapping: Mapping): Block {
  const content: readonly Json[] = part.content.flatMap(entry =>
    entry.kind === 'text' ? fromText(entry) : fromFile(entry, mapping),
  )
  // Only these two are documented to take it.
  const hasStatus = mapping.dialect === 'claude' || mapping.dialect === 'nova'
  const status = part.outcome === 'done' ? 'success' : 'error'
  return {
    toolResult: {
      toolUseId: mapping.ids.of(part.callId),
      content: content.length === 0 ? [{ text: '(nothing)' }] : content,
      ...(hasStatus && { status: status satisfies ToolResultBlock['status'] }),
    },
  }
}

function fromText({ text }: TextPart): readonly Block[] {
  return isSaid(text) ? [{ text } satisfies Pick<ContentBlock.TextMember, 'text'>] : []
}

/** A type of the SDK as it is on the wire, where inputs are any JSON. */
type OnWire<T extends { input: unknown }> = Omit<T, 'input' | 'type'> & { input: Json }

function fromFile(part: FilePart, mapping: Mapping): readonly Block[] {
  const file = mapFile(part, mapping)
  switch (file.as) {
    case 'text':
      return [{ text: `<file name=${JSON.stringify(part.name)}>\n${file.text}\n</file>` }]
    case 'note':
      return [{ text: file.text }]
    case 'image':
      return [{ image: { format: file.format, source: { bytes: toBase64(file.bytes) } } }]
    case 'audio':
    case 'document':
      return [
        {
          document: {
            format: file.format,
            name: documentName(part.name, mapping.documents),
            source: { bytes: toBase64(file.bytes) },
          },
        },
      ]
  }
}

const LONGEST_NAME = 150

/** Documents have names of few characters, and no name twice in a request. */
function documentName(fileName: string, taken: Set<string>): string {
  const plain = fileName
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[^a-zA-Z0-9\s()[\]-]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
  const base = plain === '' ? 'document' : plain
  let name = base
  for (let count = 2; taken.has(name); count += 1) name = `${base} (${count})`
  taken.add(name)
  return name
}
