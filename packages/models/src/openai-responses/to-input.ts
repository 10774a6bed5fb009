import type {
  AssistantPart,
  FilePart,
  Json,
  ModelRequest,
  RequestMessage,
  TextPart,
  ToolResultPart,
} from '@stet/history'
import { isSaid } from '../mapping/is-said.ts'
import { isTextType } from '../mapping/is-text-type.ts'
import { toToolName } from '../mapping/to-tool-name.ts'
import { ModelError } from '../model-error.ts'
import { isJsonList, textField } from '../transport/json-field.ts'
import { toBase64 } from '../transport/to-base64.ts'
import { type CallNames, nameCalls } from './name-calls.ts'

export interface Input {
  readonly items: readonly Json[]
  /** What was changed or left out on the way, in words. */
  readonly notes: readonly string[]
}

type Files = ReadonlyMap<string, Uint8Array>

/** The messages of a request as input items. A native answer is its items, unchanged. */
export function toInput({ messages }: ModelRequest, files: Files): Input {
  const names = nameCalls()
  const items: Json[] = []
  const notes: string[] = []
  for (const message of messages) {
    const made = toItems(message, names, files, notes)
    if (made.length === 0) notes.push(`${message.messageId ?? 'a note'} says nothing to a model and was left out`)
    items.push(...made)
  }
  return { items, notes }
}

function toItems(message: RequestMessage, names: CallNames, files: Files, notes: string[]): readonly Json[] {
  if (message.form === 'native') return names.inNative(itemsOf(message), message, notes)
  switch (message.role) {
    case 'user': {
      const content = message.parts.flatMap(part => toContent(part, files))
      return content.length === 0 ? [] : [{ role: 'user', content }]
    }
    case 'assistant':
      return toOutput(message.parts, names, notes)
    case 'tool-results':
      return message.parts.map(part => toResult(part, names, files))
  }
}

function itemsOf({ messageId, native }: Extract<RequestMessage, { form: 'native' }>): readonly Json[] {
  if (native.protocol === 'openai-responses' && isJsonList(native.content)) return native.content
  const message = `${messageId} is an answer in the words of ${native.protocol}, which the Responses API does not read`
  throw new ModelError('invalid-request', { message })
}

/** Texts in a row are one message: some providers cut a sentence into several, at every citation. */
function toOutput(parts: readonly AssistantPart[], names: CallNames, notes: string[]): readonly Json[] {
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
          call_id: names.inPlain(part.callId),
          name: toolName(part.tool, notes),
          arguments: part.input,
        })
        break
      case 'file':
        notes.push(`${part.name} was left out: the Responses API takes no files in the words of the model`)
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

const LONGEST_NAME = 64

/** A model may call a tool by a name that is none; repeated as it is, the whole request would be refused. */
function toolName(tool: string, notes: string[]): string {
  const name = toToolName(tool, LONGEST_NAME)
  if (name !== tool) notes.push(`a call of ${JSON.stringify(tool)} goes by the name ${name}, which the API takes`)
  return name
}

function toResult({ callId, outcome, content }: ToolResultPart, names: CallNames, files: Files): Json {
  const { id, type } = names.ofResult(callId)
  const [first, ...more] = content.flatMap(part => toContent(part, files))
  if (first === undefined) return { type, call_id: id, output: WITHOUT_WORDS[outcome] }
  const text = more.length === 0 ? textField(first, 'text') : null
  return { type, call_id: id, output: text ?? [first, ...more] }
}

const WITHOUT_WORDS: Readonly<Record<ToolResultPart['outcome'], string>> = {
  done: 'The tool gave no output.',
  failed: 'The tool failed.',
  denied: 'The call was denied.',
  unknown: 'Whether the tool ran is not known.',
}

function toContent(part: TextPart | FilePart, files: Files): readonly Json[] {
  if (part.kind === 'text') return !isSaid(part.text) ? [] : [{ type: 'input_text', text: part.text }]
  const { blob, name, mediaType } = part
  const bytes = files.get(blob)
  if (bytes === undefined) throw new ModelError('invalid-request', { message: `the bytes of ${name} are not at hand` })
  if (isTextType(mediaType)) {
    // As text it reaches every model; as a file only those that read files.
    const text = new TextDecoder().decode(bytes)
    return [{ type: 'input_text', text: `[file ${JSON.stringify(name)}, ${mediaType}]\n${text}` }]
  }
  const url = `data:${mediaType};base64,${toBase64(bytes)}`
  if (mediaType.startsWith('image/')) return [{ type: 'input_image', image_url: url, detail: 'auto' }]
  return [{ type: 'input_file', filename: name, file_data: url }]
}
