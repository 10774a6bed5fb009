import { beforeEach, describe, expect, it } from 'vitest'
import { blobId } from '../contract/blobs.ts'
import { toHex } from '../contract/bytes.ts'
import type { BlobReader, Put, ReadRow, Row, Store } from '../contract/store.ts'
import { BlobMissing, Conflict, StoreError } from '../contract/store-error.ts'
import { createMemoryDatabase } from '../memory/memory-store.ts'
import { openSqliteDatabase } from '../sqlite/open-sqlite-database.ts'
import { makePut, toBytes, toRow } from '../testing/bench.ts'
import { describeStore } from '../testing/describe-store.ts'
import { temporaryFolder } from '../testing/host.ts'
import { isSealed } from './key-ring.ts'
import { makeKey } from './seal-key.ts'
import { createSealedDatabase, openSealedStore } from './sealed-store.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const NOW = 1_700_000_000_000

let key: Uint8Array
let inner: Store
beforeEach(() => {
  key = makeKey()
  inner = createMemoryDatabase().openStore('owner')
})

function put(id: string, text: string, more: Partial<Put> = {}): Put {
  return {
    kind: 'put',
    shelf: 'messages',
    id,
    parent: 'chat_a',
    order: 'next',
    expect: 0,
    refs: [],
    body: bytes(text),
    ...more,
  }
}

function shown(row: ReadRow | null): unknown {
  if (row === null) return null
  return 'body' in row ? { ...row, body: new TextDecoder().decode(row.body) } : row
}

/** What someone with the file can do: put a changed row in place of the one that is there, at any version. */
function tamper(store: Store, change: (shelf: string, row: Row) => ReadRow): Store {
  const changed = (shelf: string, row: ReadRow | null) => (row !== null && 'body' in row ? change(shelf, row) : row)
  return {
    ...store,
    get: async (shelf, id) => changed(shelf, await store.get(shelf, id)),
    getMany: async (shelf, ids) => (await store.getMany(shelf, ids)).map(row => changed(shelf, row)),
    list: async (shelf, query) => {
      const page = await store.list(shelf, query)
      return { ...page, rows: page.rows.map(row => changed(shelf, row) ?? row) }
    },
  }
}

async function everything(store: Store): Promise<string> {
  const changes = await store.changes(0, 1000)
  return JSON.stringify(changes, (_name, value) => (value instanceof Uint8Array ? toHex(value) : value))
}

