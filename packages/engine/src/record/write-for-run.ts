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
  /** Another process ended the run. */
  | { readonly kind: 'taken-over' }
  | { readonly kind: 'refused'; readonly error: unknown }

/** A run that cannot continue because of the store. */
export class RunLost extends Error {
  override readonly name = 'RunLost'
  readonly why: 'taken-over' | 'refused'

  constructor(why: RunLost['why'], cause: unknown) {
    super(`the run cannot continue: ${why}`, { cause })
    this.why = why
  }
}

const PAUSES_MS = [100, 400, 1600]

/**
 * Runs a write of a run while holding the chat's lock. `write` reads what it needs and writes once; it is called again after a temporary
 * refusal. It does not throw: a refusal is one of its results.
 */
export function writeForRun<Value>(
  deps: WriteDeps,
  { row }: WritingRun,
  write: () => Promise<Value>,
): Promise<Wrote<Value>> {
  return writeInChat(deps, row.current().chatId, write)
}

/** The same for a write that belongs to no run. */
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

/** The same for a run that cannot continue without it: throws `RunLost`. */
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
    // A chat's row often changes concurrently; the run's own rows conflict only when another process ended the run.
    return error instanceof Conflict && error.shelf !== CHATS_SHELF
      ? { kind: 'taken-over' }
      : { kind: 'refused', error }
  }
}

function isPassing(error: unknown): boolean {
  return error instanceof Conflict || (error instanceof StoreError && error.retryable)
}
