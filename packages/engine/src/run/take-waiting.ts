import type { ChatId, MessageId, NewMessage, RunId } from '@stet/history'
import type { Store } from '@stet/store'
import { fromRunRow, type Operation, RUNS_SHELF, toMessagePut, WAITING_SHELF } from '@stet/store'
import { readChat } from '../record/read-chat.ts'
import { readWaiting } from '../record/read-waiting.ts'
import { EngineError } from '../runtime/engine-error.ts'
import type { Log } from '../runtime/log.ts'
import { type EnvironmentDeps, environmentBefore } from './environment.ts'
import type { LiveRuns } from './live-runs.ts'

export interface TakeDeps extends EnvironmentDeps {
  readonly store: Store
  readonly log: Log
}

interface TakenMessages {
  readonly messages: readonly NewMessage[]
  /** What makes them messages and lets them wait no longer. */
  readonly operations: readonly Operation[]
  /** The last of them; null when none waits. */
  readonly last: MessageId | null
}

interface Place {
  readonly chatId: ChatId
  /** The runs that they wait for. */
  readonly runs: ReadonlySet<RunId>
  readonly below: MessageId
  /** The last message above them that stands in the record; null when they are taken to go nowhere. */
  readonly stands: MessageId | null
}

/**
 * The messages that wait for a run, as user messages below its last one, in the order in which they were sent (R10); before them what
 * changed about the directories (H8).
 */
export async function takeWaiting(deps: TakeDeps, place: Place): Promise<TakenMessages> {
  const rows = (await readWaiting(deps, place.chatId)).filter(({ message }) => place.runs.has(message.runId))
  const first = rows[0]?.message
  const note = first === undefined ? null : await noteBefore(deps, place, first.at)
  const messages: NewMessage[] = note === null ? [] : [note]
  const operations: Operation[] = note === null ? [] : [toMessagePut(note)]
  for (const { message: waiting, version } of rows) {
    const { id, chatId, at, text } = waiting
    const message: NewMessage = {
      id,
      chatId,
      parentId: messages.at(-1)?.id ?? place.below,
      at,
      copiedFrom: null,
      role: 'user',
      parts: [{ kind: 'text', text }],
    }
    messages.push(message)
    operations.push(toMessagePut(message), { kind: 'remove', shelf: WAITING_SHELF, id, expect: version })
  }
  return { messages, operations, last: messages.at(-1)?.id ?? null }
}

/** What cannot be told now stays to be told: a run does not end because a directory is out of reach. */
async function noteBefore(deps: TakeDeps, { chatId, below, stands }: Place, at: number): Promise<NewMessage | null> {
  if (stands === null) return null
  try {
    const { chat } = await readChat(deps.store, chatId)
    return await environmentBefore(deps, { chat, stands, below, at })
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    deps.log.warn('a change of the directories could not be told', { chatId, error })
    return null
  }
}

/** The runs that messages still wait for, and that ended at one of these messages. */
export async function endedRunsAt(
  deps: Pick<TakeDeps, 'store' | 'log'> & { readonly live: LiveRuns },
  chatId: ChatId,
  ids: ReadonlySet<MessageId>,
): Promise<readonly RunId[]> {
  const awaited = new Set((await readWaiting(deps, chatId)).map(({ message }) => message.runId))
  const { store, live } = deps
  const active = new Set(live.active(chatId).map(({ runId }) => runId))
  const rows = await store.getMany(
    RUNS_SHELF,
    [...awaited].filter(runId => !active.has(runId)),
  )
  return rows.flatMap(row => {
    const run = row === null ? null : fromRunRow(row)
    if (run === null || 'unreadable' in run) return []
    return ids.has(run.messageId) || ids.has(run.below) ? [run.id] : []
  })
}
