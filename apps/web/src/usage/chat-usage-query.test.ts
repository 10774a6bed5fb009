import type { ChatUsage, Usage } from '@stet/api/client'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { chatUsageQuery, refreshUsage } from './chat-usage-query.ts'

const none: Usage = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, webSearches: 0 }

function spent(requests: number): ChatUsage {
  const spending = { usage: none, cost: { usd: 0, reliable: true } }
  return { chat: { requests, open: 0, ...spending }, branch: { own: spending, inherited: spending }, messages: {} }
}

it('[V4] an answer that was on its way when a request ended is not taken for the last', async () => {
  const queries = new QueryClient()
  const first = Promise.withResolvers<ChatUsage>()
  const answers = [first.promise, Promise.resolve(spent(2))]
  const chatUsage = () => answers.shift() ?? Promise.reject(new Error('it was asked for once too often'))
  const observer = new QueryObserver(queries, chatUsageQuery({ chatUsage }, 'chat_a', null))
  const leave = observer.subscribe(() => undefined)
  const refreshed = refreshUsage(queries, 'chat_a')
  first.resolve(spent(1))
  await refreshed
  expect(observer.getCurrentResult().data).toEqual(spent(2))
  leave()
})
