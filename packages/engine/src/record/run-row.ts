import { type Check, type Put, RUNS_SHELF, type Run, toRunPut, type Written } from '@stet/store'
import { placeOf } from './order-of.ts'

/**
 * The row of a run as this process last wrote it. Every write of the run checks its version: when another process takes the run over, the
 * version changes, and writes of this one conflict.
 */
export interface RunRow {
  current(): Run
  check(): Check
  put(run: Run): Put
  /** Changes other fields of the row in the next put. */
  note(change: Pick<Run, 'failedSummary'>): void
  /** Call after a put was written. */
  saved(run: Run, written: Written): void
}

export function createRunRow(first: Run, written: Written): RunRow {
  let run = first
  let { version, order } = placeOf(written, first.id)
  return {
    current: () => run,
    check: () => ({ kind: 'check', shelf: RUNS_SHELF, id: run.id, expect: version }),
    note(change) {
      run = { ...run, ...change }
    },
    put: next => toRunPut(next, { expect: version, order }),
    saved(next, by) {
      run = next
      ;({ version, order } = placeOf(by, next.id))
    },
  }
}
