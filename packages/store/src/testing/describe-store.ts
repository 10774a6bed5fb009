import { afterEach, beforeEach, describe } from 'vitest'
import type { Store } from '../contract/store.ts'
import type { Bench, DatabaseUnderTest, MakeDatabase } from './bench.ts'
import { describeBlobs } from './describe-blobs.ts'
import { describeChanges } from './describe-changes.ts'
import { describeLists } from './describe-lists.ts'
import { describeModel } from './describe-model.ts'
import { describeOwners } from './describe-owners.ts'
import { describeRows } from './describe-rows.ts'

/** The conformance suite of the store contract. Every backend runs it, and every wrapper over one backend. */
export function describeStore(name: string, makeDatabase: MakeDatabase): void {
  describe(`${name} as a store`, () => {
    let database: DatabaseUnderTest
    let store: Store
    beforeEach(async () => {
      database = await makeDatabase()
      store = await database.openStore('ada')
    })
    afterEach(() => database.close())

    const bench: Bench = { database: () => database, store: () => store }
    describeRows(bench)
    describeLists(bench)
    describeChanges(bench)
    describeOwners(bench)
    describeBlobs(bench)
    describeModel(makeDatabase)
  })
}
