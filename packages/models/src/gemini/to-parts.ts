import type { AssistantPart, FilePart, Json, ModelFacts, TextPart, ToolResultPart, UserPart } from '@stet/history'
import { isSaid } from '../mapping/is-said.ts'
import { isTextType } from '../mapping/is-text-type.ts'
import { toToolName } from '../mapping/to-tool-name.ts'
import { isJsonObject, parseJson } from '../transport/json-field.ts'
import { toBase64 } from '../transport/to-base64.ts'
import { FUNCTION_NAME } from './body.ts'
import type { Traits } from './traits.ts'

export interface Mapping {
  readonly facts: Pick<ModelFacts, 'takes'>
  readonly traits: Traits
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly notes: string[]
}

export function fromUser(parts: readonly UserPart[], mapping: Mapping): readonly Json[] {
  return parts.flatMap(part => (part.kind === 'text' ? fromText(part) : fromFile(part, mapping)))
}

export function fromAssistant(parts: readonly AssistantPart[], mapping: Mapping): readonly Json[] {
  const firstCall = parts.find(part => part.kind === 'tool-call')
  return parts.flatMap(part => fromAnswered(part, part === firstCall, mapping))
}

function fromAnswered(part: AssistantPart, isFirstCall: boolean, mapping: Mapping): readonly Json[] {
  switch (part.kind) {
    case 'text':
      return fromText(part)
    case 'file':
      return fromFile(part, mapping)
    case 'tool-call': {
      const functionCall = { name: calledName(part.tool), args: toArguments(part.tool, part.input, mapping.notes) }
      const isSigned = mapping.traits.wantsSignatures && isFirstCall
      return [isSigned ? { functionCall, thoughtSignature: UNSIGNED } : { functionCall }]
    }
    case 'reasoning':
    case 'provider-call':
    case 'source':
    case 'error':
      return []
  }
}

/**
 * What Google documents for calls that another model made: without a signature on the first call of a step, Gemini 3 refuses the
 * request.
 */
const UNSIGNED = 'skip_thought_signature_validator'

/** Another model may have called what Gemini takes for no name. */
export function calledName(tool: string): string {
  return FUNCTION_NAME.test(tool) ? tool : `_${toToolName(tool, LONGEST_NAME)}`
}

const LONGEST_NAME = 127

/** Arguments must be an object: a text that is none goes as the only field of one (FP-10). */
function toArguments(tool: string, input: string, notes: string[]): Json {
  if (!isSaid(input)) return {}
  const parsed = parseJson(input)
  if (parsed !== undefined && isJsonObject(parsed)) return parsed
  notes.push(`the arguments of a call of ${tool} are no JSON object and went as text`)
  return { input }
}

/** What a result says of the call that it answers. */
export interface Answered {
  /** The provider's own id of it, where it has one. */
  readonly id: string | null
  /** The name that it goes by; null for the one that the tool has. */
  readonly name: string | null
}

/** A result that failed says so by the name of its field. */
export function fromResult(part: ToolResultPart, { id, name }: Answered, mapping: Mapping): readonly Json[] {
  const { traits } = mapping
  const files = part.content.filter(entry => entry.kind === 'file')
  const attached = files.flatMap(file => fromFile(file, mapping))
  const media = attached.filter(entry => isJsonObject(entry) && 'inlineData' in entry)
  const texts = part.content.flatMap(entry => (entry.kind === 'text' ? [entry.text] : []))
  const told = [...texts, ...attached.flatMap(entry => textOf(entry))].join('\n')
  const functionResponse = {
    ...(id !== null && { id }),
    name: name ?? part.tool,
    response: part.outcome === 'done' ? { output: told } : { error: told },
  }
  if (media.length === 0) return [{ functionResponse }]
  return traits.takesFilesInResults
    ? [{ functionResponse: { ...functionResponse, parts: media } }]
    : [{ functionResponse }, ...media]
}

function textOf(part: Json): readonly string[] {
  return isJsonObject(part) && typeof part.text === 'string' ? [part.text] : []
}

function fromText({ text }: TextPart): readonly Json[] {
  return isSaid(text) ? [{ text }] : []
}

function fromFile(file: FilePart, { facts, files, notes }: Mapping): readonly Json[] {
  const bytes = files.get(file.blob)
  if (bytes === undefined) throw new Error(`the bytes of ${file.name} were not handed in`)
  if (isTextType(file.mediaType))
    return [{ text: `<file name=${JSON.stringify(file.name)}>\n${decode(bytes)}\n</file>` }]
  const taken = file.mediaType.startsWith('image/') ? facts.takes.images : facts.takes.files
  if (taken) return [{ inlineData: { mimeType: file.mediaType, data: toBase64(bytes) } }]
  notes.push(`${file.name} was left out: this model does not take ${file.mediaType}`)
  return [{ text: `[file ${JSON.stringify(file.name)}, ${file.mediaType}]` }]
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
