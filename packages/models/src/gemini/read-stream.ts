import type { FinishReason } from '@google/genai/web'
import type { Json } from '@stet/history'
import { traitsOf } from '../facts/gemini-traits.ts'
import { ModelError } from '../model-error.ts'
import type { Answer } from '../model-event.ts'
import type { AnswerReader } from '../provider.ts'
import { type AnswerBuilder, createAnswerBuilder } from '../transport/answer-builder.ts'
import { isJsonList, isJsonObject, jsonField, kindField, textField } from '../transport/json-field.ts'
import { endedEarly } from '../transport/to-model-error.ts'
import type { CandidateField, ChunkField } from './body.ts'
import { fromErrorObject } from './errors.ts'
import {
  addPiece,
  createPartReader,
  type FetchedPage,
  fetchedPages,
  type PartReader,
  readSources,
  searchQueries,
} from './read-parts.ts'
import { partsOf } from './to-messages.ts'
import { toUsage } from './usage.ts'

/** Reads the chunks of one answer, each as it came: a whole answer is a stream of one. */
export function createGeminiReader(model: string, toolNames?: ReadonlyMap<string, string>): AnswerReader {
  const builder = createAnswerBuilder(toolNames)
  const partReader = createPartReader(builder)
  const pieces: Json[] = []
  const metadata: Json[] = []
  let rest: Readonly<Record<string, Json>> = { role: 'model' }
  let usage: Json | null = null
  let ending: Answer['end'] | ModelError | null = null
  let explanation: string | null = null
  let ended = false

  function read(chunk: Json): void {
    const field = (name: ChunkField) => jsonField(chunk, name)
    const error = field('error')
    if (error !== null) throw fromErrorObject(error)
    usage = field('usageMetadata') ?? usage
    const feedback = field('promptFeedback')
    if (textField(feedback, 'blockReason') !== null) {
      ending = 'refused'
      explanation = textField(feedback, 'blockReasonMessage') ?? explanation
    }
    const candidate = firstOf(field('candidates'))
    const content = jsonField(candidate, 'content' satisfies CandidateField)
    // Fields beside the parts are replayed with them.
    if (isJsonObject(content)) rest = { ...rest, ...content }
    for (const part of partsOf(content)) {
      partReader.read(part)
      addPiece(pieces, part)
    }
    if (candidate !== null) metadata.push(candidate)
    const reason = kindField<Reason>(candidate, 'finishReason' satisfies CandidateField)
    explanation = textField(candidate, 'finishMessage' satisfies CandidateField) ?? explanation
    if (reason !== null) ending = endOf(reason, explanation)
  }

  function end(): void {
    if (ending === null) throw endedEarly()
    if (ending instanceof ModelError) throw ending
    const queries = searchQueries(metadata)
    if (!partReader.hasSearched()) addSearches(builder, queries)
    addFetches(builder, partReader.fetches(), fetchedPages(metadata))
    for (const source of readSources(metadata, builder.said())) builder.add(source)
    const searches = traitsOf(model).searchesBilledBy === 'query' ? queries.length : Math.min(1, queries.length)
    builder.finish({
      end: ending,
      because: explanation,
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
    reported: () => (usage === null ? null : { rawUsage: usage, usage: toUsage(usage, 0) }),
  }
}

/** Gemini reports what it searched for only with the answer. */
function addSearches(builder: AnswerBuilder, queries: readonly string[]): void {
  for (const query of queries) builder.whole({ kind: 'provider-call', tool: 'google_search' }, query)
}

/** What became of its fetches too: a call that came as a part has failed when none of its pages could be read. */
function addFetches(
  builder: AnswerBuilder,
  calls: ReturnType<PartReader['fetches']>,
  pages: readonly FetchedPage[],
): void {
  for (const [part, input] of calls) {
    const asked = pages.filter(({ url }) => input.includes(JSON.stringify(url)))
    const failed = asked.find(({ because }) => because !== null)
    if (failed !== undefined && asked.every(({ because }) => because !== null)) builder.fail(part, failed.because)
  }
  if (calls.size > 0) return
  for (const { url, because } of pages) {
    const part = builder.whole({ kind: 'provider-call', tool: 'url_context' }, url)
    if (because !== null) builder.fail(part, because)
  }
}

function firstOf(list: Json): Json {
  return isJsonList(list) ? (list[0] ?? null) : null
}

/** Those of the SDK, and those that only the API's reference lists. */
type Reason = `${FinishReason}` | 'CONTINUATION' | 'MISSING_THOUGHT_SIGNATURE' | 'TOO_MANY_TOOL_CALLS'

/** The end of an answer by Gemini's reason for it, or the error that it broke off with. */
function endOf(reason: Reason, said: string | null): Answer['end'] | ModelError {
  switch (reason) {
    case 'STOP':
      return 'complete'
    case 'MAX_TOKENS':
    case 'CONTINUATION':
      return 'length'
    case 'SAFETY':
    case 'RECITATION':
    case 'LANGUAGE':
    case 'BLOCKLIST':
    case 'PROHIBITED_CONTENT':
    case 'SPII':
    case 'IMAGE_SAFETY':
    case 'IMAGE_PROHIBITED_CONTENT':
    case 'IMAGE_RECITATION':
      return 'refused'
    case 'MALFORMED_FUNCTION_CALL':
      return broken('the model wrote a call that Gemini could not read', said)
    case 'UNEXPECTED_TOOL_CALL':
      return broken('the model called a tool that it was not given', said)
    case 'TOO_MANY_TOOL_CALLS':
      return broken('the model called too many tools in a row', said)
    case 'NO_IMAGE':
      return broken('the model was asked for an image and made none', said)
    case 'MISSING_THOUGHT_SIGNATURE':
      return new ModelError('replay-refused', { message: 'Gemini misses the signature of an earlier call' })
    default:
      return broken(`Gemini stopped without an answer: ${reason}`, said)
  }
}

function broken(message: string, said: string | null): ModelError {
  return new ModelError('protocol', { message: said === null || said === '' ? message : `${message}: ${said}` })
}
