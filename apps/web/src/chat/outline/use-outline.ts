import type { ChatId, MessageId, OutlinePage } from '@stet/api/client'
import { useQueries } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useServices } from '../../state/services.ts'
import { type Line, type LineName, toLine } from './outline-rows.ts'

const PAGE = 50

/** A page of a line that is needed: by its number, or, at the beginning, by a message. */
interface WantedPage {
  readonly line: LineName
  readonly page: number | null
}

/** The lines of a chat that are open, as far as they were loaded. `around` is the message that is shown first. */
export function useOutline(chatId: ChatId, tip: MessageId | null, around: MessageId | null) {
  const { client } = useServices()
  const [wanted, setWanted] = useState<readonly WantedPage[]>([{ line: 'shown', page: null }])
  const queries = useQueries({
    queries: wanted.map(({ line, page }) => ({
      // Another tip is another shown branch.
      queryKey: ['outline', chatId, tip, line, page ?? around],
      queryFn: () =>
        client.outline(chatId, {
          ...(line === 'shown' ? {} : { branch: line }),
          ...(page !== null ? { from: page * PAGE } : around === null ? {} : { around }),
        }),
    })),
    combine: results => ({
      pages: results.map(({ data }) => data ?? null),
      error: results.find(({ error }) => error !== null)?.error ?? null,
      retry: () => {
        for (const each of results) if (each.error !== null) each.refetch().catch(reportError)
      },
    }),
  })
  const { pages } = queries
  const lines = useMemo(() => {
    const loaded = new Map<LineName, OutlinePage[]>()
    for (const [at, { line }] of wanted.entries()) {
      const page = pages[at]
      if (page) loaded.set(line, [...(loaded.get(line) ?? []), page])
    }
    return new Map<LineName, Line>([...loaded].flatMap(([name, of]) => asEntry(name, toLine(of))))
  }, [wanted, pages])

  /** Loads the page of a turn, unless it is loaded or on its way. */
  const want = useCallback((line: LineName, index: number) => {
    const page = Math.floor(index / PAGE)
    setWanted(before =>
      before.some(each => each.line === line && each.page === page) ? before : [...before, { line, page }],
    )
  }, [])
  return { lines, first: pages[0] ?? null, error: queries.error, retry: queries.retry, want }
}

function asEntry(name: LineName, line: Line | null): readonly (readonly [LineName, Line])[] {
  return line === null ? [] : [[name, line]]
}
