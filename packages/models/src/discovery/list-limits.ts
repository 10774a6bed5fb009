/** A person waits for the list. */
export const LIST_LIMITS = { firstByteMs: 15_000, idleMs: 15_000, totalMs: 30_000 }

/** A server whose pages never end is not followed for ever. */
export const MOST_PAGES = 50
