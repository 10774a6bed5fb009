import type { Json, SourcePart } from '@stet/history'
import type { Block } from '../claude/blocks.ts'
import { mergeValue } from '../mapping/merge-delta.ts'
import { toInputObject } from '../mapping/words.ts'
import type { AnswerBuilder } from '../transport/answer-builder.ts'
import { isJsonObject, jsonField, listField, textField } from '../transport/json-field.ts'
import { fromBase64, toBase64 } from '../transport/to-base64.ts'

/** The blocks of an answer as they grow, by Bedrock's numbers of them. */
export interface OpenBlocks {
  open(index: number, start: Json): void
  grow(index: number, delta: Json): void
  /** The native content: every block complete, in order. */
  close(): readonly Block[]
  /** How often the provider searched. */
  searches(): number
}

export function createOpenBlocks(builder: AnswerBuilder, prefill: string): OpenBlocks {
  const readers = new Map<number, BlockReader>()
  let begun: number | null = prefill === '' ? null : builder.whole({ kind: 'text' }, prefill)

  let pictures = 0
  const nextPicture = () => {
    pictures += 1
    return pictures
  }

  function open(index: number, kind: string, start: Json): BlockReader {
    const known = readers.get(index)
    // A block starts once, however often its start is sent.
    if (known !== undefined) return known
    // The first text continues the prefill, which the model does not repeat.
    const continued = kind === 'text' ? begun : null
    begun = null
    const reader = createBlockReader(builder, { kind, start, continued, nextPicture })
    readers.set(index, reader)
    return reader
  }

  return {
    open(index, start) {
      const [entry] = isJsonObject(start) ? Object.entries(start) : []
      if (entry !== undefined) open(index, entry[0], entry[1])
    },
    grow(index, delta) {
      const [entry] = isJsonObject(delta) ? Object.entries(delta) : []
      if (entry !== undefined) open(index, kindOf(entry[0]), null).grow(entry[0], entry[1])
    },
    close() {
      const inOrder = [...readers].sort(([one], [other]) => one - other).map(([, reader]) => reader)
      const blocks = inOrder.flatMap(reader => reader.close())
      if (prefill === '') return blocks
      const at = blocks.findIndex(block => typeof block.text === 'string')
      if (at === -1) return [{ text: prefill }, ...blocks]
      return blocks.with(at, { text: `${prefill}${blocks[at]?.text}` })
    },
    searches: () => [...readers.values()].filter(reader => reader.isSearch).length,
  }
}

/** A citation belongs to the text block around it. */
function kindOf(delta: string): string {
  return delta === 'citation' ? 'text' : delta
}

/** One block of an answer while it streams. */
interface BlockReader {
  readonly isSearch: boolean
  grow(kind: string, delta: Json): void
  /** The block as it is replayed; none where it says nothing. */
  close(): readonly Block[]
}

interface BlockStart {
  readonly kind: string
  readonly start: Json
  /** The part that a text continues, where the answer had a prefill. */
  readonly continued: number | null
  /** The number of the next picture, for its name. */
  readonly nextPicture: () => number
}

function createBlockReader(builder: AnswerBuilder, { kind, start, continued, nextPicture }: BlockStart): BlockReader {
  switch (kind) {
    case 'text':
      return readText(builder, continued)
    case 'reasoningContent':
      return readReasoning(builder)
    case 'toolUse':
      return readCall(builder, start)
    case 'image':
      return readImage(builder, start, nextPicture)
    default:
      return readOther(kind, start)
  }
}

/** A text, with or without what it cites. */
function readText(builder: AnswerBuilder, continued: number | null): BlockReader {
  let part = continued
  let text = ''
  const citations: Json[] = []
  return {
    isSearch: false,
    grow(kind, delta) {
      if (kind === 'citation') {
        citations.push(delta)
        const source = toSource(delta)
        if (source !== null) builder.add(part === null ? source : { ...source, at: builder.said().length })
        return
      }
      if (typeof delta !== 'string' || delta === '') return
      part ??= builder.start({ kind: 'text' })
      builder.delta(part, delta)
      text += delta
    },
    close() {
      if (citations.length > 0) return [{ citationsContent: { content: [{ text }], citations } }]
      return text === '' ? [] : [{ text }]
    },
  }
}

