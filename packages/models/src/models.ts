import type { AnswerSettings, Json, ModelChoice, ModelFacts, ModelRequest, Origin, Usage } from '@stet/history'
import type { ImageInput, MadeImages } from './images/image-maker.ts'
import type { ModelEvent } from './model-event.ts'
import type { NotApplied } from './not-applied.ts'
import type { PriceList } from './price-list.ts'
import type { SentRequest } from './sent-request.ts'

export interface ModelCall {
  readonly choice: ModelChoice
  readonly request: ModelRequest
  readonly settings: AnswerSettings
  /** Tokens that the window has left for the answer, by our count. A provider refuses a request that allows more. */
  readonly room?: number
  readonly purpose: 'answer' | 'title' | 'summary' | 'sampling'
  readonly signal: AbortSignal
  /** What `prepare` returned for the same call, which is then not mapped again. */
  readonly prepared?: PreparedCall
  /** Called with each attempt right before its bytes leave, and awaited: where it fails nothing is sent, and the stream fails with its error. */
  readonly onSent?: (sent: SentRequest) => void | Promise<void>
  /** Called when the provider reports usage, also before the end: it counts when the answer is stopped or breaks off (U1). */
  readonly onUsage?: (reported: ReportedUsage) => void
}

/** A call whose bytes are known before they are sent. */
export interface PreparedCall {
  readonly sent: SentRequest
}

export interface ImageCall extends Pick<ModelCall, 'choice' | 'signal'>, Pick<ImageInput, 'prompt' | 'images'> {
  readonly onSent: (sent: SentRequest) => Promise<void>
}

/** The provider's own usage report, and its figures normalised; null where they cannot be. */
export interface ReportedUsage {
  readonly rawUsage: Json
  readonly usage: Usage | null
}

/** What the engine asks of models: what is known of one, and its answer as it streams. */
export interface Models {
  /** Null when the choice names nothing that is configured. */
  facts(choice: ModelChoice): Promise<ModelFacts | null>
  /** Null when no price is known. */
  prices(choice: ModelChoice): Promise<PriceList | null>
  /** Which of these settings the chosen model cannot take. */
  notApplied(choice: ModelChoice, settings: AnswerSettings): Promise<readonly NotApplied[]>
  /** Of these origins, those whose native content the chosen model reads: it wrote it, or a model of its family at the same address (C7). */
  reads(choice: ModelChoice, origins: readonly Origin[]): Promise<readonly Origin[]>
  /** The tokens of a request as its provider counts them, without an answer; null where it has no count (C15). Throws `ModelError`. */
  count(call: Pick<ModelCall, 'choice' | 'request' | 'settings' | 'signal'>): Promise<number | null>
  /** What `stream` would send; null where that is not known before. Throws what `stream` would throw before it sends. */
  prepare(call: Pick<ModelCall, 'choice' | 'request' | 'settings' | 'room'>): Promise<PreparedCall | null>
  stream(call: ModelCall): AsyncIterable<ModelEvent>
  /** Makes or edits images, in one request that is never repeated (T9). Throws `ModelError`. */
  makeImages(call: ImageCall): Promise<MadeImages>
}
