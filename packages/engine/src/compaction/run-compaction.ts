import { type MessageId, makeId } from '@stet/history'
import type { EventHub } from '../events/event-hub.ts'
import type { Compaction, CompactionId } from '../view/compaction.ts'
import type { SummaryDeps } from './ask-for-summary.ts'
import { INSIDE } from './failed-summary.ts'
import { type LiveCompactions, publishCompaction } from './live-compactions.ts'
import { type MadeSummary, makeSummary } from './make-summary.ts'
import type { PreparedSummary, SummaryToMake } from './prepare-summary.ts'
import type { PromptDeps } from './render-prompt.ts'

export interface CompactionDeps extends SummaryDeps, Pick<PromptDeps, 'toolbox' | 'timeZone'> {
  readonly compactions: LiveCompactions
  readonly hub: Pick<EventHub, 'publish' | 'isWatched'>
}

interface CompactionToRun extends Pick<SummaryToMake, 'chat' | 'plan' | 'run'> {
  readonly id: CompactionId
  readonly prepared: PreparedSummary
  readonly by: Compaction['by']
  readonly signal: AbortSignal
  /** Saves the summary, or handles its failure. Returns the trouble to publish; null for none. */
  readonly finish: (made: MadeSummary, messageId: MessageId) => Promise<string | null>
}

export function newCompactionId({ randomBytes }: Pick<CompactionDeps, 'randomBytes'>): CompactionId {
  return makeId('cmp', randomBytes(20))
}

/** Runs one compaction, from its first event to its last, which is published whatever happens. */
export async function runCompaction(deps: CompactionDeps, compaction: CompactionToRun): Promise<void> {
  const { id, chat, signal, finish } = compaction
  const { id: chatId } = chat
  const messageId: MessageId = makeId('msg', deps.randomBytes(20))
  const { prepared } = compaction
  const of = prepared.kind === 'ready' ? prepared.job.price.requests : 1
  publishCompaction(deps, {
    kind: 'compaction-started',
    chatId,
    compaction: toShown(deps, compaction, Math.max(1, of)),
  })
  let trouble: string | null = INSIDE
  try {
    const made =
      prepared.kind === 'failed'
        ? prepared
        : await makeSummary(
            deps,
            { ...prepared.job, run: compaction.run, messageId },
            {
              signal,
              onChange: (chunk, retry) =>
                publishCompaction(deps, { kind: 'compaction-changed', chatId, id, chunk, retry }),
            },
          )
    trouble = await finish(made, messageId)
  } finally {
    publishCompaction(deps, { kind: 'compaction-ended', chatId, id, trouble })
  }
}

function toShown({ clock }: CompactionDeps, { id, by, plan }: CompactionToRun, of: number): Compaction {
  const { stage, because, coversThrough, summarise } = plan
  return {
    id,
    by,
    startedAt: clock(),
    stage,
    because,
    messages: summarise.length,
    coversThrough,
    chunk: { number: 1, of },
    retry: null,
    state: 'working',
    trouble: null,
  }
}
