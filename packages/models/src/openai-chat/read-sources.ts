import type { Json, SourcePart } from '@stet/history'
import { ModelError } from '../model-error.ts'
import type { MadeFile } from '../model-event.ts'
import type { AnswerBuilder } from '../transport/answer-builder.ts'
import { type JsonObject, jsonField, listField, textField } from '../transport/json-field.ts'
import { fromBase64 } from '../transport/to-base64.ts'

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
    const key = JSON.stringify([source.url, source.citedText])
    if (seen.has(key)) return
    seen.add(key)
    urls.add(source.url)
    builder.add(source)
  }

  return {
    read(delta) {
      if (delta.annotations === undefined && delta.images === undefined) return
      for (const annotation of listField(delta, 'annotations')) {
        const source = toSource(jsonField(annotation, 'url_citation') ?? annotation)
        if (source !== null) add(source)
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
