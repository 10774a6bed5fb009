import { type CompactionPlan, truncatedSummary } from '@stet/context'
import type { MessageId } from '@stet/history'
import { ModelError } from '@stet/models'
import type { MadeSummary } from '../compaction/make-summary.ts'
import { type CompactionDeps, newCompactionId, runCompaction } from '../compaction/run-compaction.ts'
import { type SummaryToWrite, writeSummary } from '../compaction/write-summary.ts'
import { mustWriteForRun } from '../record/write-for-run.ts'
import type { StartedRun } from './live-runs.ts'

interface PlannedForRun {
  readonly plan: CompactionPlan
  /** Whether the request cannot be made without it. */
  readonly needed: boolean
  readonly most: number | null
}

/**
 * Makes the summary that a run's next request needs, and gives whether a checkpoint now stands. One that fails is stood in for by a plain
 * truncation where the request would not fit without (C11); where it would, the run goes on without.
 */
export async function compactForRun(
  deps: CompactionDeps,
  started: StartedRun,
  planned: PlannedForRun,
): Promise<boolean> {
  const { live, chat } = started
  const { plan, needed, most } = planned
  let stands = false
  await runCompaction(deps, {
    id: newCompactionId(deps),
    by: { kind: 'run', runId: live.runId },
    chat,
    plan,
    form: 'prose',
    most,
    run: { id: live.runId, check: () => started.row.check() },
    signal: live.signal,
    async finish(made, id) {
      if (live.cutBy() !== null || made.kind === 'stopped') {
        if (made.kind === 'made') await made.source.recorded.endAlone(made.source.end)
        return null
      }
      const summary = toWrite(deps, started, { id, plan, made })
      if (summary.form !== 'truncated' || needed) {
        await mustWriteForRun(deps, started, () => writeSummary(deps, summary, [started.row.check()]))
        stands = true
      }
      return made.kind === 'failed' ? made.because : null
    },
  })
  if (live.cutBy() !== null) throw new ModelError('aborted', { message: 'The request for a summary was stopped.' })
  return stands
}

interface Finished {
  readonly id: MessageId
  readonly plan: CompactionPlan
  readonly made: Exclude<MadeSummary, { kind: 'stopped' }>
}

function toWrite({ tokens }: CompactionDeps, { chat }: StartedRun, { id, plan, made }: Finished): SummaryToWrite {
  const place = { id, chatId: chat.id, coversThrough: plan.coversThrough }
  if (made.kind === 'made') return { ...place, text: made.text, form: 'prose', written: made }
  const text = truncatedSummary(plan, tokens.of(chat.id, chat.settings.model))
  return { ...place, text, form: 'truncated', written: null }
}
