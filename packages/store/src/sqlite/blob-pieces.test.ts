import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { blobId, PIECE_BYTES } from '../contract/blobs.ts'
import { receiveBlob } from '../contract/stream-blobs.ts'
import { areSame, makePut } from '../testing/bench.ts'
import { startChild, temporaryFolder } from '../testing/host.ts'
import { dataFiles } from './file/data-folder.ts'
import { openSqliteDatabase } from './open-sqlite-database.ts'
import { openSalvage } from './salvage/open-salvage.ts'

const NOW = 1_800_000_000_000
const LARGE = Uint8Array.from({ length: 2 * PIECE_BYTES + 9 }, (_, at) => (at * 31 + (at >> 7)) % 256)

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

function countPieces(folder: string): unknown {
  const database = new DatabaseSync(dataFiles(folder).database, { readOnly: true })
  const count = database.prepare('select count(*) as count from blob_pieces').get()?.count
  database.close()
  return count
}

async function fill(folder: string): Promise<string> {
  const database = await openSqliteDatabase({ folder })
  const store = database.openStore('ada')
  const { id } = await receiveBlob(store.blobs, once(LARGE), { limit: LARGE.length, clock: () => NOW })
  await store.write([makePut('a', { refs: [`blob:${id}`] })])
  await database.close()
  return id
}

it('[FS-11] a process killed during an upload leaves pieces that the first sweep of the next start deletes', async () => {
  const folder = temporaryFolder()
  const child = startChild(
    `
    const { openSqliteDatabase } = await import(process.argv[1])
    const database = await openSqliteDatabase({ folder: process.argv[2] })
    const writer = await database.openStore('ada').blobs.receive(1)
    for (let place = 0; place < 20; place += 1) await writer.add(new Uint8Array(1000).fill(place))
    console.log('added')
    await new Promise(() => setInterval(() => {}, 1000))
  `,
    fileURLToPath(new URL('./index.ts', import.meta.url)),
    folder,
  )
  expect(await child.line()).toBe('added')
  child.process.kill('SIGKILL')
  await child.ended()
  const database = await openSqliteDatabase({ folder })
  const store = database.openStore('ada')
  expect(await store.usage()).toMatchObject({ blobs: 0, blobBytes: 0 })
  expect(countPieces(folder)).toBe(20)
  expect(await store.blobs.sweep(NOW)).toEqual({ marked: 0, deleted: 0 })
  expect(countPieces(folder)).toBe(0)
  await database.close()
})

it('[FS-4] salvage finds a blob in pieces again', async () => {
  const folder = temporaryFolder()
  const id = await fill(folder)
  expect(id).toBe(await blobId(LARGE))
  const salvaged = await openSalvage(dataFiles(folder).database)
  expect(salvaged.report).toEqual({ saved: 1, unreadable: 0, blobsSaved: 1, blobsUnreadable: 0 })
  expect(areSame(await salvaged.openStore('ada').blobs.get(id), LARGE)).toBe(true)
  await salvaged.close()
})

it('[FS-4] a damaged piece makes its blob unreadable and no other, until it arrives again', async () => {
  const folder = temporaryFolder()
  const id = await fill(folder)
  const raw = new DatabaseSync(dataFiles(folder).database)
  raw.exec('update blob_pieces set bytes = zeroblob(5) where place = 1')
  raw.close()
  const salvaged = await openSalvage(dataFiles(folder).database)
  expect(salvaged.report).toMatchObject({ blobsSaved: 0, blobsUnreadable: 1 })
  await salvaged.close()
  const database = await openSqliteDatabase({ folder })
  const { blobs } = database.openStore('ada')
  await expect(blobs.get(id)).rejects.toMatchObject({ name: 'StoreError', kind: 'unreadable' })
  await receiveBlob(blobs, once(LARGE), { limit: LARGE.length, clock: () => NOW })
  expect(areSame(await blobs.get(id), LARGE)).toBe(true)
  await blobs.sweep(NOW)
  expect(countPieces(folder)).toBe(3)
  await database.close()
})
