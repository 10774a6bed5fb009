/** How long and how large one answer may be (FP-13). */
export interface WireLimits {
  /** Until the first byte of the answer's head. Long, since a model may think for minutes before a whole answer. */
  readonly firstByteMs: number
  /** Between two pieces of an answer. */
  readonly idleMs: number
  readonly totalMs: number
  readonly bytes: number
}

export const usualWireLimits: WireLimits = {
  firstByteMs: 10 * 60_000,
  idleMs: 5 * 60_000,
  totalMs: 60 * 60_000,
  bytes: 64 * 1024 * 1024,
}
