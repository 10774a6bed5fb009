import { closeSync, openSync, renameSync } from 'node:fs'
import { APPLICATION_ID, openConnection } from './connection.ts'
import type { DataFiles } from './data-folder.ts'
import type { Migration } from './migrations.ts'
import { syncFile, syncFolderOf } from './sync-file.ts'

/** Made under another name and complete before it gets its own: a crash never leaves half a database. */
export function createDatabase(files: DataFiles, migrations: readonly Migration[]): void {
  createAt(files.next, migrations)
  renameSync(files.next, files.database)
  syncFolderOf(files.database)
}

export function createAt(file: string, migrations: readonly Migration[]): void {
  closeSync(openSync(file, 'wx', 0o600))
  const database = openConnection(file)
  try {
    database.exec('begin immediate')
    for (const migration of migrations) migration.up(database)
    database.exec(`pragma application_id = ${APPLICATION_ID}; pragma user_version = ${migrations.length}; commit`)
  } finally {
    database.close()
  }
  syncFile(file)
}
