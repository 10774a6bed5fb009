import type { CompactionPlan } from '@stet/context'
import type { MessageId, Path, RenderedPrompt } from '@stet/history'
import { ModelError } from '@stet/models'
import type { SummaryQuestion } from '@stet/store'
import type { MadeSummary } from '../../compaction/make-summary.ts'
import { type PreparedSummary, prepareSummary } from '../../compaction/prepare-summary.ts'
import type { Planned } from '../../compaction/read-to-plan.ts'
import { type CompactionDeps, newCompactionId, runCompaction } from '../../compaction/run-compaction.ts'
import { summaryTexts } from '../../compaction/summary-texts.ts'
import { type SummaryToWrite, writeSummary } from '../../compaction/write-summary.ts'
import { mustWriteForRun } from '../../record/write-for-run.ts'
import type { StartedRun } from '../live/live-runs.ts'

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
  const found = await prepareSummary(deps, { chat, plan, input, form: 'prose', most })
  const prepared = affordable(deps, started, planned, found)
  let saved: { readonly prompt: RenderedPrompt | null } | null = null
  await runCompaction(deps, {
    id: newCompactionId(deps),
    by: { kind: 'run', runId: live.runId },
    chat,
    plan,
    prepared,
    run: { id: live.runId, check: () => started.row.check() },
    signal: live.signal,
    async finish(made, id) {
      if (live.cutBy() !== null || made.kind === 'stopped') {
        if (made.kind === 'made') await made.source.recorded.endAlone(made.source.end)
        return null
      }
      const summary = toWrite(deps, started, { id, plan, path: input?.path ?? null, made })
      if (summary.form !== 'truncated' || needed) {
        saved = await mustWriteForRun(deps, started, () => writeSummary(deps, summary, [started.row.check()]))
      }
      return troubleOf(made)
    },
  })
  if (live.cutBy() !== null) throw new ModelError('aborted', { message: 'The request for a summary was stopped.' })
  return saved
}

/** A run makes at most this many requests for a summary that nobody asked for: one long answer caused 69 of them. */
export const MOST_REQUESTS = 8

/** The user has to decide about a summary before the run can continue. */
export class SummaryUndecided extends Error {
  override readonly name = 'SummaryUndecided'
  readonly question: SummaryQuestion

  constructor(question: SummaryQuestion) {
    super(`the user decides about a summary that takes ${question.requests} requests`)
    this.question = question
  }
}

/**
 * A summary of many requests is made only when the user says so: the run ends and asks (C10). Where nobody is there to be asked, in a chat
 * that a call made or without an open page, the first parts are summarised and the rest is cut. A request that fits without a summary does
 * not wait for one: it continues as if that had failed.
 */
function affordable(
  { clock, hub }: CompactionDeps,
  { chat, longSummary }: StartedRun,
  { plan, needed }: PlannedForRun,
  prepared: PreparedSummary,
): PreparedSummary {
  if (prepared.kind === 'failed' || longSummary === 'summarise') return prepared
  const { requests, cost } = prepared.job.price
  if (requests <= MOST_REQUESTS) return prepared
  if (needed && longSummary === 'ask') {
    if (chat.calledBy !== null || !hub.isWatched())
      return { kind: 'ready', job: { ...prepared.job, parts: MOST_REQUESTS } }
    const { because, summarise } = plan
    throw new SummaryUndecided({ askedAt: clock(), because, messages: summarise.length, requests, cost })
  }
  const because =
    longSummary === 'truncate'
      ? `a summary would take ${requests} requests, and you chose to shorten the text instead`
      : `a summary would take ${requests} requests, and at most ${MOST_REQUESTS} are made without asking`
  return { kind: 'failed', because }
}

interface Finished {
  readonly id: MessageId
  readonly plan: CompactionPlan
  readonly path: Path | null
  readonly made: Exclude<MadeSummary, { kind: 'stopped' }>
}

function toWrite(deps: CompactionDeps, { chat }: StartedRun, { id, plan, path, made }: Finished): SummaryToWrite {
  const place = { id, chatId: chat.id, coversThrough: plan.coversThrough }
  if (made.kind === 'failed') {
    return { ...place, ...summaryTexts(deps, { chat, plan, path }, null), form: 'truncated', written: null }
  }
  const form = made.partly === null ? 'prose' : 'truncated'
  return { ...place, ...summaryTexts(deps, { chat, plan, path }, made.text), form, written: made }
}

function troubleOf(made: Finished['made']): string | null {
  if (made.kind === 'failed') return made.because
  if (made.partly === null) return null
  const { summarised, of } = made.partly
  return `a summary would take ${of} requests, and nobody could be asked: ${summarised} were made, and the rest was shortened`
}
