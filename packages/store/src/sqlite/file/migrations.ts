import { closeSync, openSync, renameSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { APPLICATION_ID, openConnection, syncFile, syncFolderOf } from './connection.ts'
import type { DataFiles } from './data-folder.ts'

/** One step of the schema. Steps are numbered by their place in the list, and a step that was released never changes. */
export interface Migration {
  readonly what: string
  up(database: DatabaseSync): void
}

/**
 * `key` holds the owner's number and the sequence number of the last change (row-format.ts). `body` is the last column: what
 * precedes it stays readable when an overflow page is damaged. A `sum` makes each record recognisable on a page that
 * is no longer referenced (salvage). Blob bytes are apart, because changing a mark would rewrite them.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    what: 'owners, rows, refs, removals and blobs',
    up(database) {
      database.exec(`
        create table owners (
          number integer primary key,
          name text not null unique,
          sequence integer not null,
          row_count integer not null,
          row_bytes integer not null,
          blob_count integer not null,
          blob_bytes integer not null,
          sum integer not null
        ) strict;
        create table rows (
          key integer primary key,
          owner integer not null,
          shelf text not null,
          id text not null,
          parent text not null,
          ord integer not null,
          version integer not null,
          refs text not null,
          sum integer not null,
          body blob not null
        ) strict;
        create unique index rows_by_id on rows (owner, shelf, id);
        create index rows_by_parent on rows (owner, shelf, parent, ord, id);
        create table refs (
          owner integer not null,
          ref text not null,
          shelf text not null,
          ord integer not null,
          id text not null,
          primary key (owner, ref, shelf, ord, id)
        ) strict, without rowid;
        create table removed (
          key integer primary key,
          owner integer not null,
          shelf text not null,
          id text not null,
          sum integer not null
        ) strict;
        create index removed_by_id on removed (owner, shelf, id);
        create table blobs (
          number integer primary key,
          owner integer not null,
          id text not null,
          size integer not null,
          since integer,
          marked integer not null,
          unique (owner, id)
        ) strict;
        create table blob_bytes (
          number integer primary key references blobs (number),
          owner integer not null,
          id text not null,
          sum integer not null,
          bytes blob not null
        ) strict;
      `)
    },
  },
  {
    // The pieces of a blob have one `list`. It has an id once all of them have arrived; pieces without one are left over, and deleted.
    what: 'blobs that arrive in pieces',
    up(database) {
      database.exec(`
        create table blob_lists (
          number integer primary key references blobs (number),
          owner integer not null,
          id text not null,
          list integer not null unique,
          pieces integer not null,
          sum integer not null
        ) strict;
        create table blob_pieces (
          number integer primary key,
          owner integer not null,
          list integer not null,
          place integer not null,
          sum integer not null,
          bytes blob not null
        ) strict;
        create unique index blob_pieces_by_place on blob_pieces (list, place);
      `)
    },
  },
]

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
