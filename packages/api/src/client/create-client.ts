import { EVENTS } from '@stet/commands'
import { schedule as scheduleByTimer } from '../schedule.ts'
import { toApiError, unreachable } from './api-error.ts'
import { type CommandMethods, createMethods, type ReadMethods, toQuery } from './methods.ts'
import { onWake, type Watch, type WatchDeps, type WatchOptions, watch } from './watch.ts'

export interface ClientOptions extends Partial<Pick<WatchDeps, 'schedule' | 'random' | 'onWake'>> {
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>
  /** What comes before `/api`: empty for the page's own home. */
  readonly base: string
  readonly newKey: () => string
}

/** The API, typed: a method for each command and each read. Every method rejects with an `ApiError` and nothing else. */
export interface Client extends CommandMethods, ReadMethods {
  watch(options: WatchOptions): Watch
}

export function createClient({ fetch, base, newKey, ...watchDeps }: ClientOptions): Client {
  async function request(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(`${base}${path}`, init).catch((cause: unknown) => {
      throw unreachable(cause)
    })
    if (response.ok) return response
    throw await toApiError(response)
  }

  // The body may break off after its headers arrived, which is as good as no answer.
  async function readBody(response: Response): Promise<unknown> {
    return response.json().catch((cause: unknown) => {
      throw unreachable(cause)
    })
  }

  return {
    ...createMethods({ request, readBody, newKey }),
    watch: options =>
      watch(options, {
        open: (chats, lastEventId, signal) =>
          request(`${EVENTS.path}${toQuery({ chats: chats.join(',') || null })}`, {
            signal,
            cache: 'no-store',
            headers: lastEventId === null ? {} : { 'last-event-id': lastEventId },
          }),
        schedule: scheduleByTimer,
        random: Math.random,
        onWake,
        ...watchDeps,
      }),
  }
}
