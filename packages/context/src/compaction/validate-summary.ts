import type { AnswerEnd } from '@stet/history'
import { withThousands } from '../content/cut-text.ts'
import { isBlank } from '../content/to-plain.ts'
import type { CompactionPlan } from './compaction-plan.ts'

/** What a model answered when it was asked for a summary. */
export interface SummaryAnswer {
  readonly text: string
  readonly end: AnswerEnd
  readonly hasToolCalls: boolean
  /** Of the text, by the counts of the chat: the provider's figure may hold reasoning, which is not sent on. */
  readonly tokens: number
}

export type ValidatedSummary =
  | { readonly kind: 'valid'; readonly text: string }
  | { readonly kind: 'failed'; readonly because: string }

/** Whether an answer is a summary that can replace what it covers (C11). */
export function validateSummary(
  { text, end, hasToolCalls, tokens }: SummaryAnswer,
  { replacedTokens, room }: Pick<CompactionPlan, 'replacedTokens' | 'room'>,
): ValidatedSummary {
  if (end !== 'complete') return failed(becauseOf(end))
  if (hasToolCalls) return failed('the model called a tool instead of writing a summary')
  if (isBlank(text)) return failed('the summary is empty')
  if (tokens > replacedTokens) {
    return failed(
      `the summary is longer than what it replaces: ${withThousands(tokens)} tokens for ${withThousands(replacedTokens)}`,
    )
  }
  if (tokens > room) {
    return failed(
      `the summary does not fit: ${withThousands(tokens)} tokens, and ${withThousands(room)} are left for it`,
    )
  }
  return { kind: 'valid', text: text.trim() }
}

function failed(because: string): ValidatedSummary {
  return { kind: 'failed', because }
}

function becauseOf(end: Exclude<AnswerEnd, 'complete'>): string {
  switch (end) {
    case 'length':
      return 'the summary was cut off'
    case 'refused':
      return 'the model refused to write a summary'
    case 'failed':
      return 'the request for a summary failed'
    case 'stopped':
      return 'the request for a summary was stopped'
    case 'interrupted':
      return 'the request for a summary was interrupted'
  }
}
