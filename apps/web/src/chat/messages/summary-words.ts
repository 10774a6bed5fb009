import type { CheckpointState } from '../../compaction/checkpoints.ts'

export type SummaryForm = 'prose' | 'snapshot' | 'truncated'

interface Standing {
  readonly form: SummaryForm
  readonly state: CheckpointState
  /** Null where they are not all known. */
  readonly above: number | null
  /** Whether nothing is summarised by itself since it was lifted. */
  readonly pauses: boolean
}

/** What a summary stands for, in its place (H6, C11). */
export function summaryWords({ form, state, above, pauses }: Standing): string {
  switch (state) {
    case 'lifted':
      return `Lifted on this branch: what is above is sent again, word for word.${pauses ? ' Nothing is summarised by itself until you let it.' : ''}`
    case 'replaced':
      return 'A checkpoint further down has taken its place. What is above stands unchanged.'
    case 'holds':
      return form === 'truncated'
        ? `No summary could be made, so that a plain truncation stands for ${covered(above)}. A model is told only a part of it; the record has it all.`
        : `Stands for ${covered(above)} when a model is asked. What is above stands unchanged.`
  }
}

function covered(above: number | null): string {
  if (above === null) return 'everything above it'
  return above === 1 ? 'the one message above it' : `the ${above} messages above it`
}
