import type { Json } from '@stet/history'
import { ModelError } from '../model-error.ts'
import type { Answer } from '../model-event.ts'
import type { AnswerReader } from '../provider.ts'
import { type AnswerBuilder, createAnswerBuilder } from '../transport/answer-builder.ts'
import { isJsonList, isJsonObject, jsonField, textField } from '../transport/json-field.ts'
import { endedEarly } from '../transport/to-model-error.ts'
import { addPiece } from './add-piece.ts'
import { endOf } from './end-of.ts'
import { fromErrorObject } from './errors.ts'
import { createPartReader } from './read-part.ts'
import { readSources, searchQueries } from './read-sources.ts'
import { partsOf } from './to-contents.ts'
import { traitsOf } from './traits.ts'
import { toUsage } from './usage.ts'

/** Reads the chunks of one answer, each as it came: a whole answer is a stream of one. */
export function createGeminiReader(model: string): AnswerReader {
  const builder = createAnswerBuilder()
  const partReader = createPartReader(builder)
  const pieces: Json[] = []
  const metadata: Json[] = []
  let rest: Readonly<Record<string, Json>> = { role: 'model' }
  let usage: Json | null = null
  let ending: Answer['end'] | ModelError | null = null
  let ended = false

  function read(chunk: Json): void {
    const error = jsonField(chunk, 'error')
    if (error !== null) throw fromErrorObject(error)
    usage = jsonField(chunk, 'usageMetadata') ?? usage
    const blocked = textField(jsonField(chunk, 'promptFeedback'), 'blockReason')
    if (blocked !== null) ending = 'refused'
    const candidate = firstOf(jsonField(chunk, 'candidates'))
    const content = jsonField(candidate, 'content')
    // Whatever stands beside the parts is replayed with them.
    if (isJsonObject(content)) rest = { ...rest, ...content }
    for (const part of partsOf(content)) {
      partReader.read(part)
      addPiece(pieces, part)
    }
    if (candidate !== null) metadata.push(candidate)
    const reason = textField(candidate, 'finishReason')
    if (reason !== null) ending = endOf(reason, textField(candidate, 'finishMessage'))
  }

  function end(): void {
    if (ending === null) throw endedEarly()
    if (ending instanceof ModelError) throw ending
    const queries = searchQueries(metadata)
    if (!partReader.hasSearched()) addSearches(builder, queries)
    for (const source of readSources(metadata)) builder.add(source)
    const searches = traitsOf(model).searchesBilledBy === 'query' ? queries.length : Math.min(1, queries.length)
    builder.finish({
      end: ending,
      native: pieces.length === 0 ? null : { protocol: 'gemini', content: { ...rest, parts: pieces } },
      rawUsage: usage,
      usage: toUsage(usage, searches),
    })
    ended = true
  }

  return {
    read,
    readWhole(answer) {
      // An error may come as a list of one.
      read(isJsonList(answer) ? (answer[0] ?? null) : answer)
      end()
    },
    hasEnded: () => ended,
    end,
    take: builder.take,
  }
}

/** Gemini reports what it searched for only with the answer. */
function addSearches(builder: AnswerBuilder, queries: readonly string[]): void {
  for (const query of queries) builder.whole({ kind: 'provider-call', tool: 'google_search' }, query)
}

function firstOf(list: Json): Json {
  return isJsonList(list) ? (list[0] ?? null) : null
}
