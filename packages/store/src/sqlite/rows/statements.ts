import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { ROW_COLUMNS } from './row-format.ts'

const ROW = ROW_COLUMNS.join(', ')
const LISTED = ROW_COLUMNS.map(column => `rows.${column}`).join(', ')
const HEAD_COLUMNS = ['id', 'parent', 'ord', 'version']
const HEAD = HEAD_COLUMNS.join(', ')
const LISTED_HEAD = HEAD_COLUMNS.map(column => `rows.${column}`).join(', ')

/**
 * Every statement on rows and blobs, compiled once. A limit is `+?`: SQLite compiles a statement again whenever a bare `limit ?` is bound, which
 * takes several times as long as running it.
 */
export type Statements = ReturnType<typeof prepareStatements>

export function prepareStatements(database: DatabaseSync) {
  const action = (sql: string) => prepareAction(database, sql)
  const rows = (sql: string) => database.prepare(sql, { returnArrays: true })
  const byParent = (columns: string, compare: '<' | '>', direction: 'asc' | 'desc') =>
    rows(
      `select ${columns} from rows where owner = ? and shelf = ? and parent = ? and (ord, id) ${compare} (?, ?)
       order by ord ${direction}, id ${direction} limit +?`,
    )
  // "cross join" keeps refs the outer loop: otherwise the planner may read the whole shelf first.
  const byRef = (columns: string, compare: '<' | '>', direction: 'asc' | 'desc') =>
    rows(
      `select ${columns} from refs cross join rows
       on rows.owner = refs.owner and rows.shelf = refs.shelf and rows.id = refs.id
       where refs.owner = ? and refs.shelf = ? and refs.ref = ? and (refs.ord, refs.id) ${compare} (?, ?)
       order by refs.ord ${direction}, refs.id ${direction} limit +?`,
    )
  const refPlaces = (compare: '<' | '>', direction: 'asc' | 'desc') =>
    rows(
      `select ord, id from refs where owner = ? and shelf = ? and ref = ? and (ord, id) ${compare} (?, ?)
       order by ord ${direction}, id ${direction} limit +?`,
    )
  return {
    begin: action('begin immediate'),
    commit: action('commit'),
    rollback: action('rollback'),
    savepoint: action('savepoint job'),
    release: action('release job'),
    rollbackTo: action('rollback to job'),

    owner: database.prepare('select number, sequence from owners where name = ?'),
    ownerUsage: database.prepare(
      'select sequence, row_count, row_bytes, blob_count, blob_bytes from owners where number = ?',
    ),
    lastOwner: database.prepare('select coalesce(max(number), 0) as number from owners'),
    addOwner: action('insert into owners values (?, ?, 0, 0, 0, 0, 0, ?)'),
    advance: action(
      'update owners set sequence = ?, row_count = row_count + ?, row_bytes = row_bytes + ? where number = ?',
    ),
    countBlobs: action('update owners set blob_count = blob_count + ?, blob_bytes = blob_bytes + ? where number = ?'),

    get: rows(`select ${ROW} from rows where owner = ? and shelf = ? and id = ?`),
    getWithoutBody: database.prepare(
      'select parent, ord as "order", version, refs from rows where owner = ? and shelf = ? and id = ?',
    ),
    listByParent: byParent(ROW, '>', 'asc'),
    listByParentReverse: byParent(ROW, '<', 'desc'),
    listByRef: byRef(LISTED, '>', 'asc'),
    listByRefReverse: byRef(LISTED, '<', 'desc'),
    headsByParent: byParent(HEAD, '>', 'asc'),
    headsByParentReverse: byParent(HEAD, '<', 'desc'),
    headsByRef: byRef(LISTED_HEAD, '>', 'asc'),
    headsByRefReverse: byRef(LISTED_HEAD, '<', 'desc'),
    placesByParent: byParent('ord, id', '>', 'asc'),
    placesByParentReverse: byParent('ord, id', '<', 'desc'),
    placesByRef: refPlaces('>', 'asc'),
    placesByRefReverse: refPlaces('<', 'desc'),
    changedRows: rows(`select ${ROW}, shelf from rows where key > ? and key < ? order by key limit +?`),
    changedKeys: database.prepare('select key from rows where key > ? and key < ? order by key limit +?'),
    changedRow: rows(`select ${ROW}, shelf from rows where key = ?`),
    changedRowWithoutBody: database.prepare(
      'select shelf, id, parent, ord as "order", version, refs from rows where key = ?',
    ),
    removedRows: database.prepare(
      `select key, shelf, id from removed where key > ? and key < ? and not exists (
         select 1 from rows where rows.owner = removed.owner and rows.shelf = removed.shelf and rows.id = removed.id
       ) order by key limit +?`,
    ),

    find: database.prepare(
      'select key, version, ord, refs, length(body) as size from rows where owner = ? and shelf = ? and id = ?',
    ),
    version: database.prepare('select version from rows where owner = ? and shelf = ? and id = ?'),
    insert: action('insert into rows values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'),
    update: action(
      'update rows set key = ?, parent = ?, ord = ?, version = ?, refs = ?, sum = ?, body = ? where key = ?',
    ),
    remove: action('delete from rows where key = ?'),
    addRef: action('insert or ignore into refs values (?, ?, ?, ?, ?)'),
    removeRef: action('delete from refs where owner = ? and ref = ? and shelf = ? and ord = ? and id = ?'),
    addRemoved: action('insert into removed values (?, ?, ?, ?, ?)'),
    forgetRemoved: action('delete from removed where owner = ? and shelf = ? and id = ?'),

    blob: database.prepare('select number, size from blobs where owner = ? and id = ?'),
    blobIsLive: database.prepare('select 1 from blobs where owner = ? and id = ? and marked = 0'),
    blobBytes: database.prepare(
      'select sum, bytes from blobs left join blob_bytes using (number) where blobs.owner = ? and blobs.id = ?',
    ),
    blobList: database.prepare('select list, pieces, sum from blob_lists where number = ?'),
    addBlobList: action('insert into blob_lists values (?, ?, ?, ?, ?, ?)'),
    removeBlobList: action('delete from blob_lists where number = ?'),
    addPiece: action('insert into blob_pieces (owner, list, place, sum, bytes) values (?, ?, ?, ?, ?)'),
    piece: database.prepare('select sum, bytes from blob_pieces where list = ? and place = ?'),
    pieceSizes: database.prepare('select length(bytes) as size from blob_pieces where list = ? order by place'),
    /** Their list has no id; those of a list that is arriving are given as JSON. */
    leftPieces: database.prepare(
      `select number from blob_pieces where not exists (select 1 from blob_lists where blob_lists.list = blob_pieces.list)
       and list not in (select value from json_each(?)) limit +?`,
    ),
    removePiece: action('delete from blob_pieces where number = ?'),
    addBlob: action('insert into blobs (owner, id, size, since, marked) values (?, ?, ?, ?, 0)'),
    renewBlob: action('update blobs set size = ?, since = ?, marked = 0 where number = ?'),
    setBlobBytes: action('insert or replace into blob_bytes values (?, ?, ?, ?, ?)'),
    releaseBlob: action('update blobs set since = null where owner = ? and id = ?'),
    markedBlobs: database.prepare(
      `select number, size from blobs where owner = ? and marked = 1 and not exists (
         select 1 from refs where refs.owner = blobs.owner and refs.ref = 'blob:' || blobs.id
       ) limit +?`,
    ),
    releasedBlob: database.prepare(
      `select number, size from blobs where owner = ? and id = ? and since is null and not exists (
         select 1 from refs where refs.owner = blobs.owner and refs.ref = 'blob:' || blobs.id
       )`,
    ),
    removeBlob: action('delete from blobs where number = ?'),
    removeBlobBytes: action('delete from blob_bytes where number = ?'),
    blobsTo: database.prepare(
      `select count(*) as count, max(number) as last
       from (select number from blobs where number > ? order by number limit +?)`,
    ),
    markBlobs: action(
      `update blobs set marked = 1
       where number > ? and number <= ? and owner = ? and marked = 0 and since <= ? and not exists (
         select 1 from refs where refs.owner = blobs.owner and refs.ref = 'blob:' || blobs.id
       )`,
    ),
    startGrace: action(
      `update blobs set since = ?
       where number > ? and number <= ? and owner = ? and (since is null or since > ?) and marked = 0 and not exists (
         select 1 from refs where refs.owner = blobs.owner and refs.ref = 'blob:' || blobs.id
       )`,
    ),
  }
}

/**
 * For every statement that is run for its effect. Running one reports the last row id of the connection, and FTS5's own row ids are not
 * safe integers: without bigints, a `begin` after a removal from the search index would throw.
 */
export function prepareAction(database: DatabaseSync, sql: string): StatementSync {
  return database.prepare(sql, { readBigInts: true })
}
