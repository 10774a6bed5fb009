import type { ChatId } from '@stet/history'

/** Commands that continue after their call, in a home that can run any (T7). */
export interface BackgroundJobs {
  /** Those of a chat, running and ended, oldest first. */
  list(chatId: ChatId): Promise<readonly BackgroundJob[]>
  /** Stops one with every process that it started; false when there is none. */
  stop(chatId: ChatId, id: number): Promise<boolean>
  /** Stops all commands of a deleted chat. */
  stopAll(chatId: ChatId): Promise<void>
}

export interface BackgroundJob {
  readonly id: number
  readonly command: string
  readonly directory: string
  readonly startedAt: number
  /** The end of what it printed. */
  readonly output: string
  /** How it ended, as a clause shown to the user; null while it runs. */
  readonly ended: string | null
}
