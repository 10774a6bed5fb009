export { openSqliteDatabase } from './open-sqlite-database.ts'
export { salvage } from './salvage/export-rows.ts'
export { openSalvage } from './salvage/open-salvage.ts'
export { openSqliteJournal } from './sqlite-journal.ts'
