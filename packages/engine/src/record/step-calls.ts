import type { CallId, MessageId } from '@stet/history'
import { CALLS_SHELF, type Call, Conflict, type Put, toCallPut, type Written } from '@stet/store'
import { placeOf } from './order-of.ts'
import { type CallRow, type ReadDeps, readCalls } from './read-calls.ts'

/**
 * The calls of an answer as the run that makes them last wrote or read them. Each write of a call checks its version, so that a call which
 * the user decided about meanwhile is noticed: see `writeCalls`.
 */
export interface StepCalls {
  rows(): readonly CallRow[]
  find(id: CallId): CallRow | undefined
  put(call: Call): Put
  /** Call after such a put was written. */
  saved(call: Call, written: Written): void
  read(deps: ReadDeps): Promise<void>
}

export function createStepCalls(messageId: MessageId, first: readonly CallRow[]): StepCalls {
  let rows = first
  const find = (id: CallId) => rows.find(({ call }) => call.id === id)
  return {
    rows: () => rows,
    find,
    put(call) {
      const known = find(call.id)
      if (known === undefined) throw new Error(`${call.id} is none of the calls of ${messageId}`)
      return toCallPut(call, known.version)
    },
    saved(call, written) {
      const { version } = placeOf(written, call.id)
      rows = rows.map(row => (row.call.id === call.id ? { call, version } : row))
    },
    async read(deps) {
      rows = await readCalls(deps, messageId)
    },
  }
}

/** The calls that were written with their answer. */
export function newStepCalls(messageId: MessageId, calls: readonly Call[], written: Written): StepCalls {
  return createStepCalls(
    messageId,
    calls.map(call => ({ call, version: placeOf(written, call.id).version })),
  )
}

/** Runs a write over the calls as they are known, and over those in the store where one of them was changed meanwhile. */
export async function writeCalls<Value>(deps: ReadDeps, calls: StepCalls, write: () => Promise<Value>): Promise<Value> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof Conflict && error.shelf === CALLS_SHELF)) throw error
    await calls.read(deps)
    return write()
  }
}
