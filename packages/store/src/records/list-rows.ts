import type { Cursor, ListQuery, Page, ReadRow, Store } from '../store.ts'

const PAGE = 100

/** Every row of a list, a page at a time. */
export async function* listRows(
  store: Store,
  shelf: string,
  query: Pick<ListQuery, 'by' | 'reverse' | 'after'>,
): AsyncGenerator<ReadRow> {
  let after: Cursor | undefined = query.after
  for (;;) {
    const page: Page = await store.list(shelf, { ...query, limit: PAGE, ...(after === undefined ? {} : { after }) })
    yield* page.rows
    if (page.next === null) return
    after = page.next
  }
}
