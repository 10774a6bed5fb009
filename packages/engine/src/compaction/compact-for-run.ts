import { type CompactionPlan, truncatedSummary } from '@stet/context'
import { ModelError } from '@stet/models'
import type { EngineRoom } from '../engine-room.ts'
import type { StartedRun } from '../started-run.ts'
import { mustWriteForRun } from '../write-for-run.ts'
import type { MadeSummary } from './make-summary.ts'
import { newCompactionId, runCompaction } from './run-compaction.ts'
import { type SummaryToWrite, writeSummary } from './write-summary.ts'

export interface PlannedForRun {
  readonly plan: CompactionPlan
  /** Whether the request cannot be made without it. */
  readonly needed: boolean
  readonly most: number | null
}

/**
 * Makes the summary that a run's next request needs, and gives whether a checkpoint now stands. One that fails is stood in for by a plain
 * truncation where the request would not fit without (C11); where it would, the run goes on without.
 */
export async function compactForRun(room: EngineRoom, started: StartedRun, planned: PlannedForRun): Promise<boolean> {
  const { live, chat } = started
  const { plan, needed, most } = planned
  let stands = false
  await runCompaction(room, {
    id: newCompactionId(room),
    by: { kind: 'run', runId: live.runId },
    chat,
    plan,
    form: 'prose',
    most,
    signal: live.signal,
    async finish(made) {
      if (live.cutBy() !== null || made.kind === 'stopped') return null
      const summary = toWrite(room, started, plan, made)
      if (summary.form !== 'truncated' || needed) {
        await mustWriteForRun(room, started, () => writeSummary(room, summary, [started.row.check()]))
        stands = true
      }
      return made.kind === 'failed' ? made.because : null
    },
  })
  if (live.cutBy() !== null) throw new ModelError('aborted', { message: 'The request for a summary was stopped.' })
  return stands
}

function toWrite(
  { tokens }: EngineRoom,
  { chat }: StartedRun,
  plan: CompactionPlan,
  made: Exclude<MadeSummary, { kind: 'stopped' }>,
): SummaryToWrite {
  const place = { chatId: chat.id, coversThrough: plan.coversThrough }
  if (made.kind === 'made') {
    const { text, asked, request } = made
    return { ...place, text, form: 'prose', asked, request }
  }
  const text = truncatedSummary(plan, tokens.of(chat.id, chat.settings.model))
  return { ...place, text, form: 'truncated', asked: null, request: null }
}
