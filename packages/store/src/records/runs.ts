import type { ChatId, MessageId, RunId } from '@stet/history'
import * as z from 'zod/mini'
import type { Put, ReadRow } from '../contract/store.ts'
import { createCodec, exactly, id, type UnreadableRecord } from './codec.ts'

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
    }),
  ),
)

/** Only an active run has its process as a ref, so that recovery reads nothing but the runs it has to end. */
export function toRunPut(run: Run, at: { readonly expect: number; readonly order: number | 'next' }): Put {
  const refs = run.state === 'running' ? [processRef(run.boot)] : []
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
