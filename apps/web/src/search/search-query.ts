import type { Client, FoundPage, WorkspaceId } from '@stet/api/client'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'

/** What the user looks for, as the address of the search page holds it. */
export interface SearchFor {
  readonly text: string
  readonly role?: 'user' | 'assistant' | undefined
  readonly when?: When | undefined
  readonly workspace?: WorkspaceId | undefined
}

export type When = 'day' | 'week' | 'month' | 'year'

const DAY_MS = 24 * 60 * 60 * 1000
const DAYS: Readonly<Record<When, number>> = { day: 1, week: 7, month: 30, year: 365 }
const PAGE = 30
/** While chats are still being indexed, what is found grows. */
export const AGAIN_MS = 1500
const LONGEST = 500

export function searchQuery(client: Pick<Client, 'search'>, { text, role, when, workspace }: SearchFor) {
  const words = searchedWords(text)
  return infiniteQueryOptions({
    queryKey: ['search', words, role ?? null, when ?? null, workspace ?? null],
    // What is no longer searched for is cancelled.
    async queryFn({ pageParam, signal }) {
      const asked = {
        text: words,
        role: role ?? null,
        from: when === undefined ? null : Date.now() - DAYS[when] * DAY_MS,
        workspace: workspace ?? null,
        limit: PAGE,
        signal,
      }
      let page = await client.search({ ...asked, before: pageParam })
      // A filter may leave a page empty although there is more: shown as it is, the page would say that nothing was found.
      while (page.found.length === 0 && page.next !== null) page = await client.search({ ...asked, before: page.next })
      return page
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page: FoundPage) => page.next,
    enabled: words.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: query => (query.state.data?.pages.at(-1)?.index.kind === 'behind' ? AGAIN_MS : false),
  })
}

/** As much of what was typed as is searched for. */
export function searchedWords(text: string): string {
  return [...text.trimStart()].slice(0, LONGEST / 2).join('')
}
