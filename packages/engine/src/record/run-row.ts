import { type Check, type Put, RUNS_SHELF, type Run, toRunPut, type Written } from '@stet/store'
import { placeOf } from './order-of.ts'

/**
 * The row of a run as this process last wrote it. Every write of the run names its version, by a put or by a check: whoever takes the
 * run over raises it, and what is written here then conflicts.
 */
export interface RunRow {
  current(): Run
  check(): Check
  put(run: Run): Put
  /** What became of a put. */
  stands(run: Run, written: Written): void
}

export function createRunRow(first: Run, written: Written): RunRow {
  let run = first
  let { version, order } = placeOf(written, first.id)
  return {
    current: () => run,
    check: () => ({ kind: 'check', shelf: RUNS_SHELF, id: run.id, expect: version }),
    put: next => toRunPut(next, { expect: version, order }),
    stands(next, by) {
      run = next
      ;({ version, order } = placeOf(by, next.id))
    },
  }
}
