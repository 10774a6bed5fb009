import type { Json, SourcePart } from '@stet/history'
import { jsonField, listField, textField } from '../transport/json-field.ts'

/** What an answer rests on, each address once: of what the search found, and of what was recited. */
export function readSources(candidates: readonly Json[]): readonly SourcePart[] {
  const found = candidates.flatMap(candidate => [
    ...listField(jsonField(candidate, 'groundingMetadata'), 'groundingChunks').flatMap(fromChunk),
    ...listField(jsonField(candidate, 'citationMetadata'), 'citations').flatMap(citation => toSource(citation, null)),
  ])
  return found.filter((source, index) => found.findIndex(other => other.url === source.url) === index)
}

/** What was searched for, each query once: chunks may repeat what earlier ones told. */
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