function toSource(citation: Json): SourcePart | null {
  const web = jsonField(jsonField(citation, 'location'), 'web')
  const url = textField(web, 'url')
  if (url === null) return null
  const quoted = listField(citation, 'sourceContent').flatMap(piece => textField(piece, 'text') ?? [])
  const title = textField(citation, 'title') ?? textField(web, 'domain')
  return { kind: 'source', url, title, citedText: quoted.length === 0 ? null : quoted.join('') }
}

function readReasoning(builder: AnswerBuilder): BlockReader {
  let part: number | null = null
  let text = ''
  let signature: string | null = null
  let redacted: string | null = null
  const others: Json[] = []
  return {
    isSearch: false,
    grow(_, delta) {
      const said = textField(delta, 'text')
      const signed = textField(delta, 'signature')
      const hidden = textField(delta, 'redactedContent')
      if (said !== null) {
        text += said
        if (said !== '') part ??= builder.start({ kind: 'reasoning' })
        if (part !== null) builder.delta(part, said)
      }
      if (signed !== null) {
        signature = (signature ?? '') + signed
        part ??= builder.start({ kind: 'reasoning' })
        builder.sign(part, signature)
      }
      if (hidden !== null) redacted = redacted === null ? hidden : joinBase64(redacted, hidden)
      if (said === null && signed === null && hidden === null) others.push(delta)
    },
    close() {
      const hasText = text !== '' || signature !== null
      return [
        ...(hasText
          ? [{ reasoningContent: { reasoningText: { text, ...(signature !== null && { signature }) } } }]
          : []),
        ...(redacted === null ? [] : [{ reasoningContent: { redactedContent: redacted } }]),
        ...others.map(reasoningContent => ({ reasoningContent })),
      ]
    },
  }
}

function joinBase64(one: string, other: string): string {
  const [before, after] = [fromBase64(one), fromBase64(other)]
  if (before === null || after === null) return one + other
  const joined = new Uint8Array(before.length + after.length)
  joined.set(before)
  joined.set(after, before.length)
  return toBase64(joined)
}

/** A call, of the client's or of the provider's own tools. The text of its input is kept as it was written, its value for replay. */
function readCall(builder: AnswerBuilder, start: Json): BlockReader {
  const tool = textField(start, 'name') ?? ''
  const isOwn = textField(start, 'type') === 'server_tool_use'
  const providerCallId = textField(start, 'toolUseId')
  const part = builder.start(isOwn ? { kind: 'provider-call', tool } : { kind: 'tool-call', tool, providerCallId })
  return {
    isSearch: isOwn,
    grow(_, delta) {
      builder.delta(part, textField(delta, 'input') ?? '')
    },
    close: () => [{ toolUse: { ...(isJsonObject(start) ? start : {}), input: toInputObject(builder.textOf(part)) } }],
  }
}

function readImage(builder: AnswerBuilder, start: Json, nextPicture: () => number): BlockReader {
  let image = start
  return {
    isSearch: false,
    grow(_, delta) {
      image = mergeValue(image, delta, 'image')
    },
    close() {
      const format = textField(image, 'format') ?? 'png'
      const bytes = fromBase64(textField(jsonField(image, 'source'), 'bytes') ?? '')
      if (bytes !== null && bytes.length > 0) {
        const name = `made-${nextPicture()}.${format}`
        builder.add({ kind: 'made-file', name, mediaType: `image/${format}`, bytes })
      }
      return [{ image }]
    },
  }
}

/** A block of an unknown kind is assembled as its pieces suggest, and kept. */
function readOther(kind: string, start: Json): BlockReader {
  let value = start
  return {
    isSearch: false,
    grow(_, delta) {
      value = mergeValue(value, delta, kind)
    },
    close: () => [{ [kind]: value }],
  }
}
