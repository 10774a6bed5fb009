import type { Log } from '@stet/engine'
import type { ReadRow, Store } from '@stet/store'

/** A row that is read often is logged once; beyond so many, the database is damaged and says so itself. */
const MOST_LOGGED = 1_000

/** Logs each row that the store cannot read. The page shows it as unreadable, but only where somebody looks. */
export function logUnreadable<Opened extends Store>(store: Opened, log: Log): Opened {
  const logged = new Set<string>()

  function look(shelf: string, row: ReadRow | null): void {
    if (row === null || !('unreadable' in row) || logged.size === MOST_LOGGED) return
    const place = `${shelf}/${row.id}`
    if (logged.has(place)) return
    logged.add(place)
    log.error('a row cannot be read', { shelf, id: row.id, because: row.unreadable })
  }

  return {
    ...store,
    async get(shelf, id) {
      const row = await store.get(shelf, id)
      look(shelf, row)
      return row
    },
    async getMany(shelf, ids) {
      const rows = await store.getMany(shelf, ids)
      for (const row of rows) look(shelf, row)
      return rows
    },
    async list(shelf, query) {
      const page = await store.list(shelf, query)
      for (const row of page.rows) look(shelf, row)
      return page
    },
    async listMany(shelf, queries) {
      const pages = await store.listMany(shelf, queries)
      for (const { rows } of pages) for (const row of rows) look(shelf, row)
      return pages
    },
  }
}
