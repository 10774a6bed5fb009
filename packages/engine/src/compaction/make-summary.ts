import {
  type Chunk,
  type CompactionPlan,
  type PromptText,
  partlyTruncated,
  textIn,
  validateSummary,
} from '@stet/context'
import type { ModelFacts, ModelRequest } from '@stet/history'
import { type Answer, ModelError } from '@stet/models'
import type { CompactionChunk } from '../view/compaction.ts'
import type { DraftRetry } from '../view/draft.ts'
import { askForSummary, type SummaryAnswered, type SummaryDeps } from './ask-for-summary.ts'
import { type FailedSummary, toFailed } from './failed-summary.ts'
import type { CachedRequest, SummaryJob, SummaryToMake } from './prepare-summary.ts'
import { summarySettings } from './summary-settings.ts'

export type MadeSummary =
  | {
      readonly kind: 'made'
      readonly text: string
      /** The instruction that the model got. */
      readonly asked: string
      /** The last request, to be completed with the message. Requests for earlier chunks are complete. */
      readonly source: SummarySource
      /** How many of the parts it summarises if the rest was cut to fit; null for all. */
      readonly partly: { readonly summarised: number; readonly of: number } | null
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

/** How much of the room a partly cut summary may take. */
const REST_SHARE = 2 / 3
/** By how much our token count may exceed that of a model that kept to its limit. */
const COUNTED = 1.25

export type SummaryWork = SummaryJob & SummaryToMake

/**
 * Asks for a summary: with the chat's own request while that is cached, and chunk by chunk from a copy when that fails or is not. It does not
 * throw: any error is a failed summary (C11).
 */
export async function makeSummary(
  deps: SummaryDeps,
  job: SummaryWork,
  progress: SummaryProgress,
): Promise<MadeSummary> {
  try {
    const made = job.cached === null ? null : await askFromCache(deps, job, job.cached, progress)
    return made ?? (await askInParts(deps, job, progress))
  } catch (error) {
    return progress.signal.aborted ? { kind: 'stopped' } : toFailed(deps, job.chat, error)
  }
}

/** Null when the model did not summarise: with tools and the whole chat before it, it may have continued the work instead. */
async function askFromCache(
  deps: SummaryDeps,
  job: SummaryWork,
  { request, settings, base, instruction }: CachedRequest,
  progress: SummaryProgress,
): Promise<MadeSummary | null> {
  const { chat, plan, facts } = job
  try {
    const part = { request, settings, base, chunk: { number: 1, of: 1 }, progress }
    const answered = await askForPart(deps, job, part)
    const checked = check(deps, job, answered, plan)
    if (checked.kind === 'valid') {
      return { kind: 'made', text: checked.text, asked: instruction, source: { ...answered, facts }, partly: null }
    }
    await answered.recorded.endAlone(answered.end)
    deps.log.warn('a summary is asked from a copy of the chat', { chatId: chat.id, because: checked.because })
  } catch (error) {
    if (!(error instanceof ModelError) || !ASKED_OTHERWISE.has(error.kind)) throw error
    deps.log.warn('a summary is asked from a copy of the chat', { chatId: chat.id, error })
  }
  return null
}

/** The provider refused the request itself; a different request may succeed. */
const ASKED_OTHERWISE: ReadonlySet<ModelError['kind']> = new Set([
  'context-too-long',
  'replay-refused',
  'invalid-request',
])

function check(deps: SummaryDeps, { chat }: SummaryWork, { answer }: SummaryAnswered, limits: SummaryLimits) {
  const text = textIn(answer.parts)
  const tokens = deps.tokens.of(chat.id, chat.settings.model).text(text)
  return validateSummary({ text, end: answer.end, hasToolCalls: hasCalls(answer), tokens }, limits)
}

type SummaryLimits = Pick<CompactionPlan, 'replacedTokens' | 'room'>

async function askInParts(deps: SummaryDeps, job: SummaryWork, progress: SummaryProgress): Promise<MadeSummary> {
  const { plan, facts, chunks, parts } = job
  const settings = summarySettings(facts, plan.outputLimit)
  let running: string | null = null
  for (const chunk of chunks.slice(0, parts)) {
    const prompt = job.prompt({ plan, running, chunk })
    const answered = await askForPart(deps, job, { request: toRequest(prompt), settings, base: null, chunk, progress })
    const { recorded, end } = answered
    const isLast = chunk.number === chunk.of
    const checked = check(deps, job, answered, isLast ? plan : ofPart(plan))
    const isEnd = checked.kind === 'valid' && chunk.number === parts
    const text = isEnd && !isLast ? withRest(deps, job, chunk, checked.text) : isEnd ? checked.text : null
    if (text !== null) {
      const partly = isLast ? null : { summarised: parts, of: chunks.length }
      return { kind: 'made', text, asked: prompt.system, source: { ...answered, facts }, partly }
    }
    await recorded.endAlone(end)
    if (checked.kind === 'failed') return checked
    running = checked.text
  }
  return { kind: 'failed', because: running === null ? 'there is nothing to summarise' : 'the summary leaves no space' }
}

/** The summary through a chunk with what follows it, cut to fit; null where it leaves no space for that. */
function withRest({ tokens }: SummaryDeps, { chat, plan, chunks }: SummaryWork, { number }: Chunk, summary: string) {
  const rest = chunks
    .slice(number)
    .map(({ text }) => text)
    .join('\n\n')
  // The rest of the tokens are for the facts of everything it replaces.
  const room = Math.floor(plan.room * REST_SHARE)
  return partlyTruncated({ summary, rest, room }, tokens.of(chat.id, chat.settings.model))
}

/** The limits of an intermediate summary: how much it replaces is only known at the end. */
function ofPart({ outputLimit }: CompactionPlan) {
  return { replacedTokens: Number.POSITIVE_INFINITY, room: Math.ceil(outputLimit * COUNTED) }
}

interface Part extends Pick<CachedRequest, 'settings'> {
  readonly request: ModelRequest
  readonly base: CachedRequest['base'] | null
  readonly chunk: Pick<Chunk, 'number' | 'of'>
  readonly progress: SummaryProgress
}

async function askForPart(deps: SummaryDeps, job: SummaryWork, part: Part): Promise<SummaryAnswered> {
  const { chat, run, messageId, plan, choice, facts } = job
  const { request, settings, base, progress } = part
  const { number, of } = part.chunk
  const chunk = { number, of }
  let waits = false
  // The first of several is published too if a single cached request came before it.
  if (number > 1 || (of > 1 && job.cached !== null)) progress.onChange(chunk, null)
  return askForSummary(deps, {
    chat,
    run,
    messageId,
    below: plan.coversThrough,
    choice,
    facts,
    request,
    settings,
    base,
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

function toRequest({ system, user }: PromptText): ModelRequest {
  return {
    system: [{ text: system, cacheMark: false }],
    messages: [
      { form: 'plain', messageId: null, role: 'user', parts: [{ kind: 'text', text: user }], cacheMark: false },
    ],
    tools: [],
  }
}
