import type { Json, SourcePart } from '@stet/history'
import { type Draft, mergeDelta } from '../mapping/merge-delta.ts'
import { toCodeUnits } from '../mapping/to-code-units.ts'
import { ModelError } from '../model-error.ts'
import type { MadeFile } from '../model-event.ts'
import type { AnswerBuilder } from '../transport/answer-builder.ts'
import { isJsonObject, type JsonObject, jsonField, listField, textField } from '../transport/json-field.ts'
import { fromBase64 } from '../transport/to-base64.ts'

interface Call {
  readonly index: number | null
  /** As it goes back to the provider. */
  readonly native: Draft
  /** Null until the name of the tool is known, with which its part starts. */
  part: number | null
  /** Input that came before the name. */
  held: string
  /** Whether the input so far could be a whole one: only then is it parsed. */
  depth: Depth
}

export interface CallReader {
  /** Takes one entry of a delta's `tool_calls`. */
  read(entry: Json): void
  /** What was made of a call whose tool never got a name: it is shown, and no tool answers to it. */
  end(): void
  count(): number
  /** As they go back to the provider, in the order in which they began. */
  natives(): readonly Json[]
}

/**
 * Assembles calls from their pieces. Servers differ in how they say which call a piece belongs to: by an index, by an id that may be
 * new with every piece, by both, or by neither; some number all calls 0 (FP-11).
 */
export function createCallReader(builder: AnswerBuilder): CallReader {
  const calls: Call[] = []

  function find(entry: JsonObject): Call | null {
    const index = typeof entry.index === 'number' ? entry.index : null
    const known = index === null ? findWithout(entry) : (calls.findLast(call => call.index === index) ?? null)
    return known !== null && isAnother(known, entry) ? null : known
  }

  function findWithout(entry: JsonObject): Call | null {
    const id = nonEmpty(entry.id)
    if (id !== null) return calls.findLast(call => call.native.id === id) ?? null
    return nameOf(entry) === null ? (calls.at(-1) ?? null) : null
  }

  function start(call: Call, name: string): number {
    call.part = builder.start({ kind: 'tool-call', tool: name, providerCallId: nonEmpty(call.native.id) })
    builder.delta(call.part, call.held)
    return call.part
  }

  return {
    read(entry) {
      if (!isJsonObject(entry)) return
      let call = find(entry)
      if (call === null) {
        const index = typeof entry.index === 'number' ? entry.index : null
        call = { index, native: {}, part: null, held: '', depth: createDepth() }
        calls.push(call)
      }
      mergeCall(call.native, entry)
      const input = inputOf(entry)
      call.depth.read(input)
      const name = nameOf(call.native)
      if (call.part !== null) builder.delta(call.part, input)
      else {
        call.held += input
        if (name !== null) start(call, name)
      }
    },
    end() {
      for (const call of calls) if (call.part === null) start(call, '')
    },
    count: () => calls.length,
    natives: () => calls.map(({ native }) => native),
  }
}

/** A piece with a name of its own begins another call when its id says so, or when the call before it is already whole. */
function isAnother({ native, depth }: Call, entry: JsonObject): boolean {
  if (nameOf(entry) === null || nameOf(native) === null) return false
  const [before, id] = [nonEmpty(native.id), nonEmpty(entry.id)]
  if (before !== null && id !== null) return before !== id
  return inputOf(entry) !== '' && depth.isClosed()
}

interface Depth {
  read(text: string): void
  /** Whether what was read is one whole JSON object or list. */
  isClosed(): boolean
}

/** Follows the brackets of a JSON text piece by piece: parsing all of it again with every piece took time that grew with its square. */
function createDepth(): Depth {
  let depth = 0
  let hasBegun = false
  let isText = false
  let isEscaped = false
  return {
    read(text) {
      for (const character of text) {
        if (isEscaped) isEscaped = false
        else if (isText && character === '\\') isEscaped = true
        else if (character === '"') isText = !isText
        else if (!isText && (character === '{' || character === '[')) {
          depth += 1
          hasBegun = true
        } else if (!isText && (character === '}' || character === ']')) depth -= 1
      }
    },
    isClosed: () => hasBegun && depth === 0 && !isText,
  }
}

