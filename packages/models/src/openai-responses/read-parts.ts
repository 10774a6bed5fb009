import type { Json } from '@stet/history'
import { toCodeUnits } from '../mapping/to-code-units.ts'
import { ModelError } from '../model-error.ts'
import type { AnswerBuilder } from '../transport/answer-builder.ts'
import { type JsonObject, jsonField, kindField, listField, textField } from '../transport/json-field.ts'
import { fromBase64 } from '../transport/to-base64.ts'
import type { EventType } from './body.ts'

/** What the items of one response share. */
export interface Output {
  readonly builder: AnswerBuilder
  readonly sources: Sources
  /** Reported when the model refuses. */
  readonly onRefusal: () => void
}

export interface ItemReader {
  added(item: Json): void
  delta(event: JsonObject): void
  /** The complete item. What its deltas have published is not published again. */
  done(item: Json): void
  /** As it came whole; null while it did not. */
  item(): Json | null
}

/** Reads one item of a response's output into parts. Items that have no part of ours, known or not, are only kept. */
export function createItemReader({ builder, sources, onRefusal }: Output): ItemReader {
  let whole: Json | null = null
  /** The part of anything but a message. */
  let part: number | null = null
  /** The parts of a message, by the place of their content. */
  const texts = new Map<Json, number>()
  let section: string | null = null

  function textAt(index: Json): number {
    const known = texts.get(index)
    if (known !== undefined) return known
    const started = builder.start({ kind: 'text' })
    texts.set(index, started)
    return started
  }

  function start(item: Json): number | null {
    switch (textField(item, 'type')) {
      case 'reasoning':
        return builder.start({ kind: 'reasoning' })
      case 'function_call':
      case 'custom_tool_call': {
        if (isServerRun(item)) return builder.start({ kind: 'provider-call', tool: textField(item, 'name') ?? '' })
        const providerCallId = textField(item, 'call_id')
        return builder.start({ kind: 'tool-call', tool: textField(item, 'name') ?? '', providerCallId })
      }
      case 'web_search_call':
        return builder.start({ kind: 'provider-call', tool: 'web_search' })
      default:
        return null
    }
  }

  /** Deltas may have been lost on the way, or not be sent at all: the final text is the right one. */
  function complete(started: number, text: string): void {
    const streamed = builder.textOf(started)
    if (text.startsWith(streamed)) builder.delta(started, text.slice(streamed.length))
    else if (text !== '') builder.correct(started, text)
  }

  function finishMessage(item: Json): void {
    const contents = listField(item, 'content')
    for (const [index, content] of contents.entries()) {
      const text = saidIn(content)
      if (text !== '') complete(textAt(index), text)
      if (textField(content, 'refusal') !== null) onRefusal()
    }
    // Behind all texts: streamed, the last of them has begun before the sources of the first are known.
    for (const [index, content] of contents.entries()) {
      const text = saidIn(content)
      const place = (offset: number) => builder.placeIn(textAt(index), offset)
      for (const annotation of listField(content, 'annotations')) sources.cited(annotation, text, place)
    }
  }

  function finishReasoning(item: Json, reasoning: number): void {
    const sections = [...listField(item, 'summary'), ...listField(item, 'content')]
    const texts = sections.map(saidIn).filter(text => text !== '')
    complete(reasoning, texts.join('\n\n'))
    const signature = textField(item, 'encrypted_content')
    if (signature !== null) builder.sign(reasoning, signature)
  }

  function finishSearch(item: Json, search: number): void {
    complete(search, askedOf(jsonField(item, 'action')))
    if (textField(item, 'status') === 'failed') builder.fail(search)
    sources.found(jsonField(item, 'action'))
  }

  function finishPart(item: Json, started: number): void {
    switch (textField(item, 'type')) {
      case 'reasoning':
        finishReasoning(item, started)
        break
      case 'web_search_call':
        finishSearch(item, started)
        break
      default:
        complete(started, textField(item, 'arguments') ?? textField(item, 'input') ?? '')
    }
  }

  return {
    added(item) {
      if (part === null && whole === null && !isUnnamed(item)) part = start(item)
    },
    delta(event) {
      const text = textField(event, 'delta') ?? ''
      if (whole !== null || text === '') return
      const type = kindField<EventType>(event, 'type')
      switch (type) {
        case 'response.output_text.delta':
        case 'response.refusal.delta':
          builder.delta(textAt(event.content_index ?? 0), text)
          break
        case 'response.reasoning_summary_text.delta':
        case 'response.reasoning_text.delta': {
          part ??= builder.start({ kind: 'reasoning' })
          const next = `${type} ${event.summary_index ?? event.content_index}`
          if (section !== null && section !== next) builder.delta(part, '\n\n')
          section = next
          builder.delta(part, text)
          break
        }
        case 'response.function_call_arguments.delta':
        case 'response.custom_tool_call_input.delta':
          if (part !== null) builder.delta(part, text)
          break
        default:
      }
    },
    done(item) {
      if (whole !== null) return
      whole = item
      part ??= start(item)
      if (part !== null) finishPart(item, part)
      else if (textField(item, 'type') === 'message') finishMessage(item)
      else if (textField(item, 'type') === 'image_generation_call') addImage(item, builder)
    },
    item: () => whole,
  }
}

