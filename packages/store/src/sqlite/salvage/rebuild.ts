import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { toInteger } from '../file/connection.ts'
import {
  blobListSum,
  blobSum,
  formatRefs,
  keyRange,
  ownerSum,
  parseRefs,
  pieceSum,
  toSequence,
} from '../rows/row-format.ts'
import { carve, type Find } from './carve.ts'
import type { PageFile } from './page-file.ts'

export interface SalvageReport {
  readonly saved: number
  /** Rows that an index still names and that no page holds any more. */
  readonly unreadable: number
  readonly blobsSaved: number
  readonly blobsUnreadable: number
}

/** A sum that no row has: a lost row is saved with what is known of it, and reads as unreadable. */
export const LOST = -1
const PAGES_AT_ONCE = 500

/** Fills an empty database with the rows found in the pages. Rows of one owner whose name is lost belong to `onlyOwner`. */
export async function rebuild(file: PageFile, database: DatabaseSync, onlyOwner?: string): Promise<SalvageReport> {
  const finds = prepareFinds(database, onlyOwner)
  for (let page = 1; page <= file.pages; page += 1) {
    if (page % PAGES_AT_ONCE === 1) {
      if (page > 1) database.exec('commit')
      await nextTurn()
      database.exec('begin')
    }
    for (const find of carve(file, page)) finds.keep(find)
  }
  if (file.pages === 0) database.exec('begin')
  finds.settle()
  database.exec('commit')
  const count = (sql: string) => toInteger(database.prepare(sql).get()?.count)
  return {
    saved: count(`select count(*) as count from rows where sum <> ${LOST}`),
    unreadable: count(`select count(*) as count from rows where sum = ${LOST}`),
    blobsSaved: count('select count(*) as count from blobs'),
    blobsUnreadable: finds.brokenBlobs(),
  }
}

function prepareFinds(database: DatabaseSync, onlyOwner: string | undefined) {
  const names = new Map<number, string>()
  // A page can lie in the file twice, before and after a balance: the newest change of a row holds.
  const row = database.prepare(
    `insert into rows values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (key) do nothing
     on conflict (owner, shelf, id) do update set key = excluded.key, parent = excluded.parent, ord = excluded.ord,
       version = excluded.version, refs = excluded.refs, sum = excluded.sum, body = excluded.body
     where excluded.key > rows.key`,
  )
  database.exec(`create temp table named (
    key integer primary key, owner integer, shelf text, parent text, ord integer, id text
  )`)
  const named = database.prepare('insert or ignore into named values (?, ?, ?, ?, ?, ?)')
  database.exec(`create temp table found_refs (
    owner integer, shelf text, ord integer, id text, ref text, primary key (owner, shelf, ord, id, ref)
  ) without rowid`)
  const ref = database.prepare('insert or ignore into found_refs values (?, ?, ?, ?, ?)')
  const removed = database.prepare('insert or ignore into removed values (?, ?, ?, ?, 0)')
  const owner = database.prepare('insert or ignore into owners values (?, ?, ?, 0, 0, 0, 0, ?)')
  const blob = database.prepare('insert or ignore into blobs (owner, id, size, since, marked) values (?, ?, ?, 0, 0)')
  const bytes = database.prepare('insert into blob_bytes values (?, ?, ?, ?, ?)')
  database.exec('create temp table lists (owner integer, id text, list integer primary key, pieces integer)')
  const list = database.prepare('insert or ignore into lists values (?, ?, ?, ?)')
  const piece = database.prepare(
    'insert or ignore into blob_pieces (owner, list, place, sum, bytes) values (?, ?, ?, ?, ?)',
  )

  let broken = 0
  return {
    brokenBlobs: () => broken,
    keep(find: Find): void {
      switch (find.kind) {
        case 'row': {
          const { owner, shelf, id, parent, order, version, refs, sum, body } = find.columns
          row.run(find.key, owner, shelf, id, parent, order, version, refs, sum, body)
          break
        }
        case 'named':
          named.run(find.key, find.owner, find.shelf, find.parent, find.order, find.id)
          break
        case 'ref':
          ref.run(find.owner, find.shelf, find.order, find.id, find.ref)
          break
        case 'removed':
          removed.run(find.key, find.owner, find.shelf, find.id)
          break
        case 'owner':
          owner.run(find.number, find.name, find.sequence, ownerSum(find.number, find.name))
          break
        case 'owner-name':
          names.set(find.number, find.name)
          break
        case 'blob': {
          const { changes, lastInsertRowid } = blob.run(find.owner, find.id, find.bytes.length)
          if (changes === 0) break
          bytes.run(lastInsertRowid, find.owner, find.id, blobSum(find.owner, find.id, find.bytes), find.bytes)
          break
        }
        case 'blob-list':
          list.run(find.owner, find.id, find.list, find.pieces)
          break
        case 'blob-piece':
          piece.run(
            find.owner,
            find.list,
            find.place,
            pieceSum(find.owner, find.list, find.place, find.bytes),
            find.bytes,
          )
          break
        case 'broken-blob':
          broken += 1
          break
      }
    },
    /** Called when all pages are read: drops removed rows, adds lost ones as unreadable, and derives refs and counts. */
    settle(): void {
      database.exec(`
        delete from rows where exists (
          select 1 from removed where removed.owner = rows.owner and removed.shelf = rows.shelf
            and removed.id = rows.id and removed.key > rows.key
        );
        insert into rows
          select key, owner, shelf, id, parent, ord, 0, '', ${LOST}, x'' from named
          where not exists (select 1 from removed where removed.key >= named.key and removed.owner = named.owner
            and removed.shelf = named.shelf and removed.id = named.id)
          order by key desc
          on conflict do nothing;
        drop table named;
      `)
      giveLostRefs(database)
      broken += addLists(database)
      addMissingOwners(database, names, onlyOwner)
      addRefs(database)
      database.exec(`
        update owners set
          row_count = (select count(*) from rows where rows.owner = number),
          row_bytes = (select coalesce(sum(length(body)), 0) from rows where rows.owner = number),
          blob_count = (select count(*) from blobs where blobs.owner = number),
          blob_bytes = (select coalesce(sum(size), 0) from blobs where blobs.owner = number)
      `)
    },
  }
}

