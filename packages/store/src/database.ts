import type { Search } from './search.ts'
import type { Store } from './store.ts'

/** A backend that holds the rows of all owners, and opens a store for one of them at a time. */
export interface Database {
  openStore(owner: string): SearchableStore
  close(): Promise<void>
}

export interface SearchableStore extends Store {
  readonly search: Search
}
