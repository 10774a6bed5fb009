import { describe, expect, it } from 'vitest'
import { blobId } from '../contract/blobs.ts'
import { BlobMissing, Conflict } from '../contract/store-error.ts'
import { type Bench, makePut, toBytes, toRow } from './bench.ts'

const NOW = 1_800_000_000_000

export function describeOwners({ store, database }: Bench): void {
  describe('owners', () => {
    it('[S9] see only their own rows, under the same ids too', async () => {
      const other = await database().openStore('bob')
      const mine = makePut('a', { order: 1, refs: ['x:1'] })
      const theirs = makePut('a', { order: 2, refs: ['x:1'], body: toBytes('of bob') })
      await store().write([mine, makePut('b', { order: 3, refs: ['x:1'] })])
      const empty = await other.usage()
      expect(await other.getMany('messages', ['a', 'b'])).toEqual([null, null])
      expect(await other.changes(0, 10)).toEqual([])
      expect(empty).toMatchObject({ rows: 0, rowBytes: 0, blobs: 0, blobBytes: 0 })

      await other.write([theirs])
      expect(await other.get('messages', 'a')).toEqual(toRow(theirs, 2))
      expect(await store().get('messages', 'a')).toEqual(toRow(mine, 1))
      for (const by of [{ parent: 'chat' }, { ref: 'x:1' }]) {
        expect(await other.list('messages', { by, limit: 10 })).toEqual({ rows: [toRow(theirs, 2)], next: null })
        expect((await other.list('messages', { by, limit: 10, reverse: true })).rows).toEqual([toRow(theirs, 2)])
      }
      expect(await other.changes(0, 10)).toMatchObject([{ kind: 'put', shelf: 'messages', row: { id: 'a', order: 2 } }])
    })

    it("[S9] cannot change, remove or check another's row", async () => {
      const other = await database().openStore('bob')
      const mine = makePut('a', { order: 1 })
      await store().write([mine])
      const missing = new Conflict('messages', 'a', 1, 0)
      await expect(other.write([makePut('a', { expect: 1 })])).rejects.toEqual(missing)
      await expect(other.write([{ kind: 'remove', shelf: 'messages', id: 'a', expect: 1 }])).rejects.toEqual(missing)
      await expect(other.write([{ kind: 'check', shelf: 'messages', id: 'a', expect: 1 }])).rejects.toEqual(missing)
      await other.write([{ kind: 'check', shelf: 'messages', id: 'a', expect: 0 }])
      expect(await store().get('messages', 'a')).toEqual(toRow(mine, 1))
    })

    it("[S9] cannot read, name or sweep another's blob", async () => {
      const other = await database().openStore('bob')
      const bytes = toBytes('a picture')
      const id = await blobId(bytes)
      await store().blobs.put(id, bytes, NOW)
      expect(await other.blobs.get(id)).toBeNull()
      await expect(other.write([makePut('a', { refs: [`blob:${id}`] })])).rejects.toEqual(new BlobMissing([id]))
      expect(await other.blobs.sweep(NOW * 2)).toEqual({ marked: 0, deleted: 0 })
      expect(await store().blobs.get(id)).toEqual(bytes)
    })

    it('[S9] are distinguished by their exact names', async () => {
      const names = ['Ada', 'ada ', '', 'ada\0', 'a\u0301da', '\u00e1da']
      for (const [order, name] of names.entries()) {
        await (await database().openStore(name)).write([makePut('a', { order })])
      }
      for (const [order, name] of names.entries()) {
        expect((await (await database().openStore(name)).get('messages', 'a'))?.order).toBe(order)
      }
      expect(await store().get('messages', 'a')).toBeNull()
    })
  })
}
