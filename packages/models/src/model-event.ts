import type { AnswerEnd, AssistantPart, Json, NativeContent, Usage } from '@stet/history'

/** What a part is, known when it starts. */
export type PartStart =
  | { readonly kind: 'text' }
  | { readonly kind: 'reasoning' }
  | { readonly kind: 'tool-call'; readonly tool: string; readonly providerCallId: string | null }

/** A part as the provider gave it: a call has no id of ours yet. */
export type AnsweredPart =
  | Exclude<AssistantPart, { kind: 'tool-call' | 'error' }>
  | {
      readonly kind: 'tool-call'
      readonly tool: string
      readonly input: string
      readonly providerCallId: string | null
    }

/**
 * One stream for every provider. It ends with `answer-finished` or throws a `ModelError`; what arrived before an error stands.
 * Parts are numbered from 0 in the order they start; a `part-delta` is text, reasoning, or a piece of a call's input.
 */
export type ModelEvent =
  | { readonly kind: 'part-started'; readonly part: number; readonly start: PartStart }
  | { readonly kind: 'part-delta'; readonly part: number; readonly text: string }
  | { readonly kind: 'answer-finished'; readonly answer: Answer }

export interface Answer {
  readonly end: Extract<AnswerEnd, 'complete' | 'length' | 'refused'>
  /** Every part whole, by number: with signatures and sources, which only the end tells. */
  readonly parts: readonly AnsweredPart[]
  readonly native: NativeContent | null
  readonly rawUsage: Json | null
  readonly usage: Usage | null
}
