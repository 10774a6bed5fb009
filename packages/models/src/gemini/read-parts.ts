import type { Json, SourcePart } from '@stet/history'
import type { AnswerBuilder } from '../transport/answer-builder.ts'
import { isJsonObject, jsonField, listField, textField } from '../transport/json-field.ts'
import { fromBase64 } from '../transport/to-base64.ts'

export interface PartReader {
  read(part: Json): void
  /** Whether the model's own searches came as parts. */
  hasSearched(): boolean
}

/** Publishes the parts of an answer that have one of ours; all others are in the native content alone. */
export function createPartReader(builder: AnswerBuilder): PartReader {
  let open: { readonly kind: 'text' | 'reasoning'; readonly part: number } | null = null
  let hasSearched = false
  let pictures = 0

  function readText(kind: 'text' | 'reasoning', text: string, signature: string | null): void {
    // A signature alone comes with an empty text: it is no part of its own.
    if (text !== '' && open?.kind !== kind) open = { kind, part: builder.start({ kind }) }
    if (open?.kind !== kind) return
    builder.delta(open.part, text)
    if (kind === 'reasoning' && signature !== null) builder.sign(open.part, signature)
  }

  function readCall(call: Json): void {
    open = null
    const tool = textField(call, 'name') ?? ''
    const isGiven = isJsonObject(call) && call.args !== undefined
    const input = isGiven ? JSON.stringify(jsonField(call, 'args')) : ''
    builder.whole({ kind: 'tool-call', tool, providerCallId: textField(call, 'id') }, input)
  }

  function readOwnCall(call: Json): void {
    open = null
    const tool = textField(call, 'toolType')?.toLowerCase() ?? 'tool'
    if (tool.includes('search')) hasSearched = true
    builder.whole({ kind: 'provider-call', tool }, JSON.stringify(jsonField(call, 'args') ?? {}))
  }

  function readPicture(data: Json): void {
    const mediaType = textField(data, 'mimeType')
    const base64 = textField(data, 'data')
    const bytes = base64 === null || base64 === '' ? null : fromBase64(base64)
    if (mediaType === null || bytes === null) return
    open = null
    pictures += 1
    const extension = mediaType.split('/')[1]?.replace(/[^a-z0-9].*$/i, '') ?? 'bin'
    builder.add({ kind: 'made-file', name: `made-${pictures}.${extension}`, mediaType, bytes })
  }

  return {
    read(part) {
      if (!isJsonObject(part)) return
      const isThought = part.thought === true
      if (typeof part.text === 'string') {
        readText(isThought ? 'reasoning' : 'text', part.text, textField(part, 'thoughtSignature'))
      } else if (part.functionCall !== undefined) readCall(part.functionCall)
      else if (part.toolCall !== undefined) readOwnCall(part.toolCall)
      // An image within the reasoning is a draft, which nobody asked to keep.
      else if (part.inlineData !== undefined && !isThought) readPicture(part.inlineData)
    },
    hasSearched: () => hasSearched,
  }
}

/**
 * Adds a part of a chunk to the parts of the answer. Pieces of one text are joined, as in an answer that is not streamed; a part with
 * anything but text in it, such as a signature, stays as it is, since a signature belongs to the part that it came with.
 */
export function addPiece(parts: Json[], piece: Json): void {
  const last = parts.at(-1)
  const added = textPiece(piece)
  if (added === null) {
    parts.push(piece)
    return
  }
  // An empty text is refused when it is sent back.
  if (added.text === '') return
  const before = last === undefined ? null : textPiece(last)
  if (before === null || before.thought !== added.thought) parts.push(piece)
  else parts[parts.length - 1] = { ...before.part, text: before.text + added.text }
}

interface TextPiece {
  readonly part: { readonly [key: string]: Json }
  readonly text: string
  readonly thought: boolean
}

/** A part that is text or thought and nothing else; null for any other. */
function textPiece(part: Json): TextPiece | null {
  if (!isJsonObject(part) || typeof part.text !== 'string') return null
  const thought = part.thought === true
  const fields = Object.keys(part).length
  return fields === (thought ? 2 : 1) ? { part, text: part.text, thought } : null
}

/** The sources of an answer, each address once: what the search found, and what was recited. */
export function readSources(candidates: readonly Json[]): readonly SourcePart[] {
  const found = candidates.flatMap(candidate => [
    ...listField(jsonField(candidate, 'groundingMetadata'), 'groundingChunks').flatMap(fromChunk),
    ...listField(jsonField(candidate, 'citationMetadata'), 'citations').flatMap(citation => toSource(citation, null)),
  ])
  return found.filter((source, index) => found.findIndex(other => other.url === source.url) === index)
}

/** What was searched for, each query once: chunks may repeat earlier ones. */
export function searchQueries(candidates: readonly Json[]): readonly string[] {
  const queries = candidates.flatMap(candidate => {
    const listed = listField(jsonField(candidate, 'groundingMetadata'), 'webSearchQueries')
    return listed.flatMap(query => (typeof query === 'string' && query !== '' ? [query] : []))
  })
  return [...new Set(queries)]
}

function fromChunk(chunk: Json): readonly SourcePart[] {
  const context = jsonField(chunk, 'retrievedContext')
  return [
    ...toSource(jsonField(chunk, 'web'), null),
    ...toSource(jsonField(chunk, 'maps'), null),
    ...toSource(context, textField(context, 'text')),
  ]
}

function toSource(value: Json, citedText: string | null): readonly SourcePart[] {
  const url = textField(value, 'uri')
  return url === null || url === '' ? [] : [{ kind: 'source', url, title: textField(value, 'title'), citedText }]
}
