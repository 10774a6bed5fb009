import type { Json, SourcePart } from '@stet/history'
import { toInputObject } from '../mapping/to-input-object.ts'
import type { AnswerBuilder } from '../transport/answer-builder.ts'
import { isJsonObject, jsonField, listField, textField } from '../transport/json-field.ts'
import { fromBase64, toBase64 } from '../transport/to-base64.ts'
import type { Block } from './body.ts'
import { mergeDelta } from './merge-delta.ts'

/** One block of an answer while it is written. */
export interface BlockReader {
  readonly isSearch: boolean
  grow(kind: string, delta: Json): void
  /** The block as it is replayed; none where it says nothing. */
  close(): readonly Block[]
}

export interface BlockStart {
  readonly kind: string
  readonly start: Json
  /** The part that a text goes on with, where the answer was begun for the model. */
  readonly continued: number | null
  /** The number of the next picture, for its name. */
  readonly nextPicture: () => number
}

export function createBlockReader(
  builder: AnswerBuilder,
  { kind, start, continued, nextPicture }: BlockStart,
): BlockReader {
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
        if (source !== null) builder.add(source)
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

export function toSource(citation: Json): SourcePart | null {
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
      const told = text !== '' || signature !== null
      return [
        ...(told ? [{ reasoningContent: { reasoningText: { text, ...(signature !== null && { signature }) } } }] : []),
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

/** A call, of ours or of the provider's own tools. The text of its input is kept as it was written; natively goes its value. */
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
      image = mergeDelta(image, delta)
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

/** What nobody here knows is put together as its pieces suggest, and kept. */
function readOther(kind: string, start: Json): BlockReader {
  let value = start
  return {
    isSearch: false,
    grow(_, delta) {
      value = mergeDelta(value, delta)
    },
    close: () => [{ [kind]: value }],
  }
}