describe('a sealed store', () => {
  it('[S2] gives back what was written, refs and order included', async () => {
    const store = await openSealedStore(inner, key)
    await store.write([
      put('msg_a', 'one', { refs: ['under:msg_x', 'day:2026-01-01'] }),
      put('msg_b', 'two', { order: 7 }),
    ])
    const page = await store.list('messages', { by: { parent: 'chat_a' }, limit: 10 })
    const base = { parent: 'chat_a', version: 1 }
    const first = {
      ...base,
      id: 'msg_a',
      order: page.rows[0]?.order,
      refs: ['under:msg_x', 'day:2026-01-01'],
      body: 'one',
    }
    expect(page.rows.map(shown)).toEqual([first, { ...base, id: 'msg_b', order: 7, refs: [], body: 'two' }])
    const byRef = await store.list('messages', { by: { ref: 'under:msg_x' }, limit: 10 })
    expect(byRef.rows.map(shown)).toEqual([first])
  })

  it('[S2] shows the backend no text, ref or blob id', async () => {
    const store = await openSealedStore(inner, key)
    const file = bytes('the secret file')
    const id = await blobId(file)
    await store.blobs.put(id, file, NOW)
    await store.write([put('msg_a', 'the secret text', { refs: ['under:msg_secret', `blob:${id}`] })])
    const seen = await everything(inner)
    for (const secret of [id, 'msg_secret', toHex(bytes('secret')), toHex(key)]) expect(seen).not.toContain(secret)
    expect(await inner.blobs.get(id)).toBeNull()
    expect(await store.blobs.get(id)).toEqual(file)
  })

  it('[S2] gives each `next` the order it takes in the backend, and continues above it after opening again', async () => {
    const store = await openSealedStore(inner, key)
    const orders: number[] = []
    const wrote = async (target: Store, ...puts: Put[]) => {
      for (const { order } of (await target.write(puts)).puts) orders.push(order)
    }
    await wrote(store, put('a', '1'), put('b', '2'))
    await Promise.all([wrote(store, put('c', '3')), wrote(store, put('d', '4'))])
    await expect(store.write([put('a', 'again'), put('e', '5')])).rejects.toThrow(Conflict)
    await wrote(store, put('e', '5'))
    await wrote(await openSealedStore(inner, key), put('f', '6'))
    expect(orders).toEqual(orders.toSorted((one, other) => one - other))
    expect(new Set(orders).size).toBe(6)
    expect(orders.at(-1)).toBe((await inner.usage()).sequence)
  })

  it('[S2] names missing blobs as their owner knows them', async () => {
    const store = await openSealedStore(inner, key)
    const here = await blobId(bytes('here'))
    await store.blobs.put(here, bytes('here'), NOW)
    const gone = await blobId(bytes('gone'))
    const writing = store.write([put('msg_a', 'one', { refs: [`blob:${here}`, `blob:${gone}`] })])
    await expect(writing).rejects.toEqual(new BlobMissing([gone]))
  })

  it('[S2] hides its key ring from usage and changes, and keeps others off its shelf', async () => {
    const store = await openSealedStore(inner, key)
    await store.write([put('msg_a', 'one')])
    const changes = await store.changes(0, 1)
    expect(changes.map(change => [change.kind, change.shelf])).toEqual([['put', 'messages']])
    expect((await store.usage()).rows).toBe(1)
    await expect(store.get('seal', 'ring')).rejects.toThrow('keys of the sealed store')
    await expect(store.write([put('ring', '', { shelf: 'seal' })])).rejects.toThrow('keys of the sealed store')
  })

  it.each<[string, (shelf: string, row: Row, other: Row) => ReadRow]>([
    ['a bit of the ciphertext changed', (_shelf, row) => ({ ...row, body: flipped(row.body, 30) })],
    ['a bit of the tag changed', (_shelf, row) => ({ ...row, body: flipped(row.body, row.body.length - 1) })],
    ['the body of another row', (_shelf, row, other) => ({ ...row, body: other.body })],
    ['moved to another chat', (_shelf, row) => ({ ...row, parent: 'chat_b' })],
    ['another order', (_shelf, row) => ({ ...row, order: row.order + 1 })],
    ['another version', (_shelf, row) => ({ ...row, version: row.version + 1 })],
    ['a ref taken away', (_shelf, row) => ({ ...row, refs: [] })],
    ['a ref added', (_shelf, row) => ({ ...row, refs: [...row.refs, 'ref:00'] })],
    ['no longer sealed', (_shelf, row) => ({ ...row, body: bytes('forged') })],
  ])('[FS-7] shows a row as unreadable, and others as they are: %s', async (_name, change) => {
    const store = await openSealedStore(inner, key)
    await store.write([put('msg_a', 'one', { refs: ['under:x'] }), put('msg_b', 'two'), put('msg_c', 'three')])
    const other = await inner.get('messages', 'msg_b')
    if (other === null || !('body' in other)) throw new Error('msg_b is there')
    const changed = tamper(inner, (shelf, row) => (row.id === 'msg_a' ? change(shelf, row, other) : row))
    const { rows } = await (await openSealedStore(changed, key)).list('messages', {
      by: { parent: 'chat_a' },
      limit: 9,
    })
    const states = rows.map(row => ('body' in row ? new TextDecoder().decode(row.body) : typeof row.unreadable))
    expect(states).toEqual(['string', 'two', 'three'])
  })

  it('[FS-7] does not take an older version of a row for the newer one', async () => {
    const store = await openSealedStore(inner, key)
    await store.write([put('chat_a', 'old', { order: 1 })])
    const old = await inner.get('messages', 'chat_a')
    await store.write([put('chat_a', 'new', { order: 1, expect: 1 })])
    if (old === null || !('body' in old)) throw new Error('it is there')
    const replayed = tamper(inner, (shelf, row) => (shelf === 'messages' ? { ...row, body: old.body } : row))
    expect(await (await openSealedStore(replayed, key)).get('messages', 'chat_a')).toMatchObject({
      version: 2,
      unreadable: 'the seal is broken: the bytes were changed, or belong elsewhere',
    })
  })

  it('[FS-7] refuses a blob that was changed or exchanged, and heals it when it is put again', async () => {
    const store = await openSealedStore(inner, key)
    const id = await blobId(bytes('file'))
    await store.blobs.put(id, bytes('file'), NOW)
    const changed: Store = {
      ...inner,
      blobs: {
        ...inner.blobs,
        open: async sealedId => {
          const found = await inner.blobs.open(sealedId)
          return found && { ...found, piece: async place => flipped(await found.piece(place), 25) }
        },
      },
    }
    const reading = (await openSealedStore(changed, key)).blobs.get(id)
    await expect(reading).rejects.toThrow(`blob ${id} cannot be opened`)
    await store.blobs.put(id, bytes('file'), NOW)
    expect(await store.blobs.get(id)).toEqual(bytes('file'))
  })

  it('[FS-7] refuses a blob whose pieces were exchanged or left out', async () => {
    const store = await openSealedStore(inner, key)
    const writer = await store.blobs.receive(NOW)
    for (const text of ['one', 'two', 'six']) await writer.add(bytes(text))
    await writer.finish('id')
    const changedBy = (change: (blob: BlobReader) => BlobReader): Store => ({
      ...inner,
      blobs: { ...inner.blobs, open: async id => change((await inner.blobs.open(id)) ?? { sizes: [], piece: reject }) },
    })
    const swapped = changedBy(blob => ({ ...blob, piece: place => blob.piece(place === 3 ? 3 : (place + 1) % 3) }))
    await expect((await openSealedStore(swapped, key)).blobs.get('id')).rejects.toThrow('blob id cannot be opened')
    const shortened = changedBy(({ sizes, piece }) => ({
      sizes: sizes.slice(1),
      piece: place => piece(place === 2 ? 3 : place),
    }))
    await expect((await openSealedStore(shortened, key)).blobs.get('id')).rejects.toThrow('blob id lacks pieces')
    expect(await store.blobs.get('id')).toEqual(bytes('onetwosix'))
  })

  it('[FS-8] stays locked for a wrong key, writes nothing, and opens whole with the right one', async () => {
    const store = await openSealedStore(inner, key)
    await store.write([put('msg_a', 'one')])
    const before = await everything(inner)
    const opening = openSealedStore(inner, makeKey())
    await expect(opening).rejects.toThrow(StoreError)
    await expect(opening).rejects.toMatchObject({ kind: 'locked' })
    expect(await everything(inner)).toBe(before)
    expect(shown(await (await openSealedStore(inner, key)).get('messages', 'msg_a'))).toMatchObject({ body: 'one' })
  })

  it('[FS-8] says whether a key is needed', async () => {
    expect(await isSealed(inner)).toBe(false)
    await (await openSealedStore(inner, key)).write([put('msg_a', 'one')])
    expect(await isSealed(inner)).toBe(true)
  })

  it('[FS-8] does not seal over data that was written without sealing', async () => {
    await inner.write([put('msg_a', 'one')])
    await expect(openSealedStore(inner, key)).rejects.toMatchObject({ kind: 'unreadable' })
  })

  it.each([
    ['ring', 'ring-copy'],
    ['ring-copy', 'ring'],
  ])('[FS-7] opens with one copy of the key ring damaged: %s', async damaged => {
    const store = await openSealedStore(inner, key)
    await store.write([put('msg_a', 'one')])
    const changed = tamper(inner, (_shelf, row) => (row.id === damaged ? { ...row, body: bytes('{}') } : row))
    expect(shown(await (await openSealedStore(changed, key)).get('messages', 'msg_a'))).toMatchObject({ body: 'one' })
  })

  it('[FS-8] says that the key ring is damaged, not that the key is wrong', async () => {
    await (await openSealedStore(inner, key)).write([put('msg_a', 'one')])
    const changed = tamper(inner, (shelf, row) => (shelf === 'seal' ? { ...row, body: bytes('{}') } : row))
    await expect(openSealedStore(changed, key)).rejects.toMatchObject({ kind: 'unreadable' })
  })

  it('[FS-9] seals no more records than one key may, counts on after opening again, and says what to do', async () => {
    const store = await openSealedStore(inner, key, { keyLimit: 2 })
    await store.write([put('msg_a', 'one'), put('msg_b', 'two')])
    const refused = { kind: 'refused', message: expect.stringContaining('change the key') }
    await expect(store.write([put('msg_c', 'three')])).rejects.toMatchObject(refused)
    await expect(store.blobs.put('0'.repeat(64), bytes('file'), NOW)).rejects.toMatchObject(refused)
    const again = await openSealedStore(inner, key, { keyLimit: 2 })
    await expect(again.write([put('msg_c', 'three')])).rejects.toMatchObject(refused)
    await again.rotateKey(makeKey(), NOW)
    expect((await again.usage()).rows).toBe(2)
  })
})

