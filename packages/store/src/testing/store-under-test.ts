import type { SearchableStore } from '../database.ts'
import type { SearchSource } from '../search.ts'
import type { Store } from '../store.ts'

/** A fresh and empty backend. A wrapper such as sealing opens its stores asynchronously. */
export interface DatabaseUnderTest<Opened extends Store = Store> {
  openStore(owner: string): Opened | Promise<Opened>
  close(): Promise<void>
}

export type MakeDatabase = () => Promise<DatabaseUnderTest>

export type MakeSearchableDatabase = (sources: readonly SearchSource[]) => Promise<DatabaseUnderTest<SearchableStore>>

/** What a group of the suite works with: a fresh database for each test. */
export interface Bench {
  database(): DatabaseUnderTest
  /** The store of the owner `ada`. */
  store(): Store
}
