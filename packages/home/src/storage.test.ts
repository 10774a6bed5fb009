import { blobId, createMemoryDatabase } from '@stet/store'
import { expect, it } from 'vitest'
import { createStorage } from './storage.ts'

const DAY = 24 * 60 * 60 * 1000

it('[S5] says how much is stored, of how much, and deletes what nothing refers to', async () => {
  const store = createMemoryDatabase().openStore('owner')
  let now = 1_700_000_000_000
  const storage = createStorage({ store, clock: () => now, freeSpace: async () => 1_000_000 })
  const bytes = new Uint8Array(500).fill(7)
  await store.blobs.put(await blobId(bytes), bytes, now)
  const full = await storage.use()
  expect(full).toMatchObject({ files: 1, fileBytes: 500 })
  expect([full.bytes >= 500, full.limit]).toEqual([true, full.bytes + 1_000_000])
  now += 2 * DAY
  expect(await storage.sweep()).toEqual({ deleted: 0, bytes: 0 })
  now += 2 * DAY
  expect(await storage.sweep()).toEqual({ deleted: 1, bytes: 500 })
  expect((await storage.use()).files).toBe(0)
})

it('[S5] does not know the limit where the home cannot tell', async () => {
  const store = createMemoryDatabase().openStore('owner')
  expect(await createStorage({ store, clock: () => 0 }).use()).toMatchObject({ limit: null, files: 0 })
})
