import type { TextBlockParam, ToolResultBlockParam, ToolUseBlockParam } from '@anthropic-ai/sdk/resources/messages'
import type {
  AssistantPart,
  FilePart,
  Json,
  MessageId,
  ModelRequest,
  RequestMessage,
  ToolResultPart,
  UserPart,
} from '@stet/history'
import type { Block, Message } from '../claude/blocks.ts'
import type { ClaudeEffort } from '../claude/thinking.ts'
import { toAddition, toRemoval, toSearchChange } from '../claude/to-tool.ts'
import { type CallIds, createCallIds, plainId } from '../mapping/call-ids.ts'
import { type FileMapping, mapFile } from '../mapping/map-file.ts'
import type { ToolNames } from '../mapping/tools.ts'
import { toInputObject } from '../mapping/words.ts'
import { ModelError } from '../model-error.ts'
import { isJsonList, isJsonObject } from '../transport/json-field.ts'
import { toBase64 } from '../transport/to-base64.ts'
import { isBlankText, isProviderCall, isProviderResult, isThinking } from './body.ts'

export interface MessagesInput extends Pick<FileMapping, 'takes' | 'files'> {
  readonly messages: ModelRequest['messages']
  readonly names: ToolNames
  /** What marks a block up to which Anthropic caches; null where none are set. */
  readonly mark: Block | null
  /** An effort of a message as the model takes it; undefined for none that it takes. */
  readonly effortOf: (effort: string) => ClaudeEffort | undefined
}

export interface MappedMessages {
  readonly messages: readonly Message[]
  /** For each of them the message of the record that each of its blocks is from. */
  readonly origins: BlockOrigins
  readonly notes: readonly string[]
}

/** Whose blocks are where in a request: `origins[message][block]`. */
export type BlockOrigins = readonly (readonly (MessageId | null)[])[]

interface Mapping extends FileMapping {
  readonly ids: CallIds
  readonly names: ToolNames
}

/** The messages of a request as Anthropic reads them: results are the user's, and consecutive messages of one role are one. */
export function toMessages({ messages, takes, files, names, mark, effortOf }: MessagesInput): MappedMessages {
  const turns: Turn[] = []
  /** What the system says before the next answer, in one message. */
  const said: Turn[] = []
  const losses: Losses = { citations: 0, blanks: 0, unanswered: 0, orphans: 0 }
  const notes: string[] = []
  const ids = createCallIds({ accepts: () => true, make: plainId })
  const mapping: Mapping = { protocol: 'anthropic', takes, files, notes, ids, names }
  const provided = providerIds(messages)
  for (const [index, message] of messages.entries()) {
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    // The system speaks only right before an answer: between two messages of the user Anthropic refuses it.
    if (role === 'assistant') turns.push(...said.splice(0))
    const asked = turns.findLast(turn => turn.role === 'user')
    const place = {
      ...provided,
      afterResult: asked?.content.some(block => block.type === 'tool_result') ?? false,
      isOpen: messages.slice(index + 1).every(next => next.role === 'tool-results'),
    }
    if (message.form === 'plain' && message.role === 'user' && message.bySystem) {
      addTo(said, toSystemBlocks(message.parts), message.messageId)
      continue
    }
    const blocks =
      message.form === 'native'
        ? withCallIds(replay(message, place, losses), message, ids)
        : fromParts(message, mapping)
    if (blocks.length === 0) notes.push(`${message.messageId ?? 'a note'} says nothing to this model and was left out`)
    const content = mark !== null && message.cacheMark ? withMark(blocks, mark) : blocks
    const last = turns.at(-1)
    const from = content.map(() => message.messageId)
    if (last?.role === role) {
      last.content.push(...content)
      last.from.push(...from)
    } else if (content.length > 0) turns.push({ role, content: [...content], from })
    if (message.form === 'native' || message.role === 'assistant') continue
    addTo(said, systemBlocks(message, names), message.messageId)
    const effort = message.role === 'user' && message.effortAfter ? effortOf(message.effortAfter) : undefined
    if (effort !== undefined) said.splice(0, 1, { ...(said[0] ?? nothingSaid()), effort })
  }
  turns.push(...said)
  return {
    messages: turns.map(({ role, content, effort }) => ({
      role,
      content,
      ...(effort !== undefined && { output_config: { effort } }),
    })),
    origins: turns.map(({ from }) => from),
    notes: [...notes, ...toNotes(losses)],
  }
}

interface Turn {
  readonly role: Message['role']
  readonly content: Block[]
  readonly from: (MessageId | null)[]
  readonly effort?: ClaudeEffort
}

