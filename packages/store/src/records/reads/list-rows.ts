import type { Cursor, ListQuery, Page, ReadRow, Store } from '../../contract/store.ts'
import { takeTurns } from '../../contract/take-turns.ts'

/** Most callers that stop early stop within a few rows; the others get larger pages. */
const FIRST_PAGE = 8
const LARGEST_PAGE = 128

/** Every row of a list, a page at a time. Others have the event loop between pages. */
export async function* listRows(
  store: Store,
  shelf: string,
  query: Pick<ListQuery, 'by' | 'reverse' | 'after'>,
): AsyncGenerator<ReadRow> {
  let after: Cursor | undefined = query.after
  for (let limit = FIRST_PAGE; ; limit = Math.min(limit * 4, LARGEST_PAGE)) {
    await takeTurns()
    const page: Page = await store.list(shelf, { ...query, limit, ...(after === undefined ? {} : { after }) })
    yield* page.rows
    if (page.next === null) return
    after = page.next
  }
}
