import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SearchSource } from '../contract/store.ts'
import { describeSearch } from '../testing/describe-search.ts'
import { describeStore } from '../testing/describe-store.ts'
import { openSqliteDatabase } from './open-sqlite-database.ts'

async function makeDatabase(search: readonly SearchSource[]) {
  const folder = mkdtempSync(join(tmpdir(), 'stet-'))
  const database = await openSqliteDatabase({ folder, search })
  return {
    ...database,
    async close() {
      await database.close()
      rmSync(folder, { recursive: true })
    },
  }
}

describeStore('SQLite', () => makeDatabase([]))
describeSearch('SQLite', makeDatabase)
