export type { Integrity } from './check-beside.ts'
export { openSqliteDatabase, type SqliteDatabase, type SqliteDatabaseOptions } from './open-sqlite-database.ts'
export type { SearchState } from './search-follower.ts'
export type { SqliteSearch, SqliteStore } from './sqlite-store.ts'
