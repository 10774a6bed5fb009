import { ApiError, type ChatEvent, type Client, type WatchOptions } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { emptyChat } from '../../testing/empty-view.ts'
import { createSharedWatch } from './shared-watch.ts'
import type { FromHub, ToHub } from './stream-hub.ts'

/** A tab, with the worker, the page and the network in the hands of the test. */
function openTab() {
  const asked: ToHub[] = []
  const own: string[] = []
  const hub: ((message: MessageEvent<FromHub>) => void)[] = []
  const worker = new EventTarget()
  const page = new EventTarget()
  const wakes: (() => void)[] = []
  const ownWatch: Client['watch'] = ({ chats }) => {
    own.push(`watch ${chats.join()}`)
    return {
      close: () => own.push('close'),
      setChats: next => own.push(`chats ${next.join()}`),
      resync: () => own.push('resync'),
    }
  }
  const watch = createSharedWatch({
    worker: {
      port: {
        postMessage: (message: ToHub) => asked.push(message),
        addEventListener: (_kind: string, listener: (message: MessageEvent<FromHub>) => void) => hub.push(listener),
        start: () => undefined,
      },
      addEventListener: worker.addEventListener.bind(worker),
    },
    ownWatch,
    page: { addEventListener: page.addEventListener.bind(page) },
    onWake: wake => wakes.push(wake),
  })
  const received: string[] = []
  const options: WatchOptions = {
    chats: ['chat_a'],
    onEvent: event => received.push(`${event.kind} ${event.chatId}`),
    onState: (state, because) => received.push(because === null ? state : `${state}: ${because.code}`),
  }
  return {
    watch: (part: Partial<WatchOptions> = {}) => watch({ ...options, ...part }),
    asked,
    own,
    received,
    fromHub(data: FromHub) {
      for (const receive of hub) receive(new MessageEvent('message', { data }))
    },
    fail: () => worker.dispatchEvent(new Event('error')),
    wake: () => {
      for (const wake of wakes) wake()
    },
    page: (kind: 'pagehide' | 'pageshow', persisted = false) =>
      page.dispatchEvent(Object.assign(new Event(kind), { persisted })),
  }
}

const changed: ChatEvent = { kind: 'chat-changed', chatId: 'chat_a', chat: emptyChat('chat_a') }

describe('watching through the hub', () => {
  it('[FE-5] asks the hub for its chats, and gets events and states from it', () => {
    const { watch, asked, received, fromHub, wake } = openTab()
    const watching = watch()
    fromHub({ kind: 'state', state: 'live', because: null })
    fromHub({ kind: 'event', event: changed, id: 'e-1', asks: false })
    const because = { status: 0, code: 'unreachable', message: 'Nobody is there.', retryable: true } as const
    fromHub({ kind: 'state', state: 'reconnecting', because })
    watching.setChats(['chat_b'])
    watching.resync()
    wake()
    expect(received).toEqual(['live', 'chat-changed chat_a', 'reconnecting: unreachable'])
    expect(asked).toEqual([
      { kind: 'watch', chats: ['chat_a'] },
      { kind: 'watch', chats: ['chat_b'] },
      { kind: 'resync' },
      { kind: 'wake' },
    ])
  })

  it('[FE-5] confirms an event that asks for it, also after it was closed', () => {
    const { watch, asked, fromHub } = openTab()
    const watching = watch()
    fromHub({ kind: 'event', event: changed, id: 'e-1', asks: true })
    fromHub({ kind: 'event', event: changed, id: 'e-2', asks: false })
    watching.close()
    fromHub({ kind: 'event', event: changed, id: 'e-3', asks: true })
    expect(asked.map(({ kind }) => kind)).toEqual(['watch', 'read', 'leave', 'read'])
  })

  it('[FE-5] gets nothing more once it is closed, and a newer watch is not ended by the close of an older one', () => {
    const { watch, asked, received, fromHub } = openTab()
    const first = watch()
    const second = watch({ chats: ['chat_b'] })
    first.close()
    fromHub({ kind: 'event', event: changed, id: 'e-1', asks: false })
    second.close()
    fromHub({ kind: 'event', event: changed, id: 'e-2', asks: false })
    expect(received).toEqual(['chat-changed chat_a', 'closed'])
    expect(asked.map(({ kind }) => kind)).toEqual(['watch', 'watch', 'leave'])
  })

  it('[FE-5] a page that cannot follow an event leaves and does not look live', () => {
    const { watch, asked, received, fromHub } = openTab()
    watch({
      onEvent: () => {
        throw new Error('the page cannot follow')
      },
    })
    expect(() => fromHub({ kind: 'event', event: changed, id: 'e-1', asks: false })).toThrow('the page cannot follow')
    expect([received, asked.at(-1)]).toEqual([['closed'], { kind: 'leave' }])
  })

  it('[FE-5] uses a connection of its own where the worker cannot start, also for chats chosen before', () => {
    const { watch, own, asked, fail } = openTab()
    const watching = watch()
    watching.setChats(['chat_b'])
    fail()
    watching.setChats(['chat_c'])
    watching.resync()
    watching.close()
    watch()
    expect(own).toEqual(['watch chat_b', 'chats chat_c', 'resync', 'close', 'watch chat_a'])
    expect(asked).toHaveLength(2)
  })

  it('[FE-5] leaves the hub with the page, and joins again when the browser shows the kept page', () => {
    const { watch, asked, page } = openTab()
    watch()
    page('pagehide')
    page('pageshow', false)
    page('pageshow', true)
    expect(asked.map(({ kind }) => kind)).toEqual(['watch', 'leave', 'watch'])
  })

  it('[FE-5] gives an error of the hub back its class', () => {
    const { watch, fromHub } = openTab()
    const causes: unknown[] = []
    watch({ onState: (_state, because) => causes.push(because) })
    const because = { status: 401, code: 'token', message: 'No.', retryable: false } as const
    fromHub({ kind: 'state', state: 'closed', because })
    expect(causes[0]).toBeInstanceOf(ApiError)
  })
})
