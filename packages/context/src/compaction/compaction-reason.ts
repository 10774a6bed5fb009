import type { AssembleInput } from '../assemble-input.ts'
import { budgetOf } from '../budget-of.ts'
import { withThousands } from '../cut-text.ts'
import type { Cut } from './compaction-cuts.ts'

export interface ReasonFacts {
  readonly cut: Cut
  readonly again: boolean
  readonly summariseCurrent: boolean
  readonly total: number
}

/** Why there is a plan and what it does, in words that a person reads. */
export function compactionReason(facts: ReasonFacts, input: AssembleInput): string {
  const { cut, again, summariseCurrent, total } = facts
  const current = summariseCurrent
    ? ' Your message alone is larger than what may be sent: the summary stands for it in the request, and it stays whole in the chat.'
    : ''
  if (again) return `You asked for this summary to be made again.${current}`
  return `${what(cut, tooLarge(total, input))}${current}`
}

function tooLarge(total: number, input: AssembleInput): string {
  const { budget } = budgetOf(input)
  const { startAt } = input.settings.compaction
  const most = `${withThousands(budget)} ${budget === 1 ? 'fits' : 'fit'}`
  const start = startAt < 1 ? `, of which compaction starts at ${Math.round(startAt * 100)}%` : ''
  return `The request would have ${withThousands(total)} tokens, and ${most}${start}.`
}

function what({ stage, keeps }: Cut, why: string): string {
  switch (stage) {
    case 'older':
      return `${why} What precedes the last ${messages(keeps)} is summarised.`
    case 'fewer-recent':
      return `${why} The recent messages are large, so what precedes the last ${messages(keeps)} is summarised.`
    case 'last-messages':
      return `${why} The recent messages are too large, so all but the last ${messages(keeps)} is summarised.`
    case 'last-resort':
      return `${why} Even the last messages are too large, so one short summary and the current message are sent.`
    case 'by-hand':
      return 'You asked for a summary of the conversation.'
  }
}

function messages(count: number): string {
  return count === 1 ? 'message' : `${count} messages`
}
