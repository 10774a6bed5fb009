import type { Found, FoundPage } from '@stet/api/client'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { searchQuery } from './search-query.ts'

const quokka: Found = {
  chatId: 'chat_zoo',
  title: null,
  workspaceId: 'ws_zoo',
  messageId: 'msg_quokka',
  role: 'user',
  at: 1,
  snippet: { text: 'a quokka', marks: [[2, 8]] },
}

/** A home whose pages a filter leaves empty until the last. */
function open(pages: readonly Omit<FoundPage, 'index'>[]) {
  const asked: (number | null)[] = []
  const search = async ({ before = null }: { before?: number | null | undefined }): Promise<FoundPage> => {
    asked.push(before)
    const page = pages[asked.length - 1]
    if (page === undefined) throw new Error('asked for a page after the last')
    return { ...page, index: { kind: 'current', skipped: 0 } }
  }
  const queries = new QueryClient()
  const find = () => queries.fetchInfiniteQuery(searchQuery({ search }, { text: 'quokka', workspace: 'ws_zoo' }))
  return { asked, find }
}

it('[W3] continues over pages that a filter left empty, to the first with something in it', async () => {
  const { asked, find } = open([
    { found: [], next: 900 },
    { found: [], next: 500 },
    { found: [quokka], next: 100 },
  ])
  const { pages } = await find()
  expect([pages.map(({ found, next }) => [found, next]), asked]).toEqual([[[[quokka], 100]], [null, 900, 500]])
})

it('[W3] says that nothing was found only at the end', async () => {
  const { asked, find } = open([
    { found: [], next: 900 },
    { found: [], next: null },
  ])
  const { pages } = await find()
  expect([pages.map(({ found, next }) => [found, next]), asked]).toEqual([[[[], null]], [null, 900]])
})