/** Names and ids come once, or again with every piece: the first counts. */
function mergeCall(native: Draft, entry: JsonObject): void {
  const { index: _index, id, function: called, ...others } = entry
  if (id !== undefined && nonEmpty(native.id) === null) native.id = id
  mergeDelta(native, others)
  if (!isJsonObject(called)) return
  const before = isJsonObject(native.function) ? native.function : {}
  const { name, ...rest } = called
  const merged: Draft = { ...before }
  if (name !== undefined && nonEmpty(before.name) === null) merged.name = name
  mergeDelta(merged, rest)
  native.function = merged
}

/** `custom` is the other kind of tool that OpenAI knows. */
function nameOf(call: JsonObject): string | null {
  return nonEmpty(fieldOf(call, 'name'))
}

function inputOf(call: JsonObject): string {
  const input = fieldOf(call, 'arguments') ?? fieldOf(call, 'input')
  if (input === undefined || input === null) return ''
  // Some servers send the arguments as the object itself.
  return typeof input === 'string' ? input : JSON.stringify(input)
}

function fieldOf(call: JsonObject, name: string): Json | undefined {
  const made = call.function ?? call.custom
  return isJsonObject(made) ? made[name] : undefined
}

function nonEmpty(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

export interface SourceReader {
  /** `annotations` and `images` of a message or a piece of one. */
  read(delta: JsonObject): void
  /** Lists beside the choices of a chunk (Perplexity, xAI), which grow from chunk to chunk: the last one holds. */
  readLists(chunk: JsonObject): void
  end(): void
}

/** Sources that an answer names, each once, and the pictures in it. */
export function createSourceReader(builder: AnswerBuilder): SourceReader {
  const seen = new Set<string>()
  const urls = new Set<string>()
  let listed: readonly Json[] = []
  let found: readonly Json[] = []
  let pictures = 0

  function add(source: SourcePart): void {
    const key = JSON.stringify([source.url, source.citedText, source.at])
    if (seen.has(key)) return
    seen.add(key)
    urls.add(source.url)
    builder.add(source)
  }

  return {
    read(delta) {
      if (delta.annotations === undefined && delta.images === undefined) return
      for (const annotation of listField(delta, 'annotations')) {
        const citation = jsonField(annotation, 'url_citation') ?? annotation
        const source = toSource(citation)
        if (source !== null) add({ ...source, ...placeOf(citation, builder.said()) })
      }
      for (const image of listField(delta, 'images')) {
        const url = textField(jsonField(image, 'image_url'), 'url')
        if (url === null) continue
        if (url.startsWith('data:')) {
          pictures += 1
          builder.add(toPicture(url, pictures))
        } else add({ kind: 'source', url, title: null, citedText: null })
      }
    },
    readLists(chunk) {
      if (chunk.search_results !== undefined) found = listField(chunk, 'search_results')
      if (chunk.citations !== undefined) listed = listField(chunk, 'citations')
    },
    end() {
      for (const result of found) {
        const source = toSource(result)
        if (source !== null) add(source)
      }
      for (const url of listed) {
        if (typeof url === 'string' && url !== '' && !urls.has(url))
          add({ kind: 'source', url, title: null, citedText: null })
      }
    },
  }
}

/** An index behind the text that has arrived names no place. */
function placeOf(citation: Json, said: string): { readonly at?: number } {
  const end = jsonField(citation, 'end_index')
  if (typeof end !== 'number' || end <= 0 || end > said.length) return {}
  return { at: toCodeUnits(said, end) }
}

function toSource(citation: Json): SourcePart | null {
  const url = textField(citation, 'url')
  if (url === null || url === '') return null
  const citedText = textField(citation, 'content') ?? textField(citation, 'snippet')
  return { kind: 'source', url, title: textField(citation, 'title'), citedText: citedText === '' ? null : citedText }
}

const DATA_URL = /^data:([^;,]+)[^,]*;base64,/

function toPicture(url: string, number: number): MadeFile {
  const [head, mediaType] = DATA_URL.exec(url) ?? []
  const bytes = head === undefined ? null : fromBase64(url.slice(head.length))
  if (bytes === null || mediaType === undefined) {
    throw new ModelError('protocol', { message: 'the answer holds a picture that cannot be read' })
  }
  const extension = mediaType.split('/')[1]?.replace(/\+.*/, '') ?? 'bin'
  return { kind: 'made-file', name: `picture-${number}.${extension}`, mediaType, bytes }
}
