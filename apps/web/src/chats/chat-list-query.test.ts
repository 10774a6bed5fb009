import type { Chat, ChatPage, Draft } from '@stet/api/client'
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { emptyChat } from '../testing/empty-view.ts'
import { chatListQuery, updateChatList } from './chat-list-query.ts'

function chat(title: string | null): Chat {
  return { ...emptyChat(), activeAt: 1, title: title === null ? null : { text: title, by: 'model' } }
}

function page(title: string | null): ChatPage {
  return { chats: [{ kind: 'chat', chat: chat(title), running: false, waiting: null }], next: null }
}

function draft(): Draft {
  return {
    runId: 'run_a',
    messageId: 'msg_a',
    parentId: 'msg_u',
    startedAt: 0,
    model: { definition: 'demo', model: 'demo' },
    state: 'writing',
    parts: [],
    retry: null,
  }
}

describe('the list of chats', () => {
  it('[V1] is not set back by an answer that is older than an event', async () => {
    const answers: ((page: ChatPage) => void)[] = []
    const queries = new QueryClient()
    const list = new InfiniteQueryObserver(
      queries,
      chatListQuery({ listChats: () => new Promise<ChatPage>(resolve => answers.push(resolve)) }, 'open'),
    )
    const stop = list.subscribe(() => undefined)
    await expect.poll(() => answers.length).toBe(1)
    answers[0]?.(page(null))
    await expect.poll(() => list.getCurrentResult().data?.pages).toEqual([page(null)])

    const refreshing = list.refetch()
    await expect.poll(() => answers.length).toBe(2)
    updateChatList(queries, { kind: 'chat-changed', chatId: 'chat_a', chat: chat('Named') })
    answers[1]?.(page(null))
    await expect.poll(() => answers.length).toBe(3)
    answers[2]?.(page('Named'))
    await refreshing
    await expect.poll(() => list.getCurrentResult().isFetching).toBe(false)
    expect(list.getCurrentResult().data?.pages).toEqual([page('Named')])
    stop()
  })

  it('[V1] is asked for again when an event comes before its first answer', async () => {
    const answers: ((page: ChatPage) => void)[] = []
    const queries = new QueryClient()
    const list = new InfiniteQueryObserver(
      queries,
      chatListQuery({ listChats: () => new Promise<ChatPage>(resolve => answers.push(resolve)) }, 'open'),
    )
    const stop = list.subscribe(() => undefined)
    await expect.poll(() => answers.length).toBe(1)
    updateChatList(queries, { kind: 'chat-changed', chatId: 'chat_a', chat: chat('Named') })
    answers[0]?.({ chats: [], next: null })
    await expect.poll(() => answers.length).toBe(2)
    answers[1]?.(page('Named'))
    await expect.poll(() => list.getCurrentResult().data?.pages).toEqual([page('Named')])
    stop()
  })

  it('[V3] is not drawn again for the text of an answer', async () => {
    const queries = new QueryClient()
    const list = new InfiniteQueryObserver(queries, chatListQuery({ listChats: async () => page('Named') }, 'open'))
    let drawn = 0
    const stop = list.subscribe(() => drawn++)
    await expect.poll(() => list.getCurrentResult().isFetching).toBe(false)
    drawn = 0
    updateChatList(queries, { kind: 'part-delta', chatId: 'chat_a', messageId: 'msg_a', part: 0, at: 0, text: 'Hi' })
    updateChatList(queries, { kind: 'run-started', chatId: 'chat_a', draft: draft() })
    await expect.poll(() => drawn).toBe(1)
    stop()
  })
})
