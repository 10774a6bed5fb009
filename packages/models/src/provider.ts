import type { AnswerSettings, ModelFacts, ModelRequest } from '@stet/history'
import type { Connection } from './definition.ts'
import type { DiscoveredModel } from './discovered-model.ts'
import type { ModelEvent } from './model-event.ts'
import type { NotApplied } from './not-applied.ts'
import type { ProviderType } from './provider-type.ts'

/** What a folder of this package gives: one type of provider. Nothing in it keeps state, retries, or decides what is sent. */
export interface Provider {
  readonly type: ProviderType
  /** The models that this connection reaches. Throws `ModelError`. */
  discover(connection: Connection, signal: AbortSignal): Promise<readonly DiscoveredModel[]>
  /** What is known of any model of this type when nobody told: each figure may be overruled by discovery, data and the person. */
  readonly defaults: Pick<ModelFacts, 'takes' | 'reasoning' | 'caching'>
  /** Which of these settings this model cannot take. Pure: the page asks before anything is sent. */
  notApplied(
    facts: ModelFacts,
    settings: AnswerSettings,
    connection: Pick<Connection, 'definition'>,
  ): readonly NotApplied[]
  /** One attempt. It ends with `answer-finished` or throws a `ModelError`. */
  stream(call: ProviderCall): AsyncIterable<ModelEvent>
}

/** Of a call, what a request to the provider is made of. */
export type RequestInput = Pick<ProviderCall, 'facts' | 'request' | 'settings' | 'files'>

export interface ProviderCall {
  readonly connection: Connection
  readonly facts: ModelFacts
  readonly request: ModelRequest
  readonly settings: AnswerSettings
  /** Bytes of every file that the request names, by blob. */
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly signal: AbortSignal
  /** What the mapping did, told before the bytes leave. */
  readonly onMapped: (mapped: { readonly notApplied: readonly NotApplied[]; readonly notes: readonly string[] }) => void
}