function nothingSaid(): Turn {
  return { role: 'system', content: [], from: [] }
}

function addTo(said: Turn[], blocks: readonly Block[], messageId: MessageId | null): void {
  if (blocks.length === 0) return
  if (said.length === 0) said.push(nothingSaid())
  said[0]?.content.push(...blocks)
  said[0]?.from.push(...blocks.map(() => messageId))
}

/** What changes after a message: the tools, and what the system says (C21). */
function systemBlocks(
  {
    toolsAfter = [],
    toolsRemoved = [],
    webSearchAfter,
    systemAfter = '',
  }: Extract<RequestMessage, { role: 'user' | 'tool-results' }>,
  names: ToolNames,
): readonly Block[] {
  return [
    ...toolsAfter.map(tool => toAddition(tool, names)),
    ...toolsRemoved.map(name => toRemoval(name, names)),
    ...(webSearchAfter === undefined ? [] : [toSearchChange(webSearchAfter)]),
    ...toTextBlocks(systemAfter),
  ]
}

/** Only text: a message of the system takes no files. */
function toSystemBlocks(parts: readonly UserPart[]): readonly Block[] {
  return parts.flatMap(part => (part.kind === 'text' ? toTextBlocks(part.text) : toTextBlocks(sizedNote(part))))
}

/** What was left out of earlier answers on their way back. */
interface Losses {
  /** Texts whose citations were left out. */
  citations: number
  blanks: number
  /** Calls of the provider's own tools without a result. */
  unanswered: number
  /** Results of such tools without a call. */
  orphans: number
}

interface Place {
  /** Whether the message before holds a tool result: there the indices of citations are invalid (C7). */
  readonly afterResult: boolean
  /** Whether nothing but tool results follows: a call of the provider's own may still wait for its result (`pause_turn`, a deferred tool search). */
  readonly isOpen: boolean
  /** The calls of the provider's own tools, and those that have a result, in all answers of the request: a result may come in the next answer. */
  readonly called: ReadonlySet<Json>
  readonly answered: ReadonlySet<Json>
}

function providerIds(messages: ModelRequest['messages']): Pick<Place, 'called' | 'answered'> {
  const blocks = messages.flatMap(message =>
    message.form === 'native' && isBlockList(message.native.content) ? message.native.content : [],
  )
  return {
    called: new Set(blocks.filter(isProviderCall).map(({ id = null }) => id)),
    answered: new Set(blocks.filter(isProviderResult).map(({ tool_use_id: id = null }) => id)),
  }
}

type Native = Extract<RequestMessage, { readonly form: 'native' }>
type Plain = Extract<RequestMessage, { readonly form: 'plain' }>

/** The blocks of an answer that goes native. Each is the very object that was saved, unless Anthropic refuses it so. */
function replay({ native, omitReasoning }: Native, place: Place, losses: Losses): readonly Block[] {
  const { protocol, content } = native
  if (protocol !== 'anthropic' || !isBlockList(content)) {
    const message = `an answer of the protocol ${protocol} cannot be sent to Anthropic as it is`
    throw new ModelError('invalid-request', { message })
  }
  const kept = content.filter(block => {
    if (omitReasoning && isThinking(block)) return false
    if (isBlankText(block)) losses.blanks += 1
    else if (!place.isOpen && isProviderCall(block) && !place.answered.has(block.id ?? null)) losses.unanswered += 1
    else if (isProviderResult(block) && !place.called.has(block.tool_use_id ?? null)) losses.orphans += 1
    else return true
    return false
  })
  const blocks = kept.length === content.length ? kept : withoutLastThinking(kept)
  return place.afterResult ? blocks.map(block => withoutCitations(block, losses)) : blocks
}

function isBlockList(content: Json): content is readonly Block[] {
  return isJsonList(content) && content.every(isJsonObject)
}

/** Thinking that nothing follows any more is refused. */
function withoutLastThinking(blocks: readonly Block[]): readonly Block[] {
  return blocks.slice(0, blocks.findLastIndex(block => !isThinking(block)) + 1)
}

function withoutCitations(block: Block, losses: Losses): Block {
  const { citations, ...rest } = block
  if (block.type !== 'text' || !isJsonList(citations) || citations.length === 0) return block
  losses.citations += 1
  return rest
}

