import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { StoreError } from '../../contract/store-error.ts'
import { isBusy, isDamage, isFull, RETRY_EVERY_MS, sqliteCode, toStoreError } from '../file/sqlite-failure.ts'
import type { Statements } from './statements.ts'

interface Job {
  readonly work: () => unknown
  readonly settle: (value: unknown) => void
  readonly fail: (error: unknown) => void
  readonly since: number
  /** After a shared transaction failed as a whole, each of its jobs gets one of its own. */
  alone: boolean
  /** A job that meets damage again after a repair fails: repairing forever would stop all others. */
  repaired: boolean
}

export interface WriteQueueOptions {
  readonly database: DatabaseSync
  readonly statements: Statements
  readonly patience: number
  /** Called outside a transaction when a job met damage: true when it was repaired and the jobs can be tried again. */
  readonly repair: (error: unknown) => boolean
  /** Called outside a transaction, also when the disk was full: the failed write's log takes space that others need. */
  readonly reclaim: () => Promise<void>
  /** Called after a commit, which is acknowledged when this resolves. */
  readonly sync: () => Promise<void>
}

/** What waits while a commit is synced shares the next one. */
const GROUP = 256

/**
 * Runs jobs in their order, each all or nothing. Waiting jobs are committed together: one sync of the disk then
 * acknowledges many writes. A job is synchronous and touches only the database, so that it can be run again.
 *
 * The sync does not block the event loop (decisions/0039). Until it has ended nobody reads, so that nothing is shown that a power failure could take away.
 */
export class WriteQueue {
  readonly #options: WriteQueueOptions
  #waiting: Job[] = []
  #draining: Promise<void> | null = null
  #syncing: Promise<void> | null = null
  /** Lets the reads continue that waited for the sync. */
  #release: (() => void) | null = null
  /** Why nothing can be written any more: what was committed may not be on the disk. */
  #broken: unknown = null

  constructor(options: WriteQueueOptions) {
    this.#options = options
  }

  /** Resolves once the work is on the disk. */
  run<Result>(work: () => Result): Promise<Result> {
    if (this.#broken !== null) return Promise.reject(this.#broken)
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    let result: { readonly value: Result } | null = null
    this.#waiting.push({
      work: () => {
        result = { value: work() }
      },
      settle: () => (result === null ? reject(new Error('a job was settled before it ran')) : resolve(result.value)),
      fail: reject,
      since: performance.now(),
      alone: false,
      repaired: false,
    })
    this.#draining ??= this.#drain()
    return promise
  }

  /** While a commit is synced: resolves when it is on the disk and acknowledged. A read waits for it. */
  get syncing(): Promise<void> | null {
    return this.#syncing
  }

  /** Empties the log, which otherwise holds what was deleted until it is written over. */
  reclaim(): Promise<void> {
    return this.#options.reclaim()
  }

  /** Resolves when nothing waits. */
  async idle(): Promise<void> {
    while (this.#draining !== null) await this.#draining
  }

  async #drain(): Promise<void> {
    do {
      // Jobs from the same turn of the event loop share a commit. What was acknowledged in the turn before is published by now.
      await nextTurn()
      await this.#letRead()
      if (this.#waiting.length === 0) break
      if (this.#begin()) await this.#acknowledge(await this.#commitGroup())
      else await delay(RETRY_EVERY_MS)
    } while (this.#waiting.length > 0 || this.#release !== null)
    this.#draining = null
  }

  /** Reads continue in the next microtask, before the next commit. */
  async #letRead(): Promise<void> {
    this.#release?.()
    this.#release = null
    await null
  }

  async #acknowledge(committed: readonly Job[]): Promise<void> {
    if (committed.length === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#syncing = promise
    this.#release = resolve
    try {
      await this.#options.sync()
      for (const job of committed) job.settle(undefined)
    } catch (error) {
      this.#break(committed, error)
    } finally {
      this.#syncing = null
    }
  }

  #break(committed: readonly Job[], error: unknown): void {
    this.#broken = new StoreError('unreadable', 'the disk did not save what was written; start Stet again', error)
    for (const job of [...committed, ...this.#waiting]) job.fail(this.#broken)
    this.#waiting = []
  }

  #begin(): boolean {
    try {
      this.#options.statements.begin.run()
      return true
    } catch (error) {
      const patience = isBusy(error) ? this.#options.patience : 0
      const until = performance.now() - patience
      const [expired, waiting] = split(this.#waiting, job => job.since <= until)
      this.#waiting = waiting
      for (const job of expired) job.fail(toStoreError(error))
      return false
    }
  }

  /** The jobs that were committed. */
  async #commitGroup(): Promise<readonly Job[]> {
    const group = this.#takeGroup()
    const failed = new Map<Job, unknown>()
    try {
      for (const job of group) this.#runJob(job, group.length > 1, failed)
      if (failed.size === group.length) this.#rollback()
      else this.#options.statements.commit.run()
    } catch (error) {
      this.#rollback()
      await this.#recover(group, error)
      return []
    }
    for (const [job, error] of failed) job.fail(error)
    return group.filter(job => !failed.has(job))
  }

  /** Notes a job's own failure; throws when the transaction as a whole has failed. */
  #runJob(job: Job, shared: boolean, failed: Map<Job, unknown>): void {
    const { savepoint, release, rollbackTo } = this.#options.statements
    if (shared) savepoint.run()
    try {
      job.work()
    } catch (error) {
      if (sqliteCode(error) !== null) throw error
      failed.set(job, toStoreError(error))
      if (shared) rollbackTo.run()
    }
    if (shared) release.run()
  }

  async #recover(group: readonly Job[], error: unknown): Promise<void> {
    if (isBusy(error)) {
      this.#waiting.unshift(...group)
      return
    }
    if (isDamage(error) && !group.some(job => job.repaired) && this.#options.repair(error)) {
      for (const job of group) job.repaired = true
      this.#waiting.unshift(...group)
      return
    }
    if (isFull(error)) await this.#options.reclaim()
    const [only] = group
    if (group.length === 1 && only !== undefined) {
      only.fail(toStoreError(error))
      return
    }
    for (const job of group) job.alone = true
    this.#waiting.unshift(...group)
  }

  #takeGroup(): readonly Job[] {
    if (this.#waiting[0]?.alone === true) return this.#waiting.splice(0, 1)
    const end = this.#waiting.findIndex(job => job.alone)
    return this.#waiting.splice(0, Math.min(GROUP, end === -1 ? GROUP : end))
  }

  #rollback(): void {
    // SQLite has already rolled back by itself after a full disk or an input/output error.
    if (this.#options.database.isTransaction) this.#options.statements.rollback.run()
  }
}

function split(jobs: readonly Job[], test: (job: Job) => boolean): [Job[], Job[]] {
  return [jobs.filter(test), jobs.filter(job => !test(job))]
}
