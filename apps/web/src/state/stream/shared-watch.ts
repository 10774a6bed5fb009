import { ApiError, type ChatId, type Client, onWake, type WatchOptions } from '@stet/api/client'
import type { FromHub, ToHub } from './stream-hub.ts'

/** The part of a SharedWorker that is used here. */
export interface HubWorker {
  readonly port: Pick<MessagePort, 'postMessage' | 'addEventListener' | 'start'>
  addEventListener(kind: 'error', listener: () => void): void
}

/** Watches through the hub that all tabs share. A worker that cannot start is replaced by a connection of this tab's own. */
export function createSharedWatch(worker: HubWorker, ownWatch: Client['watch']): Client['watch'] {
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

  worker.port.addEventListener('message', ({ data }: MessageEvent<FromHub>) => {
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
  addEventListener('pagehide', () => ask({ kind: 'leave' }))
  addEventListener('pageshow', ({ persisted }) => {
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
