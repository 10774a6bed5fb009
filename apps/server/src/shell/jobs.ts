import type { BackgroundJob, BackgroundJobs } from '@stet/engine'
import type { ChatId } from '@stet/history'
import type { CommandEnd, RunningCommand } from './start-command.ts'

interface Job {
  readonly id: number
  /** The chat whose page the user looks at: a job that a sub-agent started is its caller's. */
  readonly chatId: ChatId
  readonly command: string
  readonly directory: string
  readonly startedAt: number
  readonly running: RunningCommand
  end: CommandEnd | null
}

const MOST_RUNNING = 20
const MOST_ENDED = 100
const TAIL = 4000

/** Commands that continue after their call (T7). They end with the server. */
export interface ShellJobs extends BackgroundJobs {
  /** Null when too many are running. */
  add(job: Pick<Job, 'chatId' | 'command' | 'directory' | 'startedAt'>, start: () => RunningCommand): number | null
  find(chatId: ChatId, id: number): BackgroundJob | null
  close(): Promise<void>
}

export function createShellJobs(): ShellJobs {
  const jobs = new Map<number, Job>()
  let last = 0

  const running = () => [...jobs.values()].filter(({ end }) => end === null)
  const of = (chatId: ChatId, id: number) => {
    const job = jobs.get(id)
    return job?.chatId === chatId ? job : null
  }

  async function follow(job: Job): Promise<void> {
    job.end = await job.running.ended
    const ended = [...jobs.values()].filter(({ end }) => end !== null)
    for (const { id } of ended.slice(0, Math.max(0, ended.length - MOST_ENDED))) jobs.delete(id)
  }

  async function end(some: readonly Job[]): Promise<void> {
    for (const job of some) if (job.end === null) job.running.stop()
    await Promise.all(some.map(job => job.running.ended))
  }

  return {
    add(facts, start) {
      if (running().length >= MOST_RUNNING) return null
      last += 1
      const job: Job = { id: last, ...facts, running: start(), end: null }
      jobs.set(job.id, job)
      void follow(job)
      return job.id
    },
    find(chatId, id) {
      const job = of(chatId, id)
      return job === null ? null : show(job)
    },
    list: async chatId => [...jobs.values()].filter(job => job.chatId === chatId).map(show),
    async stop(chatId, id) {
      const job = of(chatId, id)
      if (job === null) return false
      job.running.stop()
      await job.running.ended
      return true
    },
    stopAll: chatId => end([...jobs.values()].filter(job => job.chatId === chatId)),
    close: () => end([...jobs.values()]),
  }
}

function show({ id, command, directory, startedAt, running, end }: Job): BackgroundJob {
  return {
    id,
    command,
    directory,
    startedAt,
    output: running.output.tail(TAIL),
    ended: end === null ? null : endWords(end),
  }
}

/** How a command ended, as a clause. */
export function endWords(end: CommandEnd): string {
  switch (end.kind) {
    case 'exited':
      return `exit code ${end.code}`
    case 'killed':
      return `ended by ${end.signal}`
    case 'not-started':
      return `could not be started: ${end.because}`
  }
}
