import type { Json } from '@stet/history'
import type { AnswerBuilder } from '../transport/answer-builder.ts'
import { isJsonList, jsonField, textField } from '../transport/json-field.ts'
import type { Block } from './block.ts'

export interface SourceReader {
  /** The provider began to run a tool of its own. */
  called(id: string | null, part: number): void
  /** What such a tool gave. */
  found(result: Block): void
  /** What a text refers to. */
  cited(citations: readonly Json[]): void
  /** A call that got no result until the end did not get one. */
  settle(): void
}

/** Reads the sources of an answer: what was found, and what was cited of it, each once. */
export function createSourceReader(builder: AnswerBuilder): SourceReader {
  const waiting = new Map<string, number>()
  const known = new Set<string>()

  function add(url: string | null, title: string | null, citedText: string | null): void {
    const key = JSON.stringify([url, citedText])
    if (url === null || known.has(key)) return
    known.add(key)
    builder.add({ kind: 'source', url, title, citedText })
  }

  return {
    called(id, part) {
      if (id !== null) waiting.set(id, part)
    },
    found({ tool_use_id: id, content = null }) {
      const part = typeof id === 'string' ? waiting.get(id) : undefined
      if (typeof id === 'string') waiting.delete(id)
      if (part !== undefined && isFailure(content)) builder.settle(part, 'failed')
      for (const one of isJsonList(content) ? content : [content]) {
        add(textField(one, 'url'), textField(one, 'title') ?? textField(jsonField(one, 'content'), 'title'), null)
      }
    },
    cited(citations) {
      for (const one of citations) {
        const url = textField(one, 'url') ?? webAddress(textField(one, 'source'))
        add(url, textField(one, 'title'), textField(one, 'cited_text'))
      }
    },
    settle() {
      for (const part of waiting.values()) builder.settle(part, 'failed')
    },
  }
}

function isFailure(content: Json): boolean {
  return textField(content, 'type')?.endsWith('_error') ?? false
}

/** The source of a search result of one's own may be any name. */
function webAddress(source: string | null): string | null {
  return source !== null && /^https?:\/\//.test(source) ? source : null
}
