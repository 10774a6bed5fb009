const FIRST_MS = 500
const LONGEST_MS = 10_000

/** How long to wait before the next try: doubling, and spread out so that many pages do not come back in one moment. */
export function backOffMs(attempt: number, random: () => number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt) * (0.5 + random() / 2)
}
