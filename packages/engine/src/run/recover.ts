import type { Chat, ModelChoice, NewMessage, Origin } from '@stet/history'
import type { Models } from '@stet/models'
import {
  CHATS_SHELF,
  calledRef,
  fromRunRow,
  type Journal,
  listRows,
  MESSAGES_SHELF,
  type Operation,
  processRef,
  type ReadRow,
  RUNS_SHELF,
  type Run,
  type Store,
  toCallPut,
  toMessagePut,
  toRunPut,
} from '@stet/store'
import { asUnknown, proposeCalls } from '../calls/propose-calls.ts'
import type { Toolbox } from '../calls/toolbox.ts'
import { findFacts } from '../compaction/read-facts.ts'
import { putUnknown, readOpenRequests, recoverRequests } from '../ledger/recover-requests.ts'
import { leaveProcess, otherProcesses } from '../record/processes.ts'
import { readCalls } from '../record/read-calls.ts'
import { readChat } from '../record/read-chat.ts'
import type { Log } from '../runtime/log.ts'
import { fromJournalEntries } from './answer/journal-entry.ts'
import { fromDraftParts, textOf } from './answer/to-answer-parts.ts'

interface RecoverDeps {
  readonly store: Store
  readonly journal: Journal
  readonly models: Models
  readonly clock: () => number
  readonly toolbox: Toolbox
  readonly boot: string
  readonly log: Log
}

/**
 * Ends what dead processes left running: what had arrived becomes a message with the end *interrupted* (R5). Killed at any point and started
 * again, it produces the same record: a message and its run's end are one write, and the journal is dropped after it.
 */
export async function recover(deps: RecoverDeps): Promise<void> {
  for (const boot of await otherProcesses(deps.store, deps.boot)) {
    const ended: boolean[] = []
    // One after another: requests of several runs may belong to one roll-up.
    for (const row of await readRuns(deps.store, boot)) ended.push(await recoverRun(deps, row))
    const completed = await recoverRequests(deps, boot)
    // What could not be ended is tried again at the next start, where it is found by its process.
    if (completed && ended.every(Boolean)) await leaveProcess(deps.store, boot)
  }
  await dropSpentStreams(deps)
}

async function readRuns(store: Store, boot: string): Promise<readonly ReadRow[]> {
  const rows: ReadRow[] = []
  for await (const row of listRows(store, RUNS_SHELF, { by: { ref: processRef(boot) } })) rows.push(row)
  return rows
}

async function recoverRun(deps: RecoverDeps, row: ReadRow): Promise<boolean> {
  try {
    const run = fromRunRow(row)
    if ('unreadable' in run) throw new Error(run.unreadable)
    await interrupt(deps, run, { expect: row.version, order: row.order })
    return true
  } catch (error) {
    deps.log.error('a run could not be recovered', { runId: row.id, error })
    return false
  }
}

async function interrupt(
  deps: RecoverDeps,
  run: Run,
  place: { readonly expect: number; readonly order: number },
): Promise<void> {
  const { store, journal, clock } = deps
  const ended = toRunPut({ ...run, state: 'interrupted', endedAt: clock() }, place)
  const isSaved = (await store.get(MESSAGES_SHELF, run.messageId)) !== null
  const left = isSaved ? await breakOffCalls(deps, run) : await keepArrived(deps, run)
  await store.write([...left, ended])
  await journal.drop([run.messageId])
}

/** A tool that was running may have done anything, so its call never runs again (promise 3). The user decides about calls not started. */
async function breakOffCalls(deps: RecoverDeps, run: Run): Promise<readonly Operation[]> {
  const rows = await readCalls(deps, run.messageId)
  const started = rows.filter(({ call }) => call.state.kind === 'started')
  return Promise.all(
    started.map(async ({ call, version }) => {
      const { rows: called } = await deps.store.list(CHATS_SHELF, {
        by: { ref: calledRef(call.id) },
        limit: MOST_NAMED,
      })
      const unknown = asUnknown(
        call,
        deps.clock(),
        called.map(({ id }) => id),
      )
      return toCallPut(unknown, version)
    }),
  )
}

/** A call has one chat, unless its tool runs several. */
const MOST_NAMED = 10

async function keepArrived(deps: RecoverDeps, run: Run): Promise<readonly Operation[]> {
  const { chat } = await readChat(deps.store, run.chatId)
  const { answer, requests } = await toInterrupted(deps, run, chat)
  const calls = await proposeCalls(deps.toolbox, chat, answer)
  return [toMessagePut(answer), ...requests, ...calls.map(call => toCallPut(call, 0))]
}

interface Interrupted {
  readonly answer: Extract<NewMessage, { role: 'assistant' }>
  /** Completes the rows of the requests for it. */
  readonly requests: readonly Operation[]
}

async function toInterrupted(deps: RecoverDeps, run: Run, chat: Chat): Promise<Interrupted> {
  const { journal, clock, log } = deps
  const { parts: arrived, lost } = fromJournalEntries(await journal.read(run.messageId))
  if (lost > 0) log.warn('the end of an interrupted answer cannot be read', { runId: run.id, entries: lost })
  const open = (await readOpenRequests(deps, run.boot)).filter(({ record }) => record.messageId === run.messageId)
  const last = open.at(-1)?.record ?? null
  const at = clock()
  const answer = {
    id: run.messageId,
    chatId: run.chatId,
    parentId: run.below,
    at,
    copiedFrom: null,
    role: 'assistant',
    parts: fromDraftParts(arrived),
    runId: run.id,
    end: 'interrupted',
    native: null,
    durationMs: null,
    origin: last?.origin ?? (await toOrigin(deps.models, run.model ?? chat.settings.model)),
    requestId: last?.id ?? null,
    rawUsage: null,
    usage: null,
  } as const
  return { answer, requests: await putUnknown(deps.store, open, textOf(arrived), at) }
}

async function toOrigin(models: Models, { definition, model }: ModelChoice): Promise<Origin> {
  const { facts } = await findFacts({ models }, { definition, model })
  return { definition, protocol: facts?.protocol ?? 'unknown', model }
}

/** A crash between saving an answer and dropping its stream leaves the text twice: the message counts. */
async function dropSpentStreams({ store, journal }: RecoverDeps): Promise<void> {
  const streams = await journal.streams()
  if (streams.length === 0) return
  const rows = await store.getMany(MESSAGES_SHELF, streams)
  const spent = streams.filter((_, index) => rows[index] !== null)
  if (spent.length > 0) await journal.drop(spent)
}