function saidIn(content: Json): string {
  return textField(content, 'refusal') ?? textField(content, 'text') ?? ''
}

/** A call starts with its name and id, which some servers have only at its end. */
function isUnnamed(item: Json): boolean {
  const type = textField(item, 'type')
  if (type !== 'function_call' && type !== 'custom_tool_call') return false
  return [jsonField(item, 'name'), jsonField(item, 'call_id')].some(name => name === null || name === '')
}

/** xAI reports tools that it runs itself as custom calls: they are finished when they come, which a call of ours never is. */
function isServerRun(item: Json): boolean {
  const status = textField(item, 'status')
  const isOwn = /^(web_search|browse_page|x_|code_execution|view_|collections_)/.test(textField(item, 'name') ?? '')
  return (
    textField(item, 'type') === 'custom_tool_call' && isOwn && (status !== null || jsonField(item, 'output') !== null)
  )
}

function addImage(item: Json, builder: AnswerBuilder): void {
  const result = textField(item, 'result')
  // One that failed or was held back has none.
  if (result === null || result === '') return
  const bytes = fromBase64(result)
  if (bytes === null) throw new ModelError('protocol', { message: 'the provider sent a picture that cannot be read' })
  const format = textField(item, 'output_format') ?? 'png'
  builder.add({ kind: 'made-file', name: `image.${format}`, mediaType: `image/${format}`, bytes })
}

/** The sources of one answer: what its text cites, and what its searches found besides. */
export interface Sources {
  /** An annotation of a text; only those of the web are sources. `place` finds where an offset in the text is in the answer. */
  cited(annotation: Json, text: string, place: (offset: number) => number): void
  /** What a search did: its results become known. */
  found(action: Json): void
  /** Adds what was found and not cited. */
  finish(): void
}

export function collectSources(builder: AnswerBuilder): Sources {
  const cited = new Set<string>()
  const added = new Set<string>()
  const found = new Set<string>()
  return {
    cited(annotation, text, place) {
      const url = textField(annotation, 'url')
      if (textField(annotation, 'type') !== 'url_citation' || url === null) return
      const [from, to] = [jsonField(annotation, 'start_index'), jsonField(annotation, 'end_index')]
      const citedText = cutOut(text, from, to)
      const at = citedText === null || typeof to !== 'number' ? null : place(toCodeUnits(text, to))
      // A page that is cited again, at the same place, is the same source.
      const citation = `${url} ${at}`
      const title = textField(annotation, 'title')
      if (!added.has(citation)) builder.add({ kind: 'source', url, title, citedText, ...(at !== null && { at }) })
      added.add(citation)
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

/** Citations have it, the results of a search do not. */
function withoutReferrer(url: string): string {
  return url.replace(/[?&]utm_source=openai$/, '')
}

function cutOut(text: string, from: Json, to: Json): string | null {
  if (typeof from !== 'number' || typeof to !== 'number' || from < 0 || to <= from) return null
  const cut = text.slice(toCodeUnits(text, from), toCodeUnits(text, to))
  return cut === '' ? null : cut
}
