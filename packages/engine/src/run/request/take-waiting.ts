import type { ChatId, MessageId, NewMessage, RunId } from '@stet/history'
import type { Store } from '@stet/store'
import { fromRunRow, type Operation, RUNS_SHELF, toMessagePut, WAITING_SHELF } from '@stet/store'
import { readChat } from '../../record/read-chat.ts'
import { readWaiting } from '../../record/read-waiting.ts'
import { toUserParts } from '../../record/to-user-parts.ts'
import { EngineError } from '../../runtime/engine-error.ts'
import type { Log } from '../../runtime/log.ts'
import type { LiveRuns } from '../live/live-runs.ts'
import { type EnvironmentDeps, environmentBefore } from './environment.ts'

export interface TakeDeps extends EnvironmentDeps {
  readonly store: Store
  readonly log: Log
}

interface TakenMessages {
  readonly messages: readonly NewMessage[]
  /** Writes them as messages and removes their waiting rows. */
  readonly operations: readonly Operation[]
  /** The last of them; null when there is none. */
  readonly last: MessageId | null
}

interface Place {
  readonly chatId: ChatId
  /** The runs that they wait for. */
  readonly runs: ReadonlySet<RunId>
  readonly below: MessageId
  /** The last saved message above them; null when they are removed. */
  readonly lastSaved: MessageId | null
}

/**
 * The messages that wait for these runs, as user messages in the order in which they were sent (R10), preceded by the announcement of changed
 * directories (H8).
 */
export async function takeWaiting(deps: TakeDeps, place: Place): Promise<TakenMessages> {
  const rows = (await readWaiting(deps, place.chatId)).filter(({ message }) => place.runs.has(message.runId))
  const first = rows[0]?.message
  const note = first === undefined ? null : await noteBefore(deps, place, first.at)
  const messages: NewMessage[] = note === null ? [] : [note]
  const operations: Operation[] = note === null ? [] : [toMessagePut(note)]
  for (const { message: waiting, version } of rows) {
    const { id, chatId, at, text, files, sent } = waiting
    const message: NewMessage = {
      id,
      chatId,
      parentId: messages.at(-1)?.id ?? place.below,
      at,
      copiedFrom: null,
      role: 'user',
      parts: toUserParts(text, files),
      ...(sent === undefined ? {} : { sent }),
    }
    messages.push(message)
    operations.push(toMessagePut(message), { kind: 'remove', shelf: WAITING_SHELF, id, expect: version })
  }
  return { messages, operations, last: messages.at(-1)?.id ?? null }
}

/** A directory that cannot be read now is announced later: a run must not end because of it. */
async function noteBefore(deps: TakeDeps, { chatId, below, lastSaved }: Place, at: number): Promise<NewMessage | null> {
  if (lastSaved === null) return null
  try {
    const { chat } = await readChat(deps.store, chatId)
    return await environmentBefore(deps, { chat, lastSaved, below, at })
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    deps.log.warn('a change of directories could not be announced', { chatId, error })
    return null
  }
}

/** The runs that ended at one of these messages while other messages waited for them. */
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
