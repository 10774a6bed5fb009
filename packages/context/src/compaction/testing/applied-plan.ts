import type { AssembleInput } from '../../assemble-input.ts'
import type { CompactionPlan } from '../compaction-plan.ts'
import { withSummary } from '../with-summary.ts'

/** The input of the next request once the plan's summary stands on the path. */
export function appliedPlan(input: AssembleInput, { coversThrough }: CompactionPlan, text: string): AssembleInput {
  const at = input.path.findIndex(message => message.id === coversThrough)
  const path = withSummary(input.path, at).map(message =>
    message.role === 'summary' && message.parts.length === 0 && message.coversThrough === coversThrough
      ? { ...message, id: 'msg_made' as const, parts: [{ kind: 'text' as const, text }] }
      : message,
  )
  return { ...input, path }
}

/** A text of words with at most that many tokens, and hardly fewer. */
export function textOf(count: number, { tokens }: AssembleInput): string {
  const word = 'word '
  let words = count
  while (words > 0 && tokens.text(word.repeat(words)) > count) words = Math.min(words - 1, Math.floor(words * 0.98))
  return word.repeat(words)
}
