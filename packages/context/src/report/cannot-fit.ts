import type { Message, MessageId } from '@stet/history'
import { withThousands } from '../content/cut-text.ts'
import type { Draft } from '../draft/draft.ts'
import type { BudgetReport, Report } from './report.ts'

/** What must be sent does not fit, so nothing is sent. */
export interface CannotFit {
  readonly kind: 'cannot-fit'
  /** For the user. */
  readonly because: string
  /** Tokens that would have to be sent, at least. */
  readonly needs: number
  /** Tokens that may be sent. */
  readonly budget: number
  /** What takes most of them, largest first. */
  readonly largest: readonly LargeThing[]
  readonly report: Report
}

export interface LargeThing {
  readonly what: string
  readonly tokens: number
  /** Null for anything but a message. */
  readonly messageId: MessageId | null
}

const NAMED = 5

export function toCannotFit(draft: Draft, needs: number, report: Report): CannotFit {
  const { budget } = report.budget
  const largest = largestOf(draft, report)
  return { kind: 'cannot-fit', because: inWords(needs, report, largest), needs, budget, largest, report }
}

function inWords(needs: number, { budget, earlier }: Report, largest: readonly LargeThing[]): string {
  const atLeast = earlier?.fate === 'over-budget' ? 'at least ' : ''
  const names = largest.slice(0, 3).map(({ what, tokens }) => `${what} (${withThousands(tokens)})`)
  return (
    `The request needs ${atLeast}${withThousands(needs)} tokens, but only ${withThousands(budget.budget)} fit: ` +
    `${maximumIn(budget)} minus ${withThousands(budget.reserved)} reserved for the answer. ` +
    `Largest: ${names.join(', ')}.`
  )
}

function maximumIn({ maximum, maximumFrom }: BudgetReport): string {
  const tokens = withThousands(maximum)
  switch (maximumFrom) {
    case 'model':
      return `the model’s window of ${tokens}`
    case 'person':
      return `your own limit of ${tokens}`
    case 'assumed':
      return `an assumed window of ${tokens}`
  }
}

function largestOf(draft: Draft, { system, tools, messages }: Report): readonly LargeThing[] {
  const things: LargeThing[] = [...system, ...tools].map(({ kind, name, tokensAfter }) => ({
    what: name === '' ? `the ${kind === 'prompt' ? 'system prompt' : kind}` : `the ${kind} ${JSON.stringify(name)}`,
    tokens: tokensAfter,
    messageId: null,
  }))
  for (const [index, { messageId, fate, tokensBefore, tokensAfter }] of messages.entries()) {
    const message = draft.messages[index]
    const tokens = fate === 'over-budget' ? tokensBefore : tokensAfter
    if (message !== undefined && tokens > 0)
      things.push({ what: nameOf(message, index === draft.current), tokens, messageId })
  }
  return things
    .filter(({ tokens }) => tokens > 0)
    .sort((one, other) => other.tokens - one.tokens)
    .slice(0, NAMED)
}

function nameOf({ role }: Message, isCurrent: boolean): string {
  if (isCurrent) return 'your current message'
  switch (role) {
    case 'user':
      return 'an earlier message from you'
    case 'assistant':
      return 'an answer'
    case 'tool-results':
      return 'tool results'
    default:
      return 'a note'
  }
}
