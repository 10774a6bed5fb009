import type { DatabaseSync, StatementSync } from 'node:sqlite'

/**
 * For every statement that is run for its effect. Running one reports the last row id of the connection, and those that FTS5 gives
 * to its own pages are no safe integers: without big ones, a `begin` after a removal from the search index would throw.
 */
export function prepareAction(database: DatabaseSync, sql: string): StatementSync {
  return database.prepare(sql, { readBigInts: true })
}
