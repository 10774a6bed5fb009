import { EngineError } from './engine-error.ts'
import type { Log } from './log.ts'

/** All work of one engine. Nothing runs detached: when the engine closes, everything is signalled and awaited. */
export interface Tasks {
  /** Aborts when the engine closes. */
  readonly closing: AbortSignal
  /** A command: refused when the engine is closing. */
  command<Result>(work: () => Promise<Result>): Promise<Result>
  /** Work that continues after its command has returned. */
  own(name: string, work: () => Promise<void>): void
  close(): Promise<void>
}

export function createTasks(log: Log): Tasks {
  const controller = new AbortController()
  const running = new Set<Promise<unknown>>()

  async function tracked<Result>(work: () => Promise<Result>): Promise<Result> {
    const { promise: done, resolve } = Promise.withResolvers<void>()
    running.add(done)
    try {
      return await work()
    } finally {
      running.delete(done)
      resolve()
    }
  }

  async function seen(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await tracked(work)
    } catch (error) {
      log.error(`${name} failed`, { error })
    }
  }

  return {
    closing: controller.signal,
    async command(work) {
      if (controller.signal.aborted) throw new EngineError('closed', 'Stet is shutting down')
      return tracked(work)
    },
    own(name, work) {
      void seen(name, work)
    },
    async close() {
      controller.abort()
      while (running.size > 0) await Promise.all(running)
    },
  }
}
