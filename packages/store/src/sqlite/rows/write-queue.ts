import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
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
  readonly reclaim: () => void
}

const GROUP = 64

/**
 * Runs jobs in their order, each all or nothing. Waiting jobs are committed together: one sync of the disk then
 * acknowledges many writes. A job is synchronous and touches only the database, so that it can be run again.
 */
export class WriteQueue {
  readonly #options: WriteQueueOptions
  #waiting: Job[] = []
  #draining: Promise<void> | null = null

  constructor(options: WriteQueueOptions) {
    this.#options = options
  }

  /** Resolves once the work is on the disk. */
  run<Result>(work: () => Result): Promise<Result> {
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

  /** Empties the log, which otherwise holds what was deleted until it is written over. */
  reclaim(): void {
    this.#options.reclaim()
  }

  /** Resolves when nothing waits. */
  async idle(): Promise<void> {
    while (this.#draining !== null) await this.#draining
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Jobs from the same turn of the event loop share a commit.
      await nextTurn()
      if (this.#begin()) this.#commitGroup()
      else await delay(RETRY_EVERY_MS)
    }
    this.#draining = null
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

  #commitGroup(): void {
    const group = this.#takeGroup()
    const failed = new Map<Job, unknown>()
    try {
      for (const job of group) this.#runJob(job, group.length > 1, failed)
      if (failed.size === group.length) this.#rollback()
      else this.#options.statements.commit.run()
    } catch (error) {
      this.#rollback()
      this.#recover(group, error)
      return
    }
    for (const job of group) {
      if (failed.has(job)) job.fail(failed.get(job))
      else job.settle(undefined)
    }
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

  #recover(group: readonly Job[], error: unknown): void {
    if (isBusy(error)) {
      this.#waiting.unshift(...group)
      return
    }
    if (isDamage(error) && !group.some(job => job.repaired) && this.#options.repair(error)) {
      for (const job of group) job.repaired = true
      this.#waiting.unshift(...group)
      return
    }
    if (isFull(error)) this.#options.reclaim()
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
