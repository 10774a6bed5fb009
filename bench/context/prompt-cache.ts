/** One piece of a request that a provider caches whole or not at all: a system prompt, a message. */
export interface PricedBlock {
  /** The same for the same content. */
  readonly id: number
  readonly tokens: number
  /** Whether the request asks the provider to cache everything up to and including this block. */
  readonly mark: boolean
}

export interface PromptCache {
  /** What the prompt costs, in tokens of plain input, given all that was sent before. */
  price(blocks: readonly PricedBlock[]): number
}

export interface PromptCacheOptions {
  /** How many blocks before a mark a provider looks for what it kept; without it, all of them. */
  readonly lookBack?: number
  /** What a token read costs, as a share of one of input. */
  readonly read?: number
}

const READ = 0.1
const WRITE = 1.25
const SMALLEST_PREFIX = 1024
const LARGEST_ID = 2 ** 20

/**
 * A provider's prompt cache: a prefix that ended at a mark before is read, what follows it up to the last mark is written, the
 * rest is plain input. Nothing lapses.
 */
export function createPromptCache({
  lookBack = Number.POSITIVE_INFINITY,
  read: rate = READ,
}: PromptCacheOptions = {}): PromptCache {
  // A prefix is a number: that of the prefix before its last block, and that block. Equal numbers are equal prefixes, surely.
  const prefixes = new Map<number, number>()
  const written = new Set<number>()

  function prefixOf(before: number, { id }: PricedBlock): number {
    if (id >= LARGEST_ID) throw new Error(`block ${id} is beyond ${LARGEST_ID}`)
    const key = before * LARGEST_ID + id
    const known = prefixes.get(key)
    if (known !== undefined) return known
    const fresh = prefixes.size + 1
    prefixes.set(key, fresh)
    return fresh
  }

  return {
    price(blocks) {
      const marks: number[] = []
      let prefix = 0
      let total = 0
      let found = 0
      let foundAt = 0
      let read = 0
      let kept = 0
      for (const [index, block] of blocks.entries()) {
        prefix = prefixOf(prefix, block)
        total += block.tokens
        if (total < SMALLEST_PREFIX) continue
        if (written.has(prefix)) {
          found = total
          foundAt = index
        }
        if (!block.mark) continue
        // A provider looks back from a mark: what it keeps of more than that is not found.
        if (index - foundAt <= lookBack) read = found
        kept = total
        marks.push(prefix)
      }
      for (const mark of marks) written.add(mark)
      return read * rate + (kept - read) * WRITE + (total - kept)
    },
  }
}
