import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { toInteger } from './connection.ts'

/** So many pages of the log are copied into the file at a time. */
const FOLD_PAGES = 500

/** A database of the connection, by its name there, and its file. */
export interface FoldedFile {
  readonly schema: 'main' | 'search'
  readonly file: string
}

/** Copies long logs into their files while other work continues. */
export interface FoldBeside {
  /** After a commit, which is saved whatever happens here: nothing is thrown. */
  check(): void
  /** Resolves when no log is being copied. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/**
 * In a thread of its own: SQLite would copy inside a commit and sync two files, and all streams of a home would wait. The thread is started when a log
 * has grown long for the first time. A log that cannot be copied stays as it is, and nothing is lost: it is tried again when it has grown by as much.
 */
export function foldBeside(
  database: DatabaseSync,
  files: readonly FoldedFile[],
  onError: (error: Error) => void,
): FoldBeside {
  const logs = files.map(({ schema, file }) => ({
    file,
    length: database.prepare(`pragma ${schema}.wal_checkpoint(noop)`),
    /** Its length when it was last copied. */
    foldedAt: 0,
  }))
  let thread: Worker | null = null
  let folding: PromiseWithResolvers<void> | null = null
  let isStopped = false

  function settle(): void {
    thread?.unref()
    folding?.resolve()
    folding = null
  }

  function fold(file: string): void {
    folding = Promise.withResolvers()
    thread ??= start()
    // Until it has ended: otherwise a process that only waits for it would exit.
    thread.ref()
    thread.postMessage(file)
  }

  /** The log that has grown long; null for none. */
  function longLog(): string | null {
    for (const log of logs) {
      const found = log.length.get()
      const length = toInteger(found?.log)
      // SQLite writes it from its start again.
      if (length < log.foldedAt) log.foldedAt = 0
      if (length - Math.max(log.foldedAt, toInteger(found?.checkpointed)) < FOLD_PAGES) continue
      log.foldedAt = length
      return log.file
    }
    return null
  }

  function start(): Worker {
    // Needs neither environment nor flags. It prints nothing, and piping that would make the output of the process non-blocking.
    const silent = { stdout: true, stderr: true }
    const started = new Worker(new URL('./fold-thread.mjs', import.meta.url), { env: {}, execArgv: [], ...silent })
    started.on('message', settle)
    started.on('error', error => {
      settle()
      thread = null
      onError(new Error('the log of the database could not be copied', { cause: error }))
    })
    return started
  }

  return {
    check() {
      if (folding !== null || isStopped) return
      try {
        const file = longLog()
        if (file !== null) fold(file)
      } catch (error) {
        // From now on SQLite copies the log inside a commit.
        isStopped = true
        onError(new Error('the log of the database is no longer copied beside other work', { cause: error }))
      }
    },
    async idle() {
      await folding?.promise
    },
    async stop() {
      isStopped = true
      await folding?.promise
      thread?.ref()
      await thread?.terminate()
    },
  }
}
