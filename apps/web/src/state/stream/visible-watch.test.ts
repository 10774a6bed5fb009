import type { ChatEvent, Watch, WatchOptions } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { emptyChat } from '../../testing/empty-view.ts'
import { createVisibleWatch } from './visible-watch.ts'

/** A tab that is shown or hidden, and half a minute that passes, when the test says so. */
function openTab() {
  const asked: string[] = []
  const connections: WatchOptions[] = []
  const waiting = new Set<() => void>()
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
  const received: string[] = []
  const watch = createVisibleWatch(
    (options): Watch => {
      asked.push(`watch ${options.chats.join()} after ${options.lastEventId}`)
      connections.push(options)
      return {
        close() {
          asked.push('close')
          options.onState?.('closed', null)
        },
        setChats: chats => asked.push(`chats ${chats.join()}`),
        resync: () => asked.push('resync'),
      }
    },
    page,
    work => {
      waiting.add(work)
      return () => waiting.delete(work)
    },
  )
  return {
    asked,
    received,
    watching: watch({
      chats: ['chat_a'],
      onEvent: (_event, id) => received.push(id),
      onState: state => received.push(state),
    }),
    arrive: (id: string) => connections.at(-1)?.onEvent(changed, id),
    show(state: DocumentVisibilityState) {
      page.visibilityState = state
      page.dispatchEvent(new Event('visibilitychange'))
    },
    passHalfAMinute() {
      for (const work of waiting) work()
      waiting.clear()
    },
  }
}

const changed: ChatEvent = { kind: 'chat-changed', chatId: 'chat_a', chat: emptyChat('chat_a') }

describe('a tab with a connection of its own', () => {
  it('[FE-5] gives it up when it stays hidden, and continues after its last event when it is shown', () => {
    const { asked, received, arrive, show, passHalfAMinute } = openTab()
    arrive('e-1')
    show('hidden')
    passHalfAMinute()
    show('visible')
    arrive('e-2')
    expect(asked).toEqual(['watch chat_a after null', 'close', 'watch chat_a after e-1'])
    // The page is not closed by it.
    expect(received).toEqual(['e-1', 'e-2'])
  })

  it('[FE-5] keeps it when it is only looked away from', () => {
    const { asked, show, passHalfAMinute } = openTab()
    show('hidden')
    show('visible')
    passHalfAMinute()
    expect(asked).toEqual(['watch chat_a after null'])
  })

  it('[FE-5] starts over with another chat that was chosen while it was hidden', () => {
    const { asked, watching, arrive, show, passHalfAMinute } = openTab()
    arrive('e-1')
    show('hidden')
    passHalfAMinute()
    watching.setChats(['chat_b'])
    show('visible')
    expect(asked.at(-1)).toBe('watch chat_b after null')
  })

  it('[FE-5] once closed it is not opened again', () => {
    const { asked, received, watching, show, passHalfAMinute } = openTab()
    show('hidden')
    watching.close()
    passHalfAMinute()
    show('visible')
    expect([asked, received]).toEqual([['watch chat_a after null', 'close'], ['closed']])
  })
})
