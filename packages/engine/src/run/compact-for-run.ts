import { type CompactionPlan, truncatedSummary } from '@stet/context'
import type { MessageId, RenderedPrompt } from '@stet/history'
import { ModelError } from '@stet/models'
import type { MadeSummary } from '../compaction/make-summary.ts'
import type { Planned } from '../compaction/read-to-plan.ts'
import { type CompactionDeps, newCompactionId, runCompaction } from '../compaction/run-compaction.ts'
import { type SummaryToWrite, writeSummary } from '../compaction/write-summary.ts'
import { mustWriteForRun } from '../record/write-for-run.ts'
import type { StartedRun } from './live-runs.ts'

interface PlannedForRun extends Planned {
  /** Whether the request does not fit without it. */
  readonly needed: boolean
  readonly most: number | null
}

/**
 * Makes the summary for a run's next request, and returns the system prompt that was rendered at the checkpoint, or null when none was saved.
 * If it fails, a plain truncation replaces it where the request would not fit otherwise (C11); where it fits, the run continues without one.
 */
export async function compactForRun(
  deps: CompactionDeps,
  started: StartedRun,
  planned: PlannedForRun,
): Promise<{ readonly prompt: RenderedPrompt | null } | null> {
  const { live, chat } = started
  const { plan, input, needed, most } = planned
  let saved: { readonly prompt: RenderedPrompt | null } | null = null
  await runCompaction(deps, {
    id: newCompactionId(deps),
    by: { kind: 'run', runId: live.runId },
    chat,
    plan,
    input,
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
        saved = await mustWriteForRun(deps, started, () => writeSummary(deps, summary, [started.row.check()]))
      }
      return made.kind === 'failed' ? made.because : null
    },
  })
  if (live.cutBy() !== null) throw new ModelError('aborted', { message: 'The request for a summary was stopped.' })
  return saved
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
