import {
  ASSUMED_WINDOW,
  type Chunk,
  type CompactionPlan,
  chunkRoom,
  serialiseForSummary,
  snapshotPrompt,
  summaryPrompt,
  textIn,
  validateSummary,
} from '@stet/context'
import type { Chat, ModelFacts, SummaryMessage } from '@stet/history'
import { type Answer, ModelError } from '@stet/models'
import type { DraftRetry } from '../draft.ts'
import type { EngineRoom } from '../engine-room.ts'
import { findFacts } from '../read-facts.ts'
import { NotRecorded } from '../requests/not-recorded.ts'
import { askForSummary, type SummaryAnswered, type SummaryQuestion } from './ask-for-summary.ts'
import type { CompactionChunk } from './compaction.ts'
import { spareTokens } from './summary-settings.ts'

export interface SummaryToMake extends Pick<SummaryQuestion, 'chat' | 'run' | 'messageId'> {
  readonly plan: CompactionPlan
  readonly form: Exclude<SummaryMessage['form'], 'truncated'>
  /** Tokens that a request to the chat's own model may have, where it refused more; null where only its window limits them. */
  readonly most: number | null
}

/** What is asked of a model for a summary, part by part. */
export interface SummaryJob extends SummaryToMake {
  readonly facts: ModelFacts
  readonly chunks: readonly Chunk[]
}

export type PreparedSummary = { readonly kind: 'ready'; readonly job: SummaryJob } | FailedSummary

export interface FailedSummary {
  readonly kind: 'failed'
  /** In words that a person reads. */
  readonly because: string
}

export type MadeSummary =
  | {
      readonly kind: 'made'
      readonly text: string
      /** What the model was told to do. */
      readonly asked: string
      /** Who wrote it, with the request that is to be completed with the message; those for the parts before it are complete. */
      readonly source: SummarySource
    }
  | FailedSummary
  | { readonly kind: 'stopped' }

export interface SummarySource extends SummaryAnswered {
  readonly facts: ModelFacts
}

export interface SummaryProgress {
  readonly signal: AbortSignal
  readonly onChange: (chunk: CompactionChunk, retry: DraftRetry | null) => void
}

/** How much longer a text may be by our count than by that of the model that kept to its limit. */
const COUNTED = 1.25

/** What a person is told of trouble that nobody foresaw. */
export const INSIDE = 'Something went wrong inside Stet; the log says what.'

const prompts = { prose: summaryPrompt, snapshot: snapshotPrompt }

/** Finds the model that is to write it, and divides what is to be summarised into parts that it can read. It does not throw. */
export async function prepareSummary(room: EngineRoom, summary: SummaryToMake): Promise<PreparedSummary> {
  try {
    return await prepare(room, summary)
  } catch (error) {
    return toFailed(room, summary.chat, error)
  }
}

async function prepare(room: EngineRoom, summary: SummaryToMake): Promise<PreparedSummary> {
  const { chat, plan, form } = summary
  const choice = summarises(chat)
  const found = await findFacts(room, choice)
  if (found.facts === null) return { kind: 'failed', because: found.because }
  const { facts } = found
  const tokens = room.tokens.of(chat.id, choice)
  for (const window of windowsOf(summary, facts)) {
    const size = chunkRoom({ plan, window: window - spareTokens(facts), tokens, prompt: prompts[form] })
    if (size === null) continue
    return { kind: 'ready', job: { ...summary, facts, chunks: serialiseForSummary(plan, { tokens, room: size }) } }
  }
  return { kind: 'failed', because: `the window of ${facts.name} is too small for a request for a summary` }
}

function summarises({ settings }: Chat) {
  return settings.context.compaction.model ?? settings.model
}

/**
 * The windows to try, the likeliest first. A cap of the person's limits what a chat sends; it is taken for the window only where the model's is
 * not known, and where a request for a summary has room in it.
 */
function windowsOf({ chat, most }: SummaryToMake, { contextWindow }: ModelFacts): readonly number[] {
  const { compaction, maxPromptTokens: cap } = chat.settings.context
  if (compaction.model !== null) return [contextWindow ?? ASSUMED_WINDOW]
  const known = contextWindow === null && cap !== null ? [cap] : []
  const windows = [...known, contextWindow ?? ASSUMED_WINDOW]
  return most === null ? windows : [...windows.map(window => Math.min(window, most)), ...windows]
}

/** Asks for it. It does not throw: whatever goes wrong is a failed summary, which costs nothing (C11). */
export async function makeSummary(room: EngineRoom, job: SummaryJob, progress: SummaryProgress): Promise<MadeSummary> {
  try {
    return await askInParts(room, job, progress)
  } catch (error) {
    return progress.signal.aborted ? { kind: 'stopped' } : toFailed(room, job.chat, error)
  }
}

function toFailed({ log }: EngineRoom, { id: chatId }: Chat, error: unknown): FailedSummary {
  if (error instanceof ModelError || error instanceof NotRecorded) {
    log.warn('a summary failed', { chatId, error })
    return { kind: 'failed', because: error.message }
  }
  log.error('a summary failed', { chatId, error })
  return { kind: 'failed', because: INSIDE }
}

async function askInParts(room: EngineRoom, job: SummaryJob, progress: SummaryProgress): Promise<MadeSummary> {
  const { chat, plan, form, facts, chunks } = job
  const tokens = room.tokens.of(chat.id, chat.settings.model)
  let made: MadeSummary = { kind: 'failed', because: 'there is nothing to summarise' }
  let running: string | null = null
  for (const chunk of chunks) {
    const prompt = prompts[form]({ plan, running, chunk })
    const answered = await askForPart(room, job, { prompt, chunk, progress })
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

/** What the request for the next part has room for; how much of all is replaced is only known at the end. */
function ofPart({ outputLimit }: CompactionPlan) {
  return { replacedTokens: Number.POSITIVE_INFINITY, room: Math.ceil(outputLimit * COUNTED) }
}

interface Part {
  readonly prompt: ReturnType<typeof summaryPrompt>
  readonly chunk: Chunk
  readonly progress: SummaryProgress
}

async function askForPart(room: EngineRoom, job: SummaryJob, part: Part): Promise<SummaryAnswered> {
  const { chat, run, messageId, plan, facts } = job
  const { prompt, progress } = part
  const { number, of } = part.chunk
  const chunk = { number, of }
  let waits = false
  if (number > 1) progress.onChange(chunk, null)
  return askForSummary(room, {
    chat,
    run,
    messageId,
    choice: summarises(chat),
    facts,
    prompt,
    outputLimit: plan.outputLimit,
    signal: progress.signal,
    onRetry({ failed, afterMs, because }) {
      waits = true
      progress.onChange(chunk, { failed, at: room.clock(), afterMs, because })
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