/** Makes blobs of the lists whose pieces were all found, and returns how many were not. */
function addLists(database: DatabaseSync): number {
  const blob = database.prepare('insert or ignore into blobs (owner, id, size, since, marked) values (?, ?, ?, 0, 0)')
  const add = database.prepare('insert into blob_lists values (?, ?, ?, ?, ?, ?)')
  const lists = database.prepare(
    `select lists.*, count(blob_pieces.number) as found, coalesce(sum(length(bytes)), 0) as size
     from lists left join blob_pieces using (list) group by list`,
  )
  let broken = 0
  for (const { owner, id, list, pieces, found, size } of lists.all()) {
    const [number, of, count] = [toInteger(owner), toInteger(list), toInteger(pieces)]
    if (found !== pieces) {
      broken += 1
      continue
    }
    const { changes, lastInsertRowid } = blob.run(number, String(id), toInteger(size))
    if (changes === 0) continue
    add.run(lastInsertRowid, number, String(id), of, count, blobListSum(number, String(id), of, count))
  }
  database.exec(`
    delete from blob_pieces where list not in (select list from blob_lists);
    drop table lists;
  `)
  return broken
}

/** Owners whose own record is lost keep their rows, and their name where the index still has it. */
function addMissingOwners(
  database: DatabaseSync,
  names: ReadonlyMap<number, string>,
  onlyOwner: string | undefined,
): void {
  const owners = database.prepare(
    'select owner, max(key) as last from (select owner, key from rows union all select owner, key from removed) group by owner',
  )
  const add = database.prepare('insert or ignore into owners values (?, ?, 0, 0, 0, 0, 0, ?)')
  const advance = database.prepare('update owners set sequence = max(sequence, ?) where number = ?')
  const isKnown = database.prepare('select 1 from owners where name = ?')
  const named = (number: number) => names.get(number) ?? (owners.all().length === 1 ? onlyOwner : undefined)
  const blobOwners = database.prepare('select distinct owner, owner * ? as last from blobs')
  for (const { owner, last } of [...owners.all(), ...blobOwners.all(keyRange(1).first)]) {
    const number = toInteger(owner)
    const likely = named(number)
    const name = likely === undefined || isKnown.get(likely) ? `unknown owner ${number}` : likely
    add.run(number, name, ownerSum(number, name))
    advance.run(toSequence(toInteger(last)), number)
  }
}

/** The refs of a lost row are lost with it, and the index by ref still has them: a message keeps its parent. */
function giveLostRefs(database: DatabaseSync): void {
  const lost = database.prepare(
    `select key, json_group_array(ref) as refs from rows join found_refs using (owner, shelf, ord, id)
     where sum = ${LOST} group by key`,
  )
  const give = database.prepare('update rows set refs = ? where key = ?')
  for (const { key, refs } of lost.all()) give.run(formatRefs(JSON.parse(String(refs))), toInteger(key))
  database.exec('drop table found_refs')
}

function addRefs(database: DatabaseSync): void {
  const rows = database.prepare("select owner, shelf, id, ord, refs from rows where refs <> ''")
  const add = database.prepare('insert or ignore into refs values (?, ?, ?, ?, ?)')
  for (const { owner, shelf, id, ord, refs } of rows.iterate()) {
    for (const ref of parseRefs(String(refs))) {
      add.run(toInteger(owner), ref, String(shelf), toInteger(ord), String(id))
    }
  }
}
