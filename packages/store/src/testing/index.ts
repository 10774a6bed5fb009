export { describeSearch } from './describe-search.ts'
export { describeStore } from './describe-store.ts'
export { fromBytes, idsOf, makePut, toBytes, toRow } from './sample-row.ts'
export type { DatabaseUnderTest, MakeDatabase, MakeSearchableDatabase } from './store-under-test.ts'
