import type { FilePart } from '@stet/history'

/**
 * Where the bytes of a converted file are. There is no store behind a converter, so `blob` is no hash but the source itself: a data URL, an
 * address, `text:` and a text, `id:`, a provider and its id of a file, or `json:` and a block that only its provider knows.
 */
export type FileSource =
  | { readonly kind: 'data'; readonly mediaType: string; readonly base64: string; readonly url: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'id'; readonly provider: string; readonly id: string }
  | { readonly kind: 'json'; readonly json: string }

export function fileAt(url: string, name: string, otherwise: string): FilePart {
  const source = toSource(url)
  if (source.kind !== 'data') return { kind: 'file', blob: url, name, mediaType: otherwise, size: 0 }
  const size = Math.floor((source.base64.length * 3) / 4)
  return { kind: 'file', blob: url, name, mediaType: source.mediaType, size }
}

export function fileOfData(base64: string, name: string, mediaType: string): FilePart {
  return fileAt(`data:${mediaType};base64,${base64}`, name, mediaType)
}

export function fileOfText(text: string, name: string, mediaType: string): FilePart {
  return { kind: 'file', blob: `text:${text}`, name, mediaType, size: text.length }
}

export function fileOfId(provider: string, id: string, name: string, mediaType: string): FilePart {
  return { kind: 'file', blob: `id:${provider}:${id}`, name, mediaType, size: 0 }
}

/** A block that has no part of its own: counted by its length, and sent again as it was. */
export function fileOfBlock(block: unknown, name: string): FilePart {
  const json = JSON.stringify(block)
  return { kind: 'file', blob: `json:${json}`, name, mediaType: 'application/json', size: json.length }
}

export function sourceOf({ blob }: FilePart): FileSource {
  return toSource(blob)
}

const ID = /^id:([^:]*):/
const DATA = /^data:([^;,]*);base64,/

function toSource(blob: string): FileSource {
  if (blob.startsWith('text:')) return { kind: 'text', text: blob.slice(5) }
  const id = ID.exec(blob)
  if (id !== null) return { kind: 'id', provider: id[1] ?? '', id: blob.slice(id[0].length) }
  if (blob.startsWith('json:')) return { kind: 'json', json: blob.slice(5) }
  const data = DATA.exec(blob)
  if (data === null) return { kind: 'url', url: blob }
  return { kind: 'data', mediaType: data[1] ?? '', base64: blob.slice(data[0].length), url: blob }
}

/** What replaces a file where its bytes cannot be sent. */
export function fileNote({ name, mediaType }: FilePart): string {
  return `[file ${JSON.stringify(name)}, ${mediaType}]`
}
