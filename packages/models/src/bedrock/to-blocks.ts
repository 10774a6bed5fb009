import type { AssistantPart, FilePart, Json, ModelFacts, TextPart, ToolResultPart, UserPart } from '@stet/history'
import type { Dialect } from '../facts/known-model.ts'
import type { CallIds } from '../mapping/call-ids.ts'
import { isSaid } from '../mapping/is-said.ts'
import { isTextType } from '../mapping/is-text-type.ts'
import { toInputObject } from '../mapping/to-input-object.ts'
import { toToolName } from '../mapping/to-tool-name.ts'
import { toBase64 } from '../transport/to-base64.ts'
import type { Block } from './body.ts'
import type { DocumentNames } from './document-names.ts'

const LONGEST_NAME = 64

export interface Mapping {
  readonly facts: Pick<ModelFacts, 'takes'>
  readonly dialect: Dialect | null
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly ids: CallIds
  readonly names: DocumentNames
  readonly notes: string[]
}

export function fromUser(parts: readonly UserPart[], mapping: Mapping): readonly Block[] {
  const blocks = parts.flatMap(part => (part.kind === 'text' ? fromText(part) : fromFile(part, mapping)))
  // Bedrock refuses a document that nothing is said about.
  const isMute = blocks.some(block => 'document' in block) && !blocks.some(block => 'text' in block)
  return isMute ? [{ text: namesOf(parts) }, ...blocks] : blocks
}

function namesOf(parts: readonly UserPart[]): string {
  return parts.flatMap(part => (part.kind === 'file' ? [part.name] : [])).join(', ')
}

export function fromAssistant(part: AssistantPart, mapping: Mapping): readonly Block[] {
  switch (part.kind) {
    case 'text':
      return fromText(part)
    case 'tool-call': {
      const toolUseId = mapping.ids.name(part.callId, null)
      return [{ toolUse: { toolUseId, name: toToolName(part.tool, LONGEST_NAME), input: toInputObject(part.input) } }]
    }
    // A picture may only be the person's.
    case 'file':
      return [{ text: noteOf(part) }]
    case 'reasoning':
    case 'provider-call':
    case 'source':
    case 'error':
      return []
  }
}

export function fromResult(part: ToolResultPart, mapping: Mapping): Block {
  const content: readonly Json[] = part.content.flatMap(entry =>
    entry.kind === 'text' ? fromText(entry) : fromFile(entry, mapping),
  )
  // Only these two are documented to take it.
  const hasStatus = mapping.dialect === 'claude' || mapping.dialect === 'nova'
  return {
    toolResult: {
      toolUseId: mapping.ids.of(part.callId),
      content: content.length === 0 ? [{ text: '(nothing)' }] : content,
      ...(hasStatus && { status: part.outcome === 'done' ? 'success' : 'error' }),
    },
  }
}

function fromText({ text }: TextPart): readonly Block[] {
  return isSaid(text) ? [{ text }] : []
}

const IMAGE_FORMATS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

const DOCUMENT_FORMATS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
}

function fromFile(file: FilePart, { facts, files, names, notes }: Mapping): readonly Block[] {
  const bytes = files.get(file.blob)
  if (bytes === undefined) throw new Error(`the bytes of ${file.name} were not handed in`)
  if (isTextType(file.mediaType)) {
    return [{ text: `<file name=${JSON.stringify(file.name)}>\n${new TextDecoder().decode(bytes)}\n</file>` }]
  }
  const image = IMAGE_FORMATS[file.mediaType]
  if (image !== undefined && facts.takes.images) {
    return [{ image: { format: image, source: { bytes: toBase64(bytes) } } }]
  }
  const document = DOCUMENT_FORMATS[file.mediaType]
  if (document !== undefined && facts.takes.files) {
    return [{ document: { format: document, name: names.name(file.name), source: { bytes: toBase64(bytes) } } }]
  }
  notes.push(`${file.name} was left out: this model does not take ${file.mediaType}`)
  return [{ text: noteOf(file) }]
}

/** What stands for a file where its bytes cannot go. */
function noteOf({ name, mediaType }: FilePart): string {
  return `[file ${JSON.stringify(name)}, ${mediaType}]`
}
