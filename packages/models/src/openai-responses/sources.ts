import type { Json } from '@stet/history'
import type { AnswerBuilder } from '../transport/answer-builder.ts'
import { jsonField, listField, textField } from '../transport/json-field.ts'

/** The sources of one answer: what its text cites, and what its searches found besides. */
export interface Sources {
  /** An annotation of a text; only those of the web are sources. */
  cited(annotation: Json, text: string): void
  /** What a search did: its results become known. */
  found(action: Json): void
  /** Adds what was found and not cited. */
  finish(): void
}

export function collectSources(builder: AnswerBuilder): Sources {
  const cited = new Set<string>()
  const told = new Set<string>()
  const found = new Set<string>()
  return {
    cited(annotation, text) {
      const url = textField(annotation, 'url')
      if (textField(annotation, 'type') !== 'url_citation' || url === null) return
      const citedText = cutOut(text, jsonField(annotation, 'start_index'), jsonField(annotation, 'end_index'))
      // A page that is cited again, by the same words, is the same source.
      const words = `${url} ${citedText}`
      if (!told.has(words)) builder.add({ kind: 'source', url, title: textField(annotation, 'title'), citedText })
      told.add(words)
      cited.add(url).add(withoutReferrer(url))
    },
    found(action) {
      for (const source of listField(action, 'sources')) {
        const url = textField(source, 'url')
        if (url !== null) found.add(url)
      }
    },
    finish() {
      for (const url of found) {
        if (!cited.has(url)) builder.add({ kind: 'source', url, title: null, citedText: null })
      }
    },
  }
}

/** What a web search was asked: the words it looked for, the page it opened, or the words it looked for in a page. */
export function askedOf(action: Json): string {
  const url = textField(action, 'url')
  const pattern = textField(action, 'pattern')
  if (pattern !== null) return url === null ? pattern : `${pattern} (${url})`
  const queries = listField(action, 'queries').filter(query => typeof query === 'string')
  return url ?? (queries.length > 0 ? queries.join('\n') : (textField(action, 'query') ?? ''))
}

/** Citations bear it, the results of a search do not. */
function withoutReferrer(url: string): string {
  return url.replace(/[?&]utm_source=openai$/, '')
}

/** Places are counted in characters, of which some are two units of a JavaScript string. */
function cutOut(text: string, from: Json, to: Json): string | null {
  if (typeof from !== 'number' || typeof to !== 'number' || from < 0 || to <= from) return null
  const cut = /[\ud800-\udfff]/.test(text) ? [...text].slice(from, to).join('') : text.slice(from, to)
  return cut === '' ? null : cut
}
