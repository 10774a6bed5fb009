import type { UrlRetrievalStatus } from '@google/genai/web'
import type { Json, SourcePart } from '@stet/history'
import type { AnswerBuilder } from '../transport/answer-builder.ts'
import { isJsonObject, jsonField, kindField, listField, textField } from '../transport/json-field.ts'
import { fromBase64 } from '../transport/to-base64.ts'

export interface PartReader {
  read(part: Json): void
  /** Whether the model's own searches came as parts. */
  hasSearched(): boolean
  /** The fetches of the model that came as parts, with their arguments. */
  fetches(): ReadonlyMap<number, string>
}

/** Publishes the parts of an answer that have one of ours; all others are in the native content alone. */
export function createPartReader(builder: AnswerBuilder): PartReader {
  let open: { readonly kind: 'text' | 'reasoning'; readonly part: number } | null = null
  let hasSearched = false
  const fetches = new Map<number, string>()
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
    const input = JSON.stringify(jsonField(call, 'args') ?? {})
    const part = builder.whole({ kind: 'provider-call', tool }, input)
    if (tool.includes('url_context')) fetches.set(part, input)
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
    fetches: () => fetches,
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

/** The sources of an answer: what the text cites, once for each place, and what was found or recited besides, each address once. */
export function readSources(candidates: readonly Json[], said: string): readonly SourcePart[] {
  const cited = candidates.flatMap(candidate => citedIn(jsonField(candidate, 'groundingMetadata'), said))
  const found = candidates.flatMap(candidate => [
    ...listField(jsonField(candidate, 'groundingMetadata'), 'groundingChunks').flatMap(fromChunk),
    ...listField(jsonField(candidate, 'citationMetadata'), 'citations').flatMap(citation => toSource(citation, null)),
  ])
  for (const { url, because } of fetchedPages(candidates)) {
    if (because === null) found.push({ kind: 'source', url, title: null, citedText: null })
  }
  const isCited = new Set(cited.map(({ url }) => url))
  return [
    ...firstOfEach(cited, ({ url, at }) => `${at} ${url}`),
    ...firstOfEach(found, ({ url }) => url).filter(({ url }) => !isCited.has(url)),
  ]
}

function firstOfEach(sources: readonly SourcePart[], key: (source: SourcePart) => string): readonly SourcePart[] {
  return [...new Map(sources.toReversed().map(source => [key(source), source])).values()].toReversed()
}

/** Supports say which chunks a stretch of the answer rests on. */
function citedIn(metadata: Json, said: string): readonly SourcePart[] {
  const chunks = listField(metadata, 'groundingChunks')
  return listField(metadata, 'groundingSupports').flatMap(support => {
    const at = endOf(jsonField(support, 'segment'), said)
    if (at === null) return []
    return listField(support, 'groundingChunkIndices').flatMap(index =>
      typeof index === 'number' ? fromChunk(chunks[index] ?? null).map(source => ({ ...source, at })) : [],
    )
  })
}

/** Places are counted in bytes of UTF-8, within one part of several: they hold only where the words of the segment are there. */
function endOf(segment: Json, said: string): number | null {
  const [end, words] = [jsonField(segment, 'endIndex'), textField(segment, 'text') ?? '']
  const before = typeof end === 'number' ? new TextDecoder().decode(new TextEncoder().encode(said).slice(0, end)) : ''
  if (before !== '' && before.endsWith(words)) return before.length
  const found = words === '' ? -1 : said.indexOf(words)
  return found === -1 ? null : found + words.length
}

export interface FetchedPage {
  readonly url: string
  /** Why it was not read, in Gemini's words; null where it was. */
  readonly because: string | null
}

/** The pages that the model fetched by itself, each once, as last reported. */
export function fetchedPages(candidates: readonly Json[]): readonly FetchedPage[] {
  const pages = new Map<string, FetchedPage>()
  for (const candidate of candidates) {
    for (const page of listField(jsonField(candidate, 'urlContextMetadata'), 'urlMetadata')) {
      const url = textField(page, 'retrievedUrl')
      const status = kindField<`${UrlRetrievalStatus}`>(page, 'urlRetrievalStatus') ?? SUCCESS
      const because = status === SUCCESS ? null : status.replace('URL_RETRIEVAL_STATUS_', '').toLowerCase()
      if (url !== null) pages.set(url, { url, because })
    }
  }
  return [...pages.values()]
}

const SUCCESS = 'URL_RETRIEVAL_STATUS_SUCCESS' satisfies `${UrlRetrievalStatus}`

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
