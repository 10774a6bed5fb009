import type { ChatId } from '@stet/history'
import { CHATS_SHELF, Conflict, StoreError } from '@stet/store'
import type { KeyedLock } from '../runtime/keyed-lock.ts'
import type { Pause } from '../runtime/pause.ts'
import type { Tasks } from '../runtime/tasks.ts'
import type { RunRow } from './run-row.ts'

export interface WriteDeps {
  readonly chats: KeyedLock
  readonly pause: Pause
  readonly tasks: Pick<Tasks, 'closing'>
}

/** A run that writes. */
export interface WritingRun {
  readonly row: RunRow
}

type Wrote<Value> =
  | { readonly kind: 'saved'; readonly value: Value }
  /** Another process ended the run: what this one holds is no longer the answer. */
  | { readonly kind: 'taken-over' }
  | { readonly kind: 'refused'; readonly error: unknown }

/** A run that cannot go on because of the store. */
export class RunLost extends Error {
  override readonly name = 'RunLost'
  readonly why: 'taken-over' | 'refused'

  constructor(why: RunLost['why'], cause: unknown) {
    super(`the run cannot go on: ${why}`, { cause })
    this.why = why
  }
}

const PAUSES_MS = [100, 400, 1600]

/**
 * A write of a run, while it holds the chat. `write` reads what it needs and writes once; it is asked again when the refusal was a
 * passing one. It does not throw: a store that refuses is one of its answers.
 */
export function writeForRun<Value>(
  deps: WriteDeps,
  { row }: WritingRun,
  write: () => Promise<Value>,
): Promise<Wrote<Value>> {
  return writeInChat(deps, row.current().chatId, write)
}

/** The same for what need not belong to a run. */
export async function writeInChat<Value>(
  deps: WriteDeps,
  chatId: ChatId,
  write: () => Promise<Value>,
): Promise<Wrote<Value>> {
  for (let tries = 0; ; tries += 1) {
    const wrote = await deps.chats.hold(chatId, () => tryWriting(write))
    const pauseMs = PAUSES_MS[tries]
    if (wrote.kind !== 'refused' || !isPassing(wrote.error) || pauseMs === undefined) return wrote
    await deps.pause(pauseMs, deps.tasks.closing)
  }
}

/** The same for a run that has nothing to save without it. */
export async function mustWriteForRun<Value>(
  deps: WriteDeps,
  started: WritingRun,
  write: () => Promise<Value>,
): Promise<Value> {
  const wrote = await writeForRun(deps, started, write)
  if (wrote.kind === 'saved') return wrote.value
  throw new RunLost(wrote.kind, wrote.kind === 'refused' ? wrote.error : null)
}

async function tryWriting<Value>(write: () => Promise<Value>): Promise<Wrote<Value>> {
  try {
    return { kind: 'saved', value: await write() }
  } catch (error) {
    // The chat changes under many hands; the run and what belongs to it only when another process ended the run.
    return error instanceof Conflict && error.shelf !== CHATS_SHELF
      ? { kind: 'taken-over' }
      : { kind: 'refused', error }
  }
}

function isPassing(error: unknown): boolean {
  return error instanceof Conflict || (error instanceof StoreError && error.retryable)
}
