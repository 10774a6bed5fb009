import type { ChatEvent, Client, WatchOptions } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { emptyView } from '../testing/empty-view.ts'
import { createLive } from './live.ts'

function connect() {
  const received: string[] = []
  const due: (() => void)[] = []
  let options: WatchOptions | undefined
  const client: Pick<Client, 'around' | 'chat' | 'earlier' | 'watch'> = {
    chat: async id => emptyView(id),
    around: async () => ({ path: [], earlier: false, siblings: {}, calls: {}, later: false, isShown: false }),
    earlier: async () => ({ path: [], earlier: false, siblings: {}, calls: {} }),
    watch: given => {
      options = given
      received.push(`watch ${given.chats.join()}`)
      return {
        close: () => received.push('close'),
        setChats: chats => received.push(`chats ${chats.join()}`),
        resync: () => received.push('resync'),
      }
    },
  }
  const live = createLive({
    client,
    onListEvent: event => received.push(`list ${event.kind}`),
    onListStale: () => received.push('stale'),
    schedule: task => due.push(task),
    now: () => 0,
    onTrouble: error => {
      throw error
    },
  })
  const run = () => {
    for (const task of due.splice(0)) task()
  }
  return { live, received, run, emit: (event: ChatEvent) => options?.onEvent(event, 'e-1'), options: () => options }
}

const settle = () => new Promise(resolve => setTimeout(resolve))

describe('the connection of the page', () => {
  it('[FE-5] is one, for the list and the chat that is open', async () => {
    const { live, received, run } = connect()
    const first = live.open('chat_a')
    await settle()
    live.leave(first)
    live.open('chat_b')
    await settle()
    run()
    expect(received).toEqual(['watch ', 'chats chat_a', 'chats chat_b'])
  })

  it('[FU-8] follows only the chat that was opened last when they change faster than they load', async () => {
    const { live, received } = connect()
    for (const id of ['chat_a', 'chat_b', 'chat_c'] as const) live.open(id)
    await settle()
    expect(received).toEqual(['watch ', 'chats chat_c'])
  })

  it('[V1] brings the list up to date after a snapshot and after it was lost', () => {
    const { received, emit, options, run } = connect()
    emit({ kind: 'snapshot', chatId: 'chat_a', view: emptyView('chat_a') })
    options()?.onState?.('live', null)
    expect(received).toEqual(['watch '])
    run()
    options()?.onState?.('reconnecting', null)
    options()?.onState?.('live', null)
    emit({ kind: 'run-ended', chatId: 'chat_a', runId: 'run_a', state: 'complete' })
    expect(received).toEqual(['watch ', 'stale', 'stale', 'list run-ended'])
  })

  it('[V1] [W1] brings the list up to date when it first connects: what changed since it was asked for was not reported', () => {
    const { received, options } = connect()
    options()?.onState?.('live', null)
    options()?.onState?.('connecting', null)
    options()?.onState?.('live', null)
    expect(received).toEqual(['watch ', 'stale'])
  })

  it('[V1] hands on what happened in any chat, and does not ask again for the whole list', async () => {
    const { live, received, emit } = connect()
    live.open('chat_a')
    await settle()
    for (const id of ['chat_a', 'chat_b'] as const) {
      emit({ kind: 'chat-changed', chatId: id, chat: emptyView(id).chat })
    }
    expect(received.slice(2)).toEqual(['list chat-changed', 'list chat-changed'])
  })

  it('[FE-6] is opened again when it was closed and another chat is opened', async () => {
    const { live, received, options } = connect()
    options()?.onState?.('closed', null)
    live.open('chat_a')
    await settle()
    expect(received).toEqual(['watch ', 'watch chat_a'])
  })

  it('[V5] hands a prepared chat to its page, loaded', async () => {
    const { live } = connect()
    await live.prepare('chat_a')
    const store = live.opened('chat_a')
    expect([store?.state().kind, live.opened('chat_b')]).toEqual(['ready', null])
    expect(live.open('chat_a')).toBe(store)
  })

  it('lets go of a chat when no other takes its place', async () => {
    const { live, received, run } = connect()
    const store = live.open('chat_a')
    await settle()
    live.leave(store)
    run()
    expect(received).toEqual(['watch ', 'chats chat_a', 'chats '])
  })

  it('[V4] passes every event to its subscribers until they leave, also those that no view shows', () => {
    const { live, emit } = connect()
    const events: string[] = []
    const leave = live.onEvent(event => events.push(event.kind))
    emit({ kind: 'run-ended', chatId: 'chat_a', runId: 'run_a', state: 'complete' })
    leave()
    emit({ kind: 'messages-removed', chatId: 'chat_a' })
    expect(events).toEqual(['run-ended'])
  })
})
