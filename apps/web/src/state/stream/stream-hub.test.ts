import type { ChatEvent, ChatId, WatchOptions } from '@stet/api/client'
import { ApiError } from '@stet/api/client'
import { describe, expect, it } from 'vitest'
import { emptyChat, emptyView } from '../../testing/empty-view.ts'
import { createStreamHub, type FromHub, type TabPort } from './stream-hub.ts'

function openHub() {
  const asked: string[] = []
  const streams: WatchOptions[] = []
  let now = 0
  const hub = createStreamHub({
    now: () => now,
    watch(options) {
      asked.push(`watch ${options.chats.join()}`)
      streams.push(options)
      options.onState?.('connecting', null)
      return {
        close: () => asked.push('close'),
        setChats: chats => asked.push(`chats ${chats.join()}`),
        resync: () => asked.push('resync'),
      }
    },
    wake: () => asked.push('wake'),
  })
  const openTab = (...chats: ChatId[]) => {
    const received: string[] = []
    const asks: boolean[] = []
    const port: TabPort = {
      postMessage(message) {
        received.push(wordsOf(message))
        if (message.kind === 'event') asks.push(message.asks)
      },
    }
    hub.receive(port, { kind: 'watch', chats })
    return { port, received, asks }
  }
  const passTime = (milliseconds: number) => {
    now += milliseconds
  }
  return { hub, asked, openTab, stream: () => streams.at(-1), passTime }
}

function wordsOf(message: FromHub): string {
  return message.kind === 'state' ? message.state : `${message.event.kind} ${message.event.chatId}`
}

const delta = (chatId: ChatId): ChatEvent => ({
  kind: 'part-delta',
  chatId,
  messageId: 'msg_a',
  part: 0,
  at: 0,
  text: 'a',
})
const changed = (id: ChatId): ChatEvent => ({ kind: 'chat-changed', chatId: id, chat: emptyChat(id) })
const snapshot = (id: ChatId): ChatEvent => ({ kind: 'snapshot', chatId: id, view: emptyView(id) })

describe('the stream that tabs share', () => {
  it('[FE-5] is one for all of them, and each tab gets the text of its own chat and every change of the list', () => {
    const { openTab, asked, stream } = openHub()
    const one = openTab('chat_a')
    const other = openTab('chat_b')
    stream()?.onState?.('live', null)
    for (const event of [delta('chat_a'), delta('chat_b'), changed('chat_a')]) stream()?.onEvent(event, 'e-1')
    expect(asked).toEqual(['watch chat_a', 'chats chat_a,chat_b'])
    expect(one.received).toEqual(['connecting', 'live', 'part-delta chat_a', 'chat-changed chat_a'])
    expect(other.received).toEqual(['connecting', 'live', 'part-delta chat_b', 'chat-changed chat_a'])
  })

  it('[FE-5] starts over for a tab that opens what another shows: it may have missed an event while it loaded', () => {
    const { openTab, asked } = openHub()
    openTab('chat_a')
    openTab('chat_a')
    expect(asked).toEqual(['watch chat_a', 'chats chat_a', 'resync'])
  })

  it('[FE-5] has a tab without a chat read its list again, once, after it started over', () => {
    const { openTab, stream } = openHub()
    const list = openTab()
    stream()?.onState?.('live', null)
    openTab('chat_a')
    for (const event of [snapshot('chat_a'), snapshot('chat_a')]) stream()?.onEvent(event, 'e-1')
    expect(list.received).toEqual(['connecting', 'live', 'reconnecting', 'live'])
  })

  it('[FE-5] a tab that did not read for more than a second gets a snapshot in place of what it missed, and others every event', () => {
    const { hub, openTab, asked, stream, passTime } = openHub()
    const frozen = openTab('chat_a')
    const other = openTab('chat_b')
    stream()?.onState?.('live', null)
    const say = () => {
      for (const chatId of ['chat_a', 'chat_b'] as const) stream()?.onEvent(delta(chatId), 'e-1')
      hub.receive(other.port, { kind: 'read' })
    }
    say()
    passTime(1000)
    say()
    passTime(1)
    say()
    say()
    expect(frozen.received).toEqual(['connecting', 'live', 'part-delta chat_a', 'part-delta chat_a'])
    expect(other.received.filter(word => word.startsWith('part'))).toHaveLength(4)
    expect(asked).not.toContain('resync')
    hub.receive(frozen.port, { kind: 'read' })
    expect(asked.at(-1)).toBe('resync')
    stream()?.onEvent(snapshot('chat_a'), 'e-2')
    say()
    expect(frozen.received.slice(4)).toEqual(['reconnecting', 'live', 'snapshot chat_a', 'part-delta chat_a'])
  })

  it('[V3] asks a tab to confirm at most ten times a second, however fast an answer is', () => {
    const { hub, openTab, stream, passTime } = openHub()
    const tab = openTab('chat_a')
    stream()?.onState?.('live', null)
    for (let at = 0; at < 300; at += 10) {
      stream()?.onEvent(delta('chat_a'), 'e-1')
      if (tab.asks.at(-1)) hub.receive(tab.port, { kind: 'read' })
      passTime(10)
    }
    expect(tab.asks).toHaveLength(30)
    expect(tab.asks.filter(asks => asks)).toHaveLength(3)
  })

  it('[FE-5] continues when a tab leaves, ends with the last one, and begins again with the next', () => {
    const { hub, openTab, asked, stream } = openHub()
    const one = openTab('chat_a')
    const other = openTab('chat_b')
    stream()?.onState?.('live', null)
    hub.receive(one.port, { kind: 'leave' })
    hub.receive(one.port, { kind: 'leave' })
    stream()?.onEvent(delta('chat_b'), 'e-1')
    expect([one.received.at(-1), other.received.at(-1)]).toEqual(['live', 'part-delta chat_b'])
    hub.receive(other.port, { kind: 'leave' })
    openTab('chat_c')
    expect(asked).toEqual(['watch chat_a', 'chats chat_a,chat_b', 'chats chat_b', 'close', 'watch chat_c'])
  })

  it('[FE-5] is opened again for a tab that asks after it was refused', () => {
    const { hub, openTab, asked, stream } = openHub()
    const one = openTab('chat_a')
    stream()?.onState?.('closed', new ApiError({ status: 401, code: 'token', message: 'No.', retryable: false }))
    hub.receive(one.port, { kind: 'leave' })
    hub.receive(one.port, { kind: 'watch', chats: ['chat_a'] })
    expect(asked).toEqual(['watch chat_a', 'close', 'watch chat_a'])
  })

  it('[FE-5] serves the tabs that chose their chat last where there are more than one connection takes', () => {
    const { openTab, asked } = openHub()
    const ids = Array.from({ length: 51 }, (_, index): ChatId => `chat_${index}`)
    for (const id of ids) openTab(id)
    expect(asked.at(-1)).toBe(`chats ${ids.slice(1).join()}`)
  })
})
