import type { Chat, ChatPage } from '@stet/api/client'
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { emptyChat } from '../testing/empty-view.ts'
import { chatListQuery, tellChatList } from './chat-list-query.ts'

function chat(title: string | null): Chat {
  return { ...emptyChat(), activeAt: 1, title: title === null ? null : { text: title, by: 'model' } }
}

function page(title: string | null): ChatPage {
  return { chats: [{ kind: 'chat', chat: chat(title), running: false }], next: null }
}

describe('the list of chats', () => {
  it('[V1] is not set back by an answer that is older than an event', async () => {
    const answers: ((page: ChatPage) => void)[] = []
    const queries = new QueryClient()
    const list = new InfiniteQueryObserver(
      queries,
      chatListQuery({ listChats: () => new Promise<ChatPage>(resolve => answers.push(resolve)) }),
    )
    const stop = list.subscribe(() => undefined)
    await expect.poll(() => answers.length).toBe(1)
    answers[0]?.(page(null))
    await expect.poll(() => list.getCurrentResult().data?.pages).toEqual([page(null)])

    const refreshing = list.refetch()
    await expect.poll(() => answers.length).toBe(2)
    tellChatList(queries, { kind: 'chat-changed', chatId: 'chat_a', chat: chat('Named') })
    answers[1]?.(page(null))
    await expect.poll(() => answers.length).toBe(3)
    answers[2]?.(page('Named'))
    await refreshing
    await expect.poll(() => list.getCurrentResult().isFetching).toBe(false)
    expect(list.getCurrentResult().data?.pages).toEqual([page('Named')])
    stop()
  })
})
