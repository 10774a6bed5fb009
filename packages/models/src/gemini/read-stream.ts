import type { Json } from '@stet/history'
import { ModelError } from '../model-error.ts'
import type { Answer, ModelEvent } from '../model-event.ts'
import { type AnswerBuilder, createAnswerBuilder } from '../transport/answer-builder.ts'
import { isJsonList, isJsonObject, jsonField, textField } from '../transport/json-field.ts'
import { endedEarly } from '../transport/to-model-error.ts'
import { addPiece } from './add-piece.ts'
import { endOf } from './end-of.ts'
import { createPartReader } from './read-part.ts'
import { readSources, searchQueries } from './read-sources.ts'
import { partsOf } from './to-contents.ts'
import { traitsOf } from './traits.ts'
import { toUsage } from './usage.ts'

/** Reads the chunks of one answer, each as it came: a whole answer is a stream of one. */
export interface ChunkReader {
  read(chunk: Json): readonly ModelEvent[]
  /** The answer, when the stream is over. Throws where it is none (FP-4). */
  end(): readonly ModelEvent[]
}

export function createChunkReader(model: string): ChunkReader {
  const builder = createAnswerBuilder()
  const partReader = createPartReader(builder)
  const pieces: Json[] = []
  const metadata: Json[] = []
  let rest: Readonly<Record<string, Json>> = { role: 'model' }
  let usage: Json | null = null
  let end: Answer['end'] | ModelError | null = null

  return {
    read(chunk) {
      usage = jsonField(chunk, 'usageMetadata') ?? usage
      const blocked = textField(jsonField(chunk, 'promptFeedback'), 'blockReason')
      if (blocked !== null) end = 'refused'
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
      if (reason !== null) end = endOf(reason, textField(candidate, 'finishMessage'))
      return builder.take()
    },
    end() {
      if (end === null) throw endedEarly()
      if (end instanceof ModelError) throw end
      const queries = searchQueries(metadata)
      if (!partReader.hasSearched()) tellSearches(builder, queries)
      for (const source of readSources(metadata)) builder.add(source)
      const searches = traitsOf(model).searchesBilledBy === 'query' ? queries.length : Math.min(1, queries.length)
      builder.finish({
        end,
        native: pieces.length === 0 ? null : { protocol: 'gemini', content: { ...rest, parts: pieces } },
        rawUsage: usage,
        usage: toUsage(usage, searches),
      })
      return builder.take()
    },
  }
}

/** What was searched for is told only with the answer that came of it. */
function tellSearches(builder: AnswerBuilder, queries: readonly string[]): void {
  for (const query of queries) builder.whole({ kind: 'provider-call', tool: 'google_search' }, query)
}

function firstOf(list: Json): Json {
  return isJsonList(list) ? (list[0] ?? null) : null
}
