import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { APPLICATION_ID, pragma } from '../file/connection.ts'
import { isBusy, isFull, sqliteCode } from '../file/sqlite-failure.ts'
import { prepareAction } from '../rows/statements.ts'
import { ERASING_TABLE } from './erase-words.ts'

const FORMAT = 1

/** Unfinished words up to this length have an index of their own. */
export const LONGEST_INDEXED_PREFIX = 3

/** Terms arrive folded and split: every character but a space belongs to one. Quotes never occur in a term. */
const TOKEN_CHARACTERS = '!#$%&()*+,-./:;<=>?@[\\]^_`{|}~'

const SCHEMA = `
  create virtual table terms using fts5(
    text, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3',
    tokenize = "ascii tokenchars '${TOKEN_CHARACTERS}'"
  );
  create table followed (owner integer primary key, sequence integer not null) strict;
  create table about (fingerprint text not null) strict;
  ${ERASING_TABLE}
`

/**
 * FTS5 merges while it writes, a number of pages at a time, and all streams of a home wait for it: with pages of the usual 4,000 bytes and
 * a merge for every tenth removed row, 48 removals took up to 240 ms. Words are erased by merges of two segments too.
 */
const MERGING = { pgsz: 1000n, deletemerge: 40n, usermerge: 2n }

/** Attaches the search index, making it new when it is missing, damaged or made from something else. */
export function attachSearch(database: DatabaseSync, file: string, fingerprint: string): void {
  if (existsSync(file) && !isUsable(file, fingerprint)) removeSearchFile(file)
  if (!existsSync(file)) createSearchFile(file, fingerprint)
  prepareAction(database, 'attach database ? as search').run(file)
  // In the connection's own memory. It looks the index up by name, so it outlives a renewal.
  database.exec("create virtual table if not exists temp.vocabulary using fts5vocab('search', 'terms', 'row')")
  database.exec(
    'pragma search.synchronous = normal; pragma search.secure_delete = on; pragma search.cache_size = -32768',
  )
}

/** Also for an index that an earlier version made: what it merged before stays as it is. */
function setMerging(database: DatabaseSync): void {
  const found = database.prepare('select v from terms_config where k = ?', { readBigInts: true })
  const set = prepareAction(database, 'insert into terms (terms, rank) values (?, ?)')
  for (const [name, value] of Object.entries(MERGING)) if (found.get(name)?.v !== value) set.run(name, value)
}

/** Outside a transaction: the index starts empty, and every owner has to be indexed. */
export function renewSearch(database: DatabaseSync, file: string, fingerprint: string): void {
  database.exec('detach database search')
  removeSearchFile(file)
  attachSearch(database, file, fingerprint)
}

function createSearchFile(file: string, fingerprint: string): void {
  closeSync(openSync(file, 'wx', 0o600))
  const database = new DatabaseSync(file)
  try {
    database.exec(`pragma journal_mode = wal; begin; ${SCHEMA}`)
    database.prepare('insert into about values (?)').run(fingerprint)
    database.exec(`pragma application_id = ${APPLICATION_ID}; pragma user_version = ${FORMAT}; commit`)
    setMerging(database)
  } finally {
    database.close()
  }
}

function isUsable(file: string, fingerprint: string): boolean {
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(file)
    if (pragma(database, 'application_id') !== APPLICATION_ID || pragma(database, 'user_version') !== FORMAT)
      return false
    if (database.prepare('select fingerprint from about').get()?.fingerprint !== fingerprint) return false
    setMerging(database)
    eraseEarlier(database)
    return true
  } catch (error) {
    // Nothing is wrong with an index that only could not be changed.
    if (isFull(error)) return true
    if (sqliteCode(error) === null || isBusy(error)) throw error
    return false
  } finally {
    database?.close()
  }
}

/** An earlier version kept the words of removed rows. */
function eraseEarlier(database: DatabaseSync): void {
  if (database.prepare("select 1 from sqlite_schema where name = 'erasing'").get() !== undefined) return
  database.exec(`begin; ${ERASING_TABLE} insert into erasing values (1, 0); commit`)
}

function removeSearchFile(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
}
