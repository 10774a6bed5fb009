/** What an answer of the upstream consists of. */
export const TOKENS = 200
export const PACE_MS = 5
