/** Text that arrives sooner after a write waits for the next one: thirty steps a second look continuous. */
export const WRITE_PAUSE_MS = 33
/** Of text, to all streams together. With more streams each is written to less often, so that the runs keep the processor. */
export const WRITES_PER_SECOND = 4000

/** How often the streams of one home are written to. */
export interface WritePace {
  /** How long a stream that has text now, and was last written to at `wroteAt`, has to wait. Reserves its turn. */
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