/** A block keeps its id, and with that its bytes, unless the id is missing or was given before (FP-11). */
function withCallIds(blocks: readonly Block[], { calls }: Native, ids: CallIds): readonly Block[] {
  let made = 0
  return blocks.map(block => {
    if (block.type !== 'tool_use') return block
    const call = calls[made]
    made += 1
    if (call === undefined) return block
    const id = ids.name(call.callId, typeof block.id === 'string' ? block.id : null)
    return id === block.id ? block : { ...block, id }
  })
}

function fromParts(message: Plain, mapping: Mapping): readonly Block[] {
  switch (message.role) {
    case 'user':
      return message.parts.flatMap(part =>
        part.kind === 'file' ? toFileBlock(part, mapping) : toTextBlocks(part.text),
      )
    case 'assistant':
      return message.parts.flatMap(part => toAnswerBlocks(part, mapping))
    case 'tool-results':
      return message.parts.map(part => toResultBlock(part, mapping))
  }
}

function toTextBlocks(text: string): readonly Block[] {
  const block = { type: 'text', text } satisfies TextBlockParam
  return isBlankText(block) ? [] : [block]
}

function toAnswerBlocks(part: AssistantPart, { ids, names }: Mapping): readonly Block[] {
  switch (part.kind) {
    case 'text':
      return toTextBlocks(part.text)
    // An answer may hold no files: a note says that there was one.
    case 'file':
      return toTextBlocks(sizedNote(part))
    case 'tool-call':
      return [
        {
          type: 'tool_use',
          id: ids.name(part.callId, null),
          name: names.toWire(part.tool),
          input: toInputObject(part.input),
        } satisfies ToolUseBlockParam,
      ]
    case 'reasoning':
    case 'provider-call':
    case 'source':
    case 'error':
      return []
  }
}

/** A result that failed must say so in text, and in nothing but text. */
function toResultBlock({ callId, outcome, content }: ToolResultPart, mapping: Mapping): Block {
  const isFailed = outcome !== 'done'
  const blocks = content.flatMap((piece): readonly Block[] => {
    if (piece.kind === 'text') return toTextBlocks(piece.text)
    if (!isFailed) return [toFileBlock(piece, mapping)]
    mapping.notes.push(`${piece.name} was left out: Anthropic takes only text from a call that failed`)
    return toTextBlocks(sizedNote(piece))
  })
  const said = isFailed && blocks.length === 0 ? toTextBlocks(`The call ended as ${outcome}.`) : blocks
  return {
    ...({ type: 'tool_result', tool_use_id: mapping.ids.of(callId) } satisfies ToolResultBlockParam),
    ...(said.length > 0 && { content: said }),
    ...(isFailed && { is_error: true }),
  }
}

/** Anthropic refuses a longer title, and an empty one. */
const LONGEST_TITLE = 500

function toFileBlock(part: FilePart, mapping: Mapping): Block {
  const title = part.name === '' ? {} : { title: part.name.slice(0, LONGEST_TITLE) }
  const file = mapFile(part, mapping)
  switch (file.as) {
    case 'text':
      if (file.text === '') return { type: 'text', text: sizedNote(part) }
      return { type: 'document', source: { type: 'text', media_type: 'text/plain', data: file.text }, ...title }
    case 'note':
      return { type: 'text', text: sizedNote(part) }
    case 'image':
    case 'audio':
    case 'document': {
      const source = { type: 'base64', media_type: file.mediaType, data: toBase64(file.bytes) }
      return file.as === 'image' ? { type: 'image', source } : { type: 'document', source, ...title }
    }
  }
}

function sizedNote({ name, mediaType, size }: FilePart): string {
  return `[file ${JSON.stringify(name)}, ${mediaType}, ${size} bytes]`
}

/** The mark is set on the last block that may carry one, which thinking may not. The saved block is not changed. */
function withMark(blocks: readonly Block[], mark: Block): readonly Block[] {
  const place = blocks.findLastIndex(block => !isThinking(block))
  return blocks.map((block, index) => (index === place ? { ...block, cache_control: mark } : block))
}

function toNotes({ citations, blanks, unanswered, orphans }: Losses): readonly string[] {
  const counted: readonly (readonly [count: number, note: string])[] = [
    [citations, `citations of ${citations} earlier texts were left out: Anthropic refuses them after a tool result`],
    [blanks, `${blanks} blank texts of earlier answers were left out: Anthropic refuses them`],
    [unanswered, `${unanswered} calls of the provider's own tools were left out: they ended before their result`],
    [orphans, `${orphans} results of the provider's own tools were left out: their calls are gone`],
  ]
  return counted.flatMap(([count, note]) => (count === 0 ? [] : [note]))
}