async function reject(): Promise<never> {
  throw new Error('there is no such blob')
}

function flipped(source: Uint8Array, at: number): Uint8Array {
  const changed = source.slice()
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}

describeStore('a sealed memory database', async () => {
  const key = makeKey()
  const sealed = createSealedDatabase(createMemoryDatabase())
  return { openStore: owner => sealed.openStore(owner, key), close: () => sealed.close() }
})

describe('a sealed database', () => {
  it('[FS-8] asks each owner for its own key, and opens again after a wrong one', async () => {
    const sealed = createSealedDatabase(createMemoryDatabase())
    const [ada, bob] = [makeKey(), makeKey()]
    await (await sealed.openStore('ada', ada)).write([makePut('a')])
    await (await sealed.openStore('bob', bob)).write([makePut('a')])
    await expect(sealed.openStore('ada', bob)).rejects.toMatchObject({ kind: 'locked' })
    expect((await (await sealed.openStore('ada', ada)).usage()).rows).toBe(1)
    await expect(createSealedDatabase(createMemoryDatabase()).openStore('ada', new Uint8Array(5))).rejects.toThrow(
      '32 bytes',
    )
  })

  it('[S2] finds rows and blobs again in a SQLite folder that was closed and opened with the same key', async () => {
    const folder = temporaryFolder()
    const key = makeKey()
    const first = createSealedDatabase(await openSqliteDatabase({ folder }))
    const put = makePut('a', { order: 1, refs: ['x:1', 'blob:photo'] })
    const writer = await first.openStore('ada', key)
    await writer.blobs.put('photo', toBytes('bytes of a photo'), 1)
    await writer.write([put])
    await first.close()
    const second = createSealedDatabase(await openSqliteDatabase({ folder }))
    const reader = await second.openStore('ada', key)
    expect((await reader.list('messages', { by: { ref: 'x:1' }, limit: 5 })).rows).toEqual([toRow(put, 1)])
    expect(await reader.blobs.get('photo')).toEqual(toBytes('bytes of a photo'))
    await second.close()
  })
})
