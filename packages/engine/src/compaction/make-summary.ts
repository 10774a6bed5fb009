import { type Chunk, type CompactionPlan, type PromptText, textIn, validateSummary } from '@stet/context'
import type { ModelFacts } from '@stet/history'
import type { Answer } from '@stet/models'
import type { CompactionChunk } from '../view/compaction.ts'
import type { DraftRetry } from '../view/draft.ts'
import { askForSummary, type SummaryAnswered, type SummaryDeps } from './ask-for-summary.ts'
import { type FailedSummary, toFailed } from './failed-summary.ts'
import type { SummaryJob } from './prepare-summary.ts'

export type MadeSummary =
  | {
      readonly kind: 'made'
      readonly text: string
      /** The instruction that the model got. */
      readonly asked: string
      /** The last request, to be completed with the message. Requests for earlier chunks are complete. */
      readonly source: SummarySource
    }
  | FailedSummary
  | { readonly kind: 'stopped' }

export interface SummarySource extends SummaryAnswered {
  readonly facts: ModelFacts
}

interface SummaryProgress {
  readonly signal: AbortSignal
  readonly onChange: (chunk: CompactionChunk, retry: DraftRetry | null) => void
}

/** By how much our token count may exceed that of a model that kept to its limit. */
const COUNTED = 1.25

/** Asks for a summary, chunk by chunk. It does not throw: any error is a failed summary (C11). */
export async function makeSummary(deps: SummaryDeps, job: SummaryJob, progress: SummaryProgress): Promise<MadeSummary> {
  try {
    return await askInParts(deps, job, progress)
  } catch (error) {
    return progress.signal.aborted ? { kind: 'stopped' } : toFailed(deps, job.chat, error)
  }
}

async function askInParts(deps: SummaryDeps, job: SummaryJob, progress: SummaryProgress): Promise<MadeSummary> {
  const { chat, plan, facts, chunks } = job
  const tokens = deps.tokens.of(chat.id, chat.settings.model)
  let made: MadeSummary = { kind: 'failed', because: 'there is nothing to summarise' }
  let running: string | null = null
  for (const chunk of chunks) {
    const prompt = job.prompt({ plan, running, chunk })
    const answered = await askForPart(deps, job, { prompt, chunk, progress })
    const { answer, recorded, end } = answered
    const isLast = chunk.number === chunk.of
    const text = textIn(answer.parts)
    const checked = validateSummary(
      { text, end: answer.end, hasToolCalls: hasCalls(answer), tokens: tokens.text(text) },
      isLast ? plan : ofPart(plan),
    )
    if (checked.kind === 'failed' || !isLast) await recorded.endAlone(end)
    if (checked.kind === 'failed') return checked
    running = checked.text
    made = { kind: 'made', text: running, asked: prompt.system, source: { ...answered, facts } }
  }
  return made
}

/** The limits of an intermediate summary: how much it replaces is only known at the end. */
function ofPart({ outputLimit }: CompactionPlan) {
  return { replacedTokens: Number.POSITIVE_INFINITY, room: Math.ceil(outputLimit * COUNTED) }
}

interface Part {
  readonly prompt: PromptText
  readonly chunk: Chunk
  readonly progress: SummaryProgress
}

async function askForPart(deps: SummaryDeps, job: SummaryJob, part: Part): Promise<SummaryAnswered> {
  const { chat, run, messageId, plan, choice, facts } = job
  const { prompt, progress } = part
  const { number, of } = part.chunk
  const chunk = { number, of }
  let waits = false
  if (number > 1) progress.onChange(chunk, null)
  return askForSummary(deps, {
    chat,
    run,
    messageId,
    below: plan.coversThrough,
    choice,
    facts,
    prompt,
    outputLimit: plan.outputLimit,
    signal: progress.signal,
    onRetry({ failed, afterMs, because }) {
      waits = true
      progress.onChange(chunk, { failed, at: deps.clock(), afterMs, because })
    },
    onStart() {
      if (waits) progress.onChange(chunk, null)
      waits = false
    },
  })
}

function hasCalls({ parts }: Answer): boolean {
  return parts.some(({ kind }) => kind === 'tool-call')
}
