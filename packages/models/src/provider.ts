import type { AnswerSettings, Json, ModelFacts, ModelRequest } from '@stet/history'
import type { Connection, Definition } from './definition.ts'
import type { DiscoveredModel } from './discovered-model.ts'
import type { KnownModel } from './facts/known-model.ts'
import type { ImageMaker } from './images/image-maker.ts'
import type { ModelError } from './model-error.ts'
import type { ModelEvent } from './model-event.ts'
import type { ReportedUsage } from './models.ts'
import type { NotApplied } from './not-applied.ts'
import type { ProviderType } from './provider-type.ts'
import type { EventDecoder } from './transport/event-decoder.ts'
import type { Refusal } from './transport/to-model-error.ts'

/** What a protocol folder exports: one type of provider. Nothing in it keeps state, sends, retries, or decides what is sent. */
export interface Provider {
  readonly type: ProviderType
  /** The models that this connection reaches. Throws `ModelError`. */
  discover(connection: Connection, signal: AbortSignal): Promise<readonly DiscoveredModel[]>
  /** Makes the server load a model with this window from now on, where it can be asked to (Ollama). Throws `ModelError`. */
  setWindow?(connection: Connection, model: string, tokens: number, signal: AbortSignal): Promise<void>
  /** What is assumed of any model of this type: discovery, data and the user's overrides each take precedence. */
  readonly defaults: Pick<ModelFacts, 'takes' | 'reasoning' | 'caching'>
  /** What a model can do at this address, and perhaps not at a server that imitates it (C21, C24). */
  factsAt?(definition: Pick<Definition, 'baseUrl' | 'name'>, known: KnownModel | null): AddressFacts
  /** Which of these settings this model cannot take. Pure: the page asks before anything is sent. */
  notApplied(
    facts: ModelFacts,
    settings: AnswerSettings,
    connection: Pick<Connection, 'definition'>,
  ): readonly NotApplied[]
  /** How the provider itself counts the tokens of a request; null where this definition cannot be asked (C15). */
  count?(input: RequestInput): CountRequest | null
  /** What models have in common that read each other's signed content (C7). */
  familyOf(model: string): string
  /** How it makes images; absent where the protocol has no images. */
  readonly images?: ImageMaker
  /** Maps a request to what is sent. Throws a `ModelError` for a request that breaks a rule of the provider. */
  prepare(input: RequestInput): PreparedRequest
}

/** What is known of a model only where its maker serves it. */
export type AddressFacts = Pick<
  ModelFacts,
  'appendsTools' | 'withdrawsTools' | 'appendsSystem' | 'appendsEffort' | 'takesMarks' | 'cacheLife' | 'leastCached'
>

/** What a request to a provider is made of. */
export interface RequestInput {
  readonly connection: Pick<Connection, 'definition' | 'credentials'>
  readonly facts: ModelFacts
  readonly request: ModelRequest
  readonly settings: AnswerSettings
  /** Bytes of every file that the request names, by blob. */
  readonly files: ReadonlyMap<string, Uint8Array>
}

/** A question for the number of tokens of a request, without an answer of the model. */
export interface CountRequest {
  readonly url: string
  readonly headers: Headers
  readonly body: object
  /** The field of the answer that is the count. */
  readonly field: string
  readonly refine: (refusal: Refusal) => ModelError | null
}

/** What a mapping needs of that: no secrets. */
export type MappingInput = Omit<RequestInput, 'connection'> & {
  readonly connection: Pick<Connection, 'definition'>
}

/** A request as its provider takes it, and how its answer is read. */
export interface PreparedRequest {
  readonly url: string
  readonly headers: Headers
  readonly body: object
  readonly notApplied: readonly NotApplied[]
  /** What else the mapping changed, in words for the report. */
  readonly notes: readonly string[]
  /** A new one for each attempt. */
  readonly createReader: (log?: (line: string) => void) => AnswerReader
  /** What a refusal says more exactly than its status; null leaves it at the status. */
  readonly refine: (refusal: Refusal) => ModelError | null
  /** Loads the decoder of a stream that is not server-sent events. */
  readonly loadDecoder?: (host: string, log?: (line: string) => void) => Promise<EventDecoder>
}

/** Reads one answer: its events one by one, or all of it at once. Throws a `ModelError` when the answer says that it failed. */
export interface AnswerReader {
  read(event: Json): void
  readWhole(answer: Json): void
  /** Whether the last event was read: nothing may follow. */
  hasEnded(): boolean
  /** Called when the body ends first. Throws when nothing said how the answer ended (FP-4). */
  end(): void
  /** The events since the last call. */
  take(): readonly ModelEvent[]
  /** What the provider has reported of its usage so far; null while it has reported nothing. */
  reported(): ReportedUsage | null
}
