import { beforeEach, describe, expect, it } from 'vitest'
import { blobId } from '../contract/blobs.ts'
import type { Put, Store } from '../contract/store.ts'
import { createMemoryDatabase } from '../memory/memory-store.ts'
import { keyIdOf } from './seal-bytes.ts'
import { makeKey, toSealKey } from './seal-key.ts'
import { openSealedStore } from './sealed-store.ts'

const NOW = 1_700_000_000_000
const ROWS = 250
const bytes = (text: string) => new TextEncoder().encode(text)

let oldKey: Uint8Array
let newKey: Uint8Array
let inner: Store
let file: string
beforeEach(async () => {
  oldKey = makeKey()
  newKey = makeKey()
  inner = createMemoryDatabase().openStore('owner')
  const store = await openSealedStore(inner, oldKey)
  file = await blobId(bytes('file'))
  await store.blobs.put(file, bytes('file'), NOW)
  const puts = Array.from({ length: ROWS }, (_, at): Put => {
    const refs = at === 7 ? [`blob:${file}`] : [`under:${at - 1}`]
    return {
      kind: 'put',
      shelf: 'messages',
      id: `msg_${at}`,
      parent: 'chat',
      order: 'next',
      expect: 0,
      refs,
      body: bytes(`${at}`),
    }
  })
  await store.write(puts)
})

async function texts(store: Store): Promise<string[]> {
  const { rows } = await store.list('messages', { by: { parent: 'chat' }, limit: ROWS })
  return rows.map(row => ('body' in row ? new TextDecoder().decode(row.body) : row.unreadable))
}

async function keysInUse(): Promise<ReadonlySet<string>> {
  const { rows } = await inner.list('messages', { by: { parent: 'chat' }, limit: ROWS })
  return new Set(rows.map(row => ('body' in row ? keyIdOf(row.body) : 'unreadable')))
}

const all = Array.from({ length: ROWS }, (_, at) => `${at}`)

describe('a change of key', () => {
  it('[FS-9] seals every row and blob again, in place and in order; only the new key opens them', async () => {
    const store = await openSealedStore(inner, oldKey)
    expect(await store.rotateKey(newKey, NOW)).toEqual({ rows: ROWS, blobs: 1, left: 0 })
    expect(await keysInUse()).toEqual(new Set([(await toSealKey(newKey)).id]))
    expect(await texts(store)).toEqual(all)
    await expect(openSealedStore(inner, oldKey)).rejects.toMatchObject({ kind: 'locked' })
    const reopened = await openSealedStore(inner, newKey)
    const found = await reopened.list('messages', { by: { ref: 'under:41' }, limit: 2 })
    expect([await texts(reopened), await reopened.blobs.get(file), found.rows[0]?.id]).toEqual([
      all,
      bytes('file'),
      'msg_42',
    ])
  })

  it.each([1, 2, 3, 4])(
    '[FS-9] that died at its write %i leaves everything readable and writable with either key, and continues',
    async writes => {
      const dying = await openSealedStore(failingAfter(inner, writes), oldKey)
      await expect(dying.rotateKey(newKey, NOW)).rejects.toThrow('killed')
      for (const key of [oldKey, newKey]) {
        const store = await openSealedStore(inner, key)
        expect([await texts(store), await store.blobs.get(file)]).toEqual([all, bytes('file')])
        const row = await store.get('messages', 'msg_0')
        if (row === null || !('body' in row)) throw new Error('it is there')
        const { version, ...rest } = row
        await store.write([{ kind: 'put', shelf: 'messages', expect: version, ...rest }])
      }
      const store = await openSealedStore(inner, oldKey)
      await expect(store.rotateKey(makeKey(), NOW)).rejects.toMatchObject({ kind: 'refused' })
      expect((await store.rotateKey(newKey, NOW)).left).toBe(0)
      expect(await keysInUse()).toEqual(new Set([(await toSealKey(newKey)).id]))
      await expect(openSealedStore(inner, oldKey)).rejects.toMatchObject({ kind: 'locked' })
      expect(await texts(await openSealedStore(inner, newKey))).toEqual(all)
    },
  )

  it('[FS-9] leaves a broken row alone, and says so', async () => {
    const row = await inner.get('messages', 'msg_3')
    if (row === null || !('body' in row)) throw new Error('it is there')
    const { version, ...rest } = row
    await inner.write([{ kind: 'put', shelf: 'messages', expect: version, ...rest }])
    const store = await openSealedStore(inner, oldKey)
    expect(await store.rotateKey(newKey, NOW)).toEqual({ rows: ROWS - 1, blobs: 1, left: 1 })
    expect(await texts(store)).toEqual(all.map(text => (text === '3' ? expect.stringContaining('broken') : text)))
  })

  it('[FS-9] never goes back to a key that was used before', async () => {
    const store = await openSealedStore(inner, oldKey)
    await expect(store.rotateKey(oldKey, NOW)).rejects.toMatchObject({ kind: 'refused' })
    await store.rotateKey(newKey, NOW)
    await expect(store.rotateKey(oldKey, NOW)).rejects.toMatchObject({ kind: 'refused' })
  })
})

/** A process that dies at its n-th write. */
function failingAfter(store: Store, writes: number): Store {
  let left = writes
  return {
    ...store,
    async write(operations) {
      left -= 1
      if (left < 0) throw new Error('killed')
      return store.write(operations)
    },
  }
}
