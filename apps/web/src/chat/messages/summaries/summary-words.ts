import type { CheckpointState } from '../../../compaction/checkpoints.ts'

export type SummaryForm = 'prose' | 'snapshot' | 'truncated'

interface SummaryFacts {
  readonly form: SummaryForm
  /** Whether a model wrote some of it. */
  readonly isWritten: boolean
  readonly state: CheckpointState
  /** Null where they are not all known. */
  readonly above: number | null
  /** Whether nothing is summarised by itself since it was lifted. */
  readonly pauses: boolean
}

/** What a summary replaces, shown in its place (H6, C11). */
export function summaryWords({ form, isWritten, state, above, pauses }: SummaryFacts): string {
  switch (state) {
    case 'lifted':
      return `Lifted on this branch: the messages above are sent in full again.${pauses ? ' Automatic summaries are off until you turn them back on.' : ''}`
    case 'preview':
      return `Preview: not in use yet. It would replace ${covered(above)} in future requests.`
    case 'discarded':
      return 'Not in use. The messages above are unchanged.'
    case 'replaced':
      return 'Replaced by a later checkpoint. The messages above are unchanged.'
    case 'holds':
      if (form === 'truncated' && isWritten) {
        return `Nobody could be asked about a long summary, so the later part of ${covered(above)} is shortened. The messages themselves are unchanged.`
      }
      return form === 'truncated'
        ? `Summarising failed, so only the beginning and end of ${covered(above)} are sent. The messages themselves are unchanged.`
        : `Replaces ${covered(above)} in future requests. The messages themselves are unchanged.`
  }
}

function covered(above: number | null): string {
  if (above === null) return 'everything above'
  return above === 1 ? 'the message above' : `the ${above} messages above`
}
