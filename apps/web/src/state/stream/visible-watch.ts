import type { Client, Watch } from '@stet/api/client'

/** A tab that is only looked away from for a moment keeps its connection. */
const HIDDEN_MS = 30_000

/**
 * For browsers without a SharedWorker (Chrome on Android): a tab that stays hidden gives up its connection, so that many tabs do not
 * use up those of the browser, and continues after the last event it received once it is shown again.
 */
export function createVisibleWatch(
  watch: Client['watch'],
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>,
  schedule: (work: () => void, milliseconds: number) => () => void,
): Client['watch'] {
  return options => {
    let { chats, lastEventId = null } = options
    let closed = false
    let stay: (() => void) | null = null
    let connection: Watch | null = null

    function connect(): Watch {
      return watch({
        ...options,
        chats,
        lastEventId,
        onEvent(event, id) {
          lastEventId = id
          options.onEvent(event, id)
        },
        onState(state, because) {
          // Closed because it is hidden is no state of the page's.
          if (state !== 'closed' || connection !== null || closed) options.onState?.(state, because)
        },
      })
    }

    function onVisibility(): void {
      stay?.()
      if (page.visibilityState === 'visible') connection ??= connect()
      else stay = schedule(pause, HIDDEN_MS)
    }

    function pause(): void {
      const paused = connection
      connection = null
      paused?.close()
    }

    page.addEventListener('visibilitychange', onVisibility)
    connection = connect()
    return {
      close() {
        closed = true
        stay?.()
        page.removeEventListener('visibilitychange', onVisibility)
        connection?.close()
      },
      setChats(next) {
        if (next.some(chat => !chats.includes(chat))) lastEventId = null
        chats = next
        connection?.setChats(next)
      },
      resync() {
        lastEventId = null
        connection?.resync()
      },
    }
  }
}
