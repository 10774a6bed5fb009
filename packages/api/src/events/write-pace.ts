/** Text that comes sooner after a write goes with the next one: thirty steps a second look like a flow. */
export const WRITE_PAUSE_MS = 33
/** Of text, to all streams together. With more of them at work each is written to less often, so that the machine is left for the runs. */
export const WRITES_PER_SECOND = 4000

/** How often the streams of one home are written to. */
export interface WritePace {
  /** How long a stream has to wait that has text now and was last written to then; its turn is taken with it. */
  waitMs(now: number, wroteAt: number): number
}

export function createWritePace(): WritePace {
  let nextTurn = Number.NEGATIVE_INFINITY
  return {
    waitMs(now, wroteAt) {
      const turn = Math.max(now, nextTurn)
      nextTurn = turn + 1000 / WRITES_PER_SECOND
      return Math.max(turn, wroteAt + WRITE_PAUSE_MS) - now
    },
  }
}
