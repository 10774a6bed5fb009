import { createMemoryDatabase, PROVIDERS_SHELF, type Put, type ReadRow, type Store } from '@stet/store'
import { describe, expect, it } from 'vitest'
import { cacheRows } from './cache-rows.ts'

const put = (version: number): Put => ({
  kind: 'put',
  shelf: PROVIDERS_SHELF,
  id: 'def_a',
  parent: 'list',
  order: 'next',
  expect: version,
  refs: [],
  body: new Uint8Array([version]),
})
const query = { by: { parent: 'list' }, limit: 10 }
const bodyOf = (row: ReadRow | null | undefined) => (row != null && 'body' in row ? row.body[0] : null)

/** A store that counts its reads, and in which a read or a write can be made to wait for a gate. */
function watched() {
  const store = createMemoryDatabase().openStore('owner')
  let reads = 0
  const gates: { read?: Promise<void>; write?: Promise<void> } = {}
  const counting: Store = {
    ...store,
    async get(shelf, id) {
      reads += 1
      const row = await store.get(shelf, id)
      await gates.read
      return row
    },
    async list(shelf, asked) {
      reads += 1
      return store.list(shelf, asked)
    },
    async write(operations) {
      const written = await store.write(operations)
      await gates.write
      return written
    },
  }
  return { store: cacheRows(counting), gates, reads: () => reads }
}

describe('cacheRows', () => {
  it('reads a row once, and again when its shelf was written', async () => {
    const { store, reads } = watched()
    const seen = [await store.get(PROVIDERS_SHELF, 'def_a'), await store.get(PROVIDERS_SHELF, 'def_a')]
    expect([seen, reads()]).toEqual([[null, null], 1])
    await store.write([put(0)])
    expect(bodyOf(await store.get(PROVIDERS_SHELF, 'def_a'))).toBe(0)
    const pages = [await store.list(PROVIDERS_SHELF, query), await store.list(PROVIDERS_SHELF, query)]
    expect([pages.map(({ rows }) => rows.length), reads()]).toEqual([[1, 1], 3])
    await store.write([{ kind: 'remove', shelf: PROVIDERS_SHELF, id: 'def_a', expect: 1 }])
    expect(await store.get(PROVIDERS_SHELF, 'def_a')).toBeNull()
    expect((await store.list(PROVIDERS_SHELF, query)).rows).toEqual([])
  })

  it('does not keep what was read before a write and arrived after it', async () => {
    const { store, gates } = watched()
    const gate = Promise.withResolvers<void>()
    gates.read = gate.promise
    const early = store.get(PROVIDERS_SHELF, 'def_a')
    await store.write([put(0)])
    delete gates.read
    gate.resolve()
    expect(await early).toBeNull()
    expect(bodyOf(await store.get(PROVIDERS_SHELF, 'def_a'))).toBe(0)
  })

  it('keeps nothing that is read while a write is under way, also when that fails', async () => {
    const { store, gates, reads } = watched()
    await store.write([put(0)])
    const gate = Promise.withResolvers<void>()
    gates.write = gate.promise
    const writing = store.write([put(1)])
    await store.get(PROVIDERS_SHELF, 'def_a')
    await store.get(PROVIDERS_SHELF, 'def_a')
    expect(reads()).toBe(2)
    gate.resolve()
    await writing
    await expect(store.write([put(0)])).rejects.toThrow()
    expect(bodyOf(await store.get(PROVIDERS_SHELF, 'def_a'))).toBe(1)
  })

  it('leaves what changes often to the store', async () => {
    const { store, reads } = watched()
    await store.get('messages', 'msg_a')
    await store.get('messages', 'msg_a')
    expect(reads()).toBe(2)
  })
})
