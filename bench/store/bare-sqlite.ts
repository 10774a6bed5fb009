import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { messageSearchSource, type Put, toSearchTerms } from '@stet/store'

/**
 * What a program would do that used `node:sqlite` without a store: the same schema, statements, settings and batches, and rows
 * as objects, which is what a store gives too.
 */
export interface BareSqlite {
  /** Everything that is bound to a statement is worked out beforehand, outside the measured time. */
  prepare(puts: readonly Put[]): readonly BareRow[]
  write(rows: readonly BareRow[]): void
  get(id: string): unknown
  list(parent: string, limit: number): unknown
  /** With the text around the word, as the store's search returns it. */
  find(match: string, word: string, limit: number): unknown
  close(): void
}

export interface BareRow {
  readonly id: string
  readonly parent: string
  readonly refs: readonly string[]
  readonly refsText: string
  readonly sum: number
  readonly body: Uint8Array
  readonly terms: string
}

const SEQUENCES = 2 ** 38
const LAST = { order: 2 ** 53, id: '' }
const decoder = new TextDecoder()
const ROW = 'key, id, parent, ord, version, refs, sum, body'

/** Opens the files of a store for the owner with the given number. */
export function openBareSqlite(folder: string, owner: number, ownerName: string): BareSqlite {
  const database = new DatabaseSync(join(folder, 'stet.sqlite'), { timeout: 0 })
  database.exec(`
    pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on; pragma foreign_keys = on;
    pragma trusted_schema = off; pragma cell_size_check = on; pragma temp_store = memory; pragma cache_size = -65536;
    pragma mmap_size = 0; pragma journal_size_limit = 67108864; pragma wal_autocheckpoint = 1000;
  `)
  database.prepare('attach database ? as search').run(join(folder, 'search.sqlite'))
  database.exec(
    'pragma search.synchronous = normal; pragma search.secure_delete = on; pragma search.cache_size = -32768',
  )

  const action = (sql: string) => database.prepare(sql, { readBigInts: true })
  const begin = action('begin immediate')
  const commit = action('commit')
  const findOwner = database.prepare('select number, sequence from owners where name = ?')
  const insert = action('insert into rows values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const addRef = action('insert or ignore into refs values (?, ?, ?, ?, ?)')
  const advance = action(
    'update owners set sequence = ?, row_count = row_count + ?, row_bytes = row_bytes + ? where number = ?',
  )
  const addTerms = action('insert into search.terms (rowid, text) values (?, ?)')
  const follow = action('insert or replace into search.followed values (?, ?)')
  const get = database.prepare(`select ${ROW} from rows where owner = ? and shelf = ? and id = ?`)
  const list = database.prepare(
    `select ${ROW} from rows where owner = ? and shelf = ? and parent = ? and (ord, id) < (?, ?)
     order by ord desc, id desc limit ?`,
  )
  const find = database.prepare(
    `select rows.key, rows.shelf, rows.id, parent, ord, version, refs, sum, body
     from search.terms cross join rows on rows.key = terms.rowid
     where terms match ? and terms.rowid > ? and terms.rowid < ?
     order by terms.rowid desc limit ?`,
  )

  return {
    prepare: puts =>
      puts.map(({ id, parent, refs, body }) => {
        const text = messageSearchSource.toDocument(id, body)?.text ?? ''
        const terms = toSearchTerms(text).join(' ')
        return { id, parent, refs, refsText: JSON.stringify(refs), sum: crc32(body), body, terms }
      }),
    write(rows) {
      begin.run()
      const found = findOwner.get(ownerName)
      let sequence = Number(found?.sequence)
      let bytes = 0
      for (const { id, parent, refs, refsText, sum, body, terms } of rows) {
        sequence += 1
        const key = owner * SEQUENCES + sequence
        insert.run(key, owner, 'messages', id, parent, sequence, 1, refsText, sum, body)
        for (const ref of refs) addRef.run(owner, ref, 'messages', sequence, id)
        addTerms.run(key, terms)
        bytes += body.length
      }
      advance.run(sequence, rows.length, bytes, owner)
      follow.run(owner, sequence)
      commit.run()
    },
    get: id => get.get(owner, 'messages', id),
    list: (parent, limit) => list.all(owner, 'messages', parent, LAST.order, LAST.id, limit + 1),
    find: (match, word, limit) =>
      find.all(match, owner * SEQUENCES, (owner + 1) * SEQUENCES, limit).map(record => ({
        id: record.id,
        excerpt: excerptOf(record.body, word),
      })),
    close: () => database.close(),
  }
}

function excerptOf(body: unknown, word: string): string {
  const { record } = JSON.parse(decoder.decode(body instanceof Uint8Array ? body : new Uint8Array()))
  const text: string = record.parts.map((part: { text: string }) => part.text).join('\n')
  const at = text.toLowerCase().indexOf(word)
  return text.slice(Math.max(0, at - 48), at + 112)
}
