import type { AssistantPart, ModelRequest, RequestMessage, ToolResultPart } from '@stet/history'
import { type CallIds, createCallIds } from '../mapping/call-ids.ts'
import { toInputObject } from '../mapping/to-input-object.ts'
import { toToolName } from '../mapping/to-tool-name.ts'
import { type Block, isBlankText, isThinking, type Turn } from './block.ts'
import { type Losses, replay } from './replay.ts'
import { toFileBlock, toFileNote } from './to-file-block.ts'

export interface TurnsInput {
  readonly messages: ModelRequest['messages']
  readonly files: ReadonlyMap<string, Uint8Array>
  /** Whether marks are put on blocks at all. */
  readonly marks: boolean
}

export interface Turns {
  readonly turns: readonly Turn[]
  readonly notes: readonly string[]
}

const LONGEST_NAME = 128
export const CACHE_MARK: Block = { type: 'ephemeral' }

/** The messages of a request as Anthropic reads them: results are the person's, and messages of one role in a row are one turn. */
export function toTurns({ messages, files, marks }: TurnsInput): Turns {
  const turns: { role: Turn['role']; content: Block[] }[] = []
  const losses: Losses = { citations: 0, blanks: 0, unanswered: 0 }
  const notes: string[] = []
  const ids = createCallIds(own => own !== '')
  for (const [index, message] of messages.entries()) {
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const asked = turns.findLast(turn => turn.role === 'user')
    const place = {
      afterResult: asked?.content.some(block => block.type === 'tool_result') ?? false,
      isLast: index === messages.length - 1,
    }
    const blocks =
      message.form === 'native'
        ? withCallIds(replay(message.native, place, losses), message, ids)
        : fromParts(message, ids, files, notes)
    if (blocks.length === 0) notes.push(`${message.messageId ?? 'a note'} says nothing to this model and was left out`)
    const content = marks && message.cacheMark ? withMark(blocks) : blocks
    const last = turns.at(-1)
    if (last?.role === role) last.content.push(...content)
    else if (content.length > 0) turns.push({ role, content: [...content] })
  }
  return { turns, notes: [...notes, ...toNotes(losses)] }
}

type Native = Extract<RequestMessage, { readonly form: 'native' }>
type Plain = Extract<RequestMessage, { readonly form: 'plain' }>

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

function fromParts(
  message: Plain,
  ids: CallIds,
  files: ReadonlyMap<string, Uint8Array>,
  notes: string[],
): readonly Block[] {
  switch (message.role) {
    case 'user':
      return message.parts.flatMap(part => (part.kind === 'file' ? toFileBlock(part, files) : toTextBlocks(part.text)))
    case 'assistant':
      return message.parts.flatMap(part => toAnswerBlocks(part, ids))
    case 'tool-results':
      return message.parts.map(part => toResultBlock(part, ids.of(part.callId), files, notes))
  }
}

function toTextBlocks(text: string): readonly Block[] {
  const block = { type: 'text', text }
  return isBlankText(block) ? [] : [block]
}

function toAnswerBlocks(part: AssistantPart, ids: CallIds): readonly Block[] {
  switch (part.kind) {
    case 'text':
      return toTextBlocks(part.text)
    // An answer may hold no files: a note says that there was one.
    case 'file':
      return [{ type: 'text', text: toFileNote(part) }]
    case 'tool-call':
      return [
        {
          type: 'tool_use',
          id: ids.name(part.callId, null),
          name: toToolName(part.tool, LONGEST_NAME),
          input: toInputObject(part.input),
        },
      ]
    case 'reasoning':
    case 'provider-call':
    case 'source':
    case 'error':
      return []
  }
}

/** A result that says it failed must say so in words, and in nothing but words. */
function toResultBlock(
  { outcome, content }: ToolResultPart,
  id: string,
  files: ReadonlyMap<string, Uint8Array>,
  notes: string[],
): Block {
  const failed = outcome !== 'done'
  const blocks = content.flatMap((piece): readonly Block[] => {
    if (piece.kind === 'text') return toTextBlocks(piece.text)
    if (!failed) return [toFileBlock(piece, files)]
    notes.push(`the file ${JSON.stringify(piece.name)} was left out: Anthropic takes only text of a call that failed`)
    return [{ type: 'text', text: toFileNote(piece) }]
  })
  const said = failed && blocks.length === 0 ? [{ type: 'text', text: `The call ended as ${outcome}.` }] : blocks
  return {
    type: 'tool_result',
    tool_use_id: id,
    ...(said.length === 0 ? {} : { content: said }),
    ...(failed ? { is_error: true } : {}),
  }
}

/** The mark stands on the last block that may bear one, which thinking may not. The block that was kept is not touched. */
export function withMark(blocks: readonly Block[]): readonly Block[] {
  const place = blocks.findLastIndex(block => !isThinking(block))
  return blocks.map((block, index) => (index === place ? { ...block, cache_control: CACHE_MARK } : block))
}

function toNotes({ citations, blanks, unanswered }: Losses): readonly string[] {
  return [
    ...(citations === 0
      ? []
      : [`citations of ${citations} earlier texts were left out: behind a tool result Anthropic refuses them`]),
    ...(blanks === 0 ? [] : [`${blanks} blank texts of earlier answers were left out: Anthropic refuses them`]),
    ...(unanswered === 0
      ? []
      : [`${unanswered} calls of the provider's own tools were left out: they were broken off before their result`]),
  ]
}
