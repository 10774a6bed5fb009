import type { ChatId, Cost, MessageId, ModelChoice, RunId } from '@stet/history'
import * as z from 'zod/mini'
import type { Put, ReadRow } from '../contract/store.ts'
import { createCodec, exactly, id, type UnreadableRecord } from './schemas/codec.ts'
import { Model } from './schemas/settings-schemas.ts'

export const RUNS_SHELF = 'runs'

/** `interrupted` is a run whose process died. */
export type RunState = 'running' | 'complete' | 'failed' | 'stopped' | 'max-steps' | 'waiting' | 'interrupted'

export interface Run {
  readonly id: RunId
  readonly chatId: ChatId
  /** The process that runs it, by the id it took at its start. */
  readonly boot: string
  /** The message it answers. */
  readonly below: MessageId
  /** The answer that it writes. */
  readonly messageId: MessageId
  readonly state: RunState
  readonly startedAt: number
  readonly endedAt: number | null
  /** Of a run that waits: what it asks the user before it continues; null once that is decided, and in rows written before it existed. */
  readonly asks: RunQuestion | null
  /** A summary that failed where the request fitted without it: it is not asked for again until something has changed (C11). */
  readonly failedSummary: FailedSummaryNote | null
  /** The model of this run alone; null where the model of the chat answers, and in rows written before it existed. */
  readonly model: ModelChoice | null
}

export type RunQuestion = SummaryQuestion | BudgetQuestion

/** Whether to continue although the workspace has spent its budget of the month. */
export interface BudgetQuestion {
  readonly askedAt: number
  /** The budget and what was spent, in dollars. */
  readonly budget: number
  readonly spent: number
}

/** Whether to make a summary that takes many requests (C10). */
export interface SummaryQuestion {
  readonly askedAt: number
  /** Why a summary is needed. */
  readonly because: string
  /** How many messages it would replace. */
  readonly messages: number
  readonly requests: number
  /** About what they cost together; null when no price is known. */
  readonly cost: Cost | null
}

export interface FailedSummaryNote {
  /** A fingerprint of the model and the settings it was made with. */
  readonly settings: string
  /** Tokens of the request then. */
  readonly tokens: number
}

const codec = createCodec(
  1,
  exactly<Run>()(
    z.object({
      id: id('run'),
      chatId: id('chat'),
      boot: z.string(),
      below: id('msg'),
      messageId: id('msg'),
      state: z.enum(['running', 'complete', 'failed', 'stopped', 'max-steps', 'waiting', 'interrupted']),
      startedAt: z.number(),
      endedAt: z.nullable(z.number()),
      asks: z._default(
        z.nullable(
          z.union([
            z.object({ askedAt: z.number(), budget: z.number(), spent: z.number() }),
            z.object({
              askedAt: z.number(),
              because: z.string(),
              messages: z.number(),
              requests: z.number(),
              cost: z.nullable(z.object({ usd: z.number(), reliable: z.boolean() })),
            }),
          ]),
        ),
        null,
      ),
      failedSummary: z._default(z.nullable(z.object({ settings: z.string(), tokens: z.number() })), null),
      model: z._default(z.nullable(Model), null),
    }),
  ),
)

/**
 * Only an active run has its process as a ref, so that recovery reads nothing but the runs it has to end; only one that asks something has its
 * chat as one.
 */
export function toRunPut(run: Run, at: { readonly expect: number; readonly order: number | 'next' }): Put {
  const refs = [
    ...(run.state === 'running' ? [processRef(run.boot)] : []),
    ...(run.asks === null ? [] : [asksRef(run.chatId)]),
  ]
  return { kind: 'put', shelf: RUNS_SHELF, id: run.id, parent: run.chatId, ...at, refs, body: codec.encode(run) }
}

export function fromRunRow(row: ReadRow): Run | UnreadableRecord {
  const decoded = codec.decode(row)
  return 'record' in decoded ? decoded.record : { id: row.id, ...decoded }
}

/** The ref of the active runs of a process. */
export function processRef(boot: string): string {
  return `process:${boot}`
}

/** The ref of the runs of a chat that wait for an answer of the user. */
export function asksRef(chatId: ChatId): string {
  return `asks:${chatId}`
}
