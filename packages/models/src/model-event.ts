import type {
  AnswerEnd,
  Json,
  NativeContent,
  ProviderCallPart,
  ProviderRemarks,
  ReasoningPart,
  SourcePart,
  TextPart,
  Usage,
} from '@stet/history'
import type { ModelErrorKind } from './model-error.ts'

/** What a part is, known when it starts. */
export type PartStart =
  | { readonly kind: 'text' }
  | { readonly kind: 'reasoning' }
  | { readonly kind: 'tool-call'; readonly tool: string; readonly providerCallId: string | null }
  | { readonly kind: 'provider-call'; readonly tool: string }

/** A call as the model made it, still without an id of ours. */
export interface AnsweredCall {
  readonly kind: 'tool-call'
  readonly tool: string
  readonly input: string
  readonly providerCallId: string | null
}

/** A file that the model made, such as an image, not saved yet. */
export interface MadeFile {
  readonly kind: 'made-file'
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** A part as the provider gave it. */
export type AnsweredPart = TextPart | ReasoningPart | AnsweredCall | ProviderCallPart | MadeFile | SourcePart

/**
 * One stream for every provider. It ends with `answer-finished` or throws a `ModelError`; what arrived before an error is kept.
 * Parts are numbered from 0 in the order they start; a `part-delta` is text, reasoning, or a piece of a call's input. `retrying` comes
 * only while no part has started: an attempt that has published anything is never repeated.
 */
export type ModelEvent =
  | { readonly kind: 'part-started'; readonly part: number; readonly start: PartStart }
  | { readonly kind: 'part-delta'; readonly part: number; readonly text: string }
  | Retrying
  | { readonly kind: 'answer-finished'; readonly answer: Answer }

/** The provider refused for now; another attempt follows by itself unless the call is aborted. */
export interface Retrying {
  readonly kind: 'retrying'
  /** How many attempts have failed. */
  readonly failed: number
  readonly afterMs: number
  readonly because: { readonly kind: ModelErrorKind; readonly status: number | null; readonly message: string }
}

export interface Answer {
  readonly end: Extract<AnswerEnd, 'complete' | 'length' | 'refused'>
  /** Why it ended so, in the provider's words, where it says more than the end. */
  readonly because?: string
  /** Every part complete, by number, with signatures and sources, which are known only at the end. */
  readonly parts: readonly AnsweredPart[]
  readonly native: NativeContent | null
  readonly rawUsage: Json | null
  readonly usage: Usage | null
  /** Absent where the provider said nothing of the request. */
  readonly remarks?: ProviderRemarks
}
