import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SearchSource, SearchState } from '../../contract/store.ts'
import { StoreError } from '../../contract/store-error.ts'
import { pragma } from '../file/connection.ts'
import { sqliteCode, toStoreError } from '../file/sqlite-failure.ts'
import type { WriteQueue } from '../rows/write-queue.ts'
import { renewSearch } from './search-file.ts'
import { SearchIndex, searchFingerprint } from './search-index.ts'

const CORRUPT_VTAB = 267
const RETRY_MS = 5_000

/** Brings the index up to date, a slice at a time between other writes. */
export class SearchFollower {
  readonly index: SearchIndex
  readonly #database: DatabaseSync
  readonly #file: string
  readonly #fingerprint: string
  #state: SearchState = { kind: 'current', skipped: 0 }
  #following: Promise<void> | null = null
  readonly #stop = new AbortController()

  constructor(database: DatabaseSync, file: string, sources: readonly SearchSource[]) {
    this.#database = database
    this.#file = file
    this.#fingerprint = searchFingerprint(sources)
    this.index = new SearchIndex(database, sources)
  }

  get state(): SearchState {
    return this.#state
  }

  start(queue: WriteQueue): void {
    if (this.index.behind.size === 0 || this.#following !== null || this.#stop.signal.aborted) return
    this.#following = this.#follow(queue).finally(() => {
      this.#following = null
    })
  }

  /** Resolves when the search is current, or has failed. */
  async settled(): Promise<SearchState> {
    await this.#following
    return this.#state
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#following
  }

  /** Erases the words of removed rows, a slice at a time between writes, until the signal aborts. The rest is erased the next time. */
  async erase(queue: WriteQueue, signal: AbortSignal | undefined): Promise<void> {
    const stopped = () => this.#stop.signal.aborted || signal?.aborted === true
    while (!stopped() && (await queue.run(() => this.index.eraser.eraseSlice()))) await nextTurn()
  }

  /** At the end: the next start then has no gap to read. Without space it reads one. */
  finish(): void {
    try {
      this.index.followAll(this.#database)
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback')
      const known = toStoreError(error)
      if (!(known instanceof StoreError && known.retryable)) throw known
    }
  }

  /** Outside a transaction. False when the damage is not in the search index. */
  repair(error: unknown): boolean {
    if (sqliteCode(error) !== CORRUPT_VTAB && pragma(this.#database, 'search.quick_check') === 'ok') return false
    renewSearch(this.#database, this.#file, this.#fingerprint)
    this.index.findBehind(this.#database)
    return true
  }

  async #follow(queue: WriteQueue): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        await this.#catchUp(queue)
        return
      } catch (error) {
        // The rows are safe without it. The state shows why less is found, until there is space again.
        this.#state = { kind: 'failed', because: error instanceof Error ? error.message : String(error) }
        if (!(error instanceof StoreError && error.retryable)) return
      }
      await pause(RETRY_MS, this.#stop.signal)
    }
  }

  async #catchUp(queue: WriteQueue): Promise<void> {
    let skipped = 0
    this.#state = { kind: 'behind', skipped, share: 0 }
    for (const owner of this.index.behind) {
      while (!this.#stop.signal.aborted) {
        skipped += await queue.run(() => this.index.followSlice(owner))
        this.#state = { kind: 'behind', skipped, share: this.index.share(owner) }
        if (this.index.tryCatchUp(owner)) break
        await nextTurn()
      }
    }
    for (let from: number | null = 0; from !== null && !this.#stop.signal.aborted; await nextTurn()) {
      const after: number = from
      from = await queue.run(() => this.index.removeStaleSlice(after))
    }
    if (!this.#stop.signal.aborted) this.#state = { kind: 'current', skipped }
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  signal.addEventListener('abort', () => resolve(), { once: true })
  await promise
  clearTimeout(timer)
}
