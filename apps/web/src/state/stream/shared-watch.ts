import { ApiError, type ChatId, type Client, type WatchOptions } from '@stet/api/client'
import type { FromHub, ToHub } from './stream-hub.ts'

/** The part of a SharedWorker that is used here. */
export interface HubWorker {
  readonly port: {
    postMessage(message: ToHub): void
    addEventListener(kind: 'message', listener: (message: MessageEvent<FromHub>) => void): void
    start(): void
  }
  addEventListener(kind: 'error', listener: () => void): void
}

export interface SharedWatchDeps {
  readonly worker: HubWorker
  /** For a worker that cannot start: a connection of this tab's own. */
  readonly ownWatch: Client['watch']
  readonly page: Pick<Window, 'addEventListener'>
  /** Calls back when the network or the user returns. */
  readonly onWake: (wake: () => void) => void
}

/** Watches through the hub that all tabs share. */
export function createSharedWatch({ worker, ownWatch, page, onWake }: SharedWatchDeps): Client['watch'] {
  let options: WatchOptions | null = null
  let chats: readonly ChatId[] = []
  let own: ReturnType<Client['watch']> | null = null
  let failed = false

  function ask(message: ToHub): void {
    worker.port.postMessage(message)
  }

  function leave(): void {
    options = null
    ask({ kind: 'leave' })
  }

  worker.port.addEventListener('message', ({ data }) => {
    if (data.kind === 'event' && data.asks) ask({ kind: 'read' })
    if (options === null) return
    if (data.kind === 'state') {
      options.onState?.(data.state, data.because === null ? null : new ApiError(data.because))
      return
    }
    const { onEvent, onState } = options
    try {
      onEvent(data.event, data.id)
    } catch (error) {
      // As on a connection of its own: a page that cannot follow must not look live.
      leave()
      onState?.('closed', null)
      throw error
    }
  })
  worker.port.start()

  worker.addEventListener('error', () => {
    failed = true
    if (options !== null) own = ownWatch({ ...options, chats })
  })

  onWake(() => ask({ kind: 'wake' }))
  page.addEventListener('pagehide', () => ask({ kind: 'leave' }))
  page.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && options !== null) ask({ kind: 'watch', chats })
  })

  return given => {
    if (failed) return ownWatch(given)
    options = given
    chats = given.chats
    ask({ kind: 'watch', chats })
    return {
      close() {
        if (own !== null) own.close()
        else if (options === given) {
          leave()
          given.onState?.('closed', null)
        }
      },
      setChats(next) {
        chats = next
        if (own === null) ask({ kind: 'watch', chats })
        else own.setChats(next)
      },
      resync() {
        if (own === null) ask({ kind: 'resync' })
        else own.resync()
      },
    }
  }
}
