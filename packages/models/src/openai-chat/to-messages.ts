import type { AssistantPart, FilePart, ModelRequest, RequestMessage, TextPart, ToolResultPart } from '@stet/history'
import { isSaid } from '../mapping/is-said.ts'
import { WITHOUT_WORDS } from '../mapping/without-words.ts'
import type { JsonObject } from '../transport/json-field.ts'
import { type CallIds, createCallIds } from './call-ids.ts'
import { calledInput, calledName } from './called-function.ts'
import { type Files, isPicture, toContent, toFilePiece, toTextPiece } from './to-content.ts'
import { toReplay } from './to-replay.ts'

export interface MessageOptions {
  readonly files: Files
  readonly replayReasoning: boolean
  /** Whether the provider is told where to cache (C14). */
  readonly marks: boolean
}

export interface Messages {
  readonly messages: readonly JsonObject[]
  /** What was changed or left out on the way, in words. */
  readonly notes: readonly string[]
}

interface MappingOptions extends MessageOptions {
  /** The names of the tools that the request offers. */
  readonly declared: ReadonlySet<string>
}

/** The messages of a request as Chat Completions takes them, the system's first. */
export function toMessages(request: ModelRequest, options: MessageOptions): Messages {
  const ids = createCallIds()
  const notes: string[] = []
  const declared = new Set(request.tools.map(({ name }) => name))
  const messages = [
    ...toSystem(request, options),
    ...request.messages.flatMap(message => toMessage(message, ids, { ...options, declared }, notes)),
  ]
  return { messages, notes }
}

/** One message: many templates of local models take the system's words only once, and only at the start. */
function toSystem({ system }: ModelRequest, { marks }: MessageOptions): readonly JsonObject[] {
  const blocks = system.filter(({ text }) => isSaid(text))
  if (blocks.length === 0) return []
  if (!marks || !blocks.some(({ cacheMark }) => cacheMark)) {
    return [{ role: 'system', content: blocks.map(({ text }) => text).join('\n\n') }]
  }
  const content = blocks.map(({ text, cacheMark }) => ({
    type: 'text',
    text,
    ...(cacheMark && { cache_control: { type: 'ephemeral' } }),
  }))
  return [{ role: 'system', content }]
}

function toMessage(
  message: RequestMessage,
  ids: CallIds,
  options: MappingOptions,
  notes: string[],
): readonly JsonObject[] {
  const { marks, replayReasoning, declared } = options
  const marked = marks && message.cacheMark
  if (message.form === 'native') {
    const answer = toReplay(message, ids, { reasoning: replayReasoning, marks, declared }, notes)
    return answer === null ? [] : [answer]
  }
  const made = toPlain(message, ids, options, marked, notes)
  if (made.length === 0) notes.push(`${message.messageId ?? 'a note'} says nothing to a model and was left out`)
  return made
}

function toPlain(
  message: Extract<RequestMessage, { form: 'plain' }>,
  ids: CallIds,
  { files, declared }: MappingOptions,
  marked: boolean,
  notes: string[],
): readonly JsonObject[] {
  switch (message.role) {
    case 'user': {
      const pieces = message.parts.flatMap(part => toPieces(part, files))
      return pieces.length === 0 ? [] : [{ role: 'user', content: toContent(pieces, marked) }]
    }
    case 'assistant':
      return toAnswer(message.parts, ids, declared, marked, notes)
    case 'tool-results':
      return toResults(message.parts, ids, files, marked)
  }
}

function toPieces(part: TextPart | FilePart, files: Files): readonly JsonObject[] {
  return part.kind === 'text' ? toTextPiece(part) : [toFilePiece(part, files)]
}

function toAnswer(
  parts: readonly AssistantPart[],
  ids: CallIds,
  declared: ReadonlySet<string>,
  marked: boolean,
  notes: string[],
): readonly JsonObject[] {
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
        calls.push(toCall(part, ids, declared, notes))
        break
      case 'file':
        isNext = false
        notes.push(`${part.name} was left out: Chat Completions takes no files in the words of the model`)
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
  const content = pieces.length === 0 ? null : toContent(pieces, marked)
  return [{ role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }) }]
}

function toCall(
  { callId, tool, input }: Extract<AssistantPart, { kind: 'tool-call' }>,
  ids: CallIds,
  declared: ReadonlySet<string>,
  notes: string[],
): JsonObject {
  const name = calledName(tool, declared, notes)
  const text = isSaid(input) ? calledInput(tool, input, notes) : '{}'
  return { id: ids.of(callId), type: 'function', function: { name, arguments: text } }
}

/** Results are texts; their pictures follow in a message of the person's, since a result has no place for them. */
function toResults(
  parts: readonly ToolResultPart[],
  ids: CallIds,
  files: Files,
  marked: boolean,
): readonly JsonObject[] {
  const pictures = parts.flatMap(({ content }) => content.filter(part => part.kind === 'file' && isPicture(part)))
  const results = parts.map((part, index) => {
    const pieces = part.content.flatMap(piece => toResultPieces(piece, files))
    const said = pieces.length === 0 ? toTextPiece({ text: WITHOUT_WORDS[part.outcome] }) : pieces
    const content = toContent(said, marked && index === parts.length - 1)
    return { role: 'tool', tool_call_id: ids.of(part.callId), content }
  })
  if (pictures.length === 0) return results
  const shown = pictures.flatMap(part => toPieces(part, files))
  return [
    ...results,
    { role: 'user', content: [{ type: 'text', text: 'The pictures of the results above:' }, ...shown] },
  ]
}

function toResultPieces(part: TextPart | FilePart, files: Files): readonly JsonObject[] {
  if (part.kind === 'text') return toTextPiece(part)
  if (isPicture(part)) return [{ type: 'text', text: `[picture ${JSON.stringify(part.name)}, shown below]` }]
  const piece = toFilePiece(part, files)
  return [
    piece.type === 'text' ? piece : { type: 'text', text: `[file ${JSON.stringify(part.name)}, ${part.mediaType}]` },
  ]
}
