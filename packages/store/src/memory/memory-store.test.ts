import { describeSearch } from '../testing/describe-search.ts'
import { describeStore } from '../testing/describe-store.ts'
import { createMemoryDatabase } from './memory-store.ts'

describeStore('memory', async () => createMemoryDatabase())
describeSearch('memory', async search => createMemoryDatabase({ search }))
