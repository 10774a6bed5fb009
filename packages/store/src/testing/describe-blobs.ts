import { describe, expect, it } from 'vitest'
import { BLOB_GRACE_MS, blobId, PIECE_BYTES } from '../contract/blobs.ts'
import { BlobMissing } from '../contract/store-error.ts'
import { BlobTooLarge, readRange, receiveBlob, sizeOf } from '../contract/stream-blobs.ts'
import { areSame, type Bench, makePut, toBytes } from './bench.ts'

const NOW = 1_800_000_000_000
const LATER = NOW + BLOB_GRACE_MS
const HOUR = 60 * 60 * 1000

export function describeBlobs({ store }: Bench): void {
  describe('blobs', () => {
    const putBlob = async (text: string, now = NOW) => {
      const bytes = toBytes(text)
      const id = await blobId(bytes)
      await store().blobs.put(id, bytes, now)
      return id
    }
    const naming = (id: string, ...blobs: readonly string[]) => makePut(id, { refs: blobs.map(blob => `blob:${blob}`) })

    it('[S1] gives back bytes by their id, large and empty ones too', async () => {
      const large = new Uint8Array(3 * 1024 * 1024).fill(7)
      const id = await blobId(large)
      await store().blobs.put(id, large, NOW)
      expect(areSame(await store().blobs.get(id), large)).toBe(true)
      expect(await store().blobs.get(await putBlob(''))).toEqual(new Uint8Array())
      expect(await store().blobs.get('missing')).toBeNull()
      expect((await store().usage()).blobs).toBe(2)
    })

    it('[S1] puts other bytes in the place of those under the same id', async () => {
      await store().blobs.put('id', toBytes('first'), NOW)
      const { blobBytes } = await store().usage()
      await store().blobs.put('id', toBytes('first'), NOW)
      expect(await store().usage()).toMatchObject({ blobs: 1, blobBytes })
      await store().blobs.put('id', toBytes('the second'), NOW)
      expect(await store().blobs.get('id')).toEqual(toBytes('the second'))
      expect((await store().usage()).blobs).toBe(1)
    })

    it('[FS-11] refuses a row that names a blob which is not there, and writes nothing of it', async () => {
      const there = await putBlob('there')
      const write = store().write([makePut('a'), naming('b', 'x', there, 'y'), naming('c', 'x')])
      await expect(write).rejects.toEqual(new BlobMissing(['x', 'y']))
      expect(await store().getMany('messages', ['a', 'b', 'c'])).toEqual([null, null, null])
    })

    it('[FS-11] puts blobs with the row that names them: both, or neither', async () => {
      const bytes = toBytes('with its row')
      const id = await blobId(bytes)
      const put = { ...naming('a', id), blobs: [{ id, bytes, now: 0 }] }
      await expect(store().write([put, naming('b', 'x')])).rejects.toEqual(new BlobMissing(['x']))
      await expect(store().write([put, { ...makePut('c'), expect: 1 }])).rejects.toThrow()
      expect([await store().blobs.get(id), (await store().usage()).blobs]).toEqual([null, 0])
      await store().write([put])
      expect([await store().blobs.get(id), (await store().usage()).blobs]).toEqual([bytes, 1])
      expect(await store().blobs.sweep(LATER)).toEqual({ marked: 0, deleted: 0 })
    })

    it('[FS-11] marks and deletes more blobs than one slice of a sweep', async () => {
      const ids = Array.from({ length: 1100 }, (_, number) => `many-${number}`)
      await Promise.all(ids.map(id => store().blobs.put(id, new Uint8Array([1]), 0)))
      expect(await store().blobs.sweep(LATER)).toEqual({ marked: 1100, deleted: 0 })
      expect(await store().blobs.sweep(LATER + 1)).toEqual({ marked: 0, deleted: 1100 })
    })

    it('[FS-11] marks what no row named for a day, and deletes it a sweep later', async () => {
      const named = await putBlob('named')
      const lost = await putBlob('lost')
      await store().write([naming('a', named)])
      const before = await store().usage()
      expect(await store().blobs.sweep(LATER - 1)).toEqual({ marked: 0, deleted: 0 })
      expect(await store().blobs.sweep(LATER)).toEqual({ marked: 1, deleted: 0 })
      expect(await store().usage()).toEqual(before)
      expect(await store().blobs.sweep(LATER + 1)).toEqual({ marked: 0, deleted: 1 })
      expect(await store().blobs.sweep(LATER + 2)).toEqual({ marked: 0, deleted: 0 })
      expect(await store().blobs.get(lost)).toBeNull()
      expect(await store().blobs.get(named)).toEqual(toBytes('named'))
      expect((await store().usage()).blobs).toBe(1)
    })

    it('[H7] deletes what a write released at once, unless a row names it or it was put again', async () => {
      const [gone, shared, again, kept] = await Promise.all(
        ['gone', 'shared', 'again', 'kept'].map(text => putBlob(text)),
      )
      const ids = [gone ?? '', shared ?? '', again ?? '', kept ?? ''] as const
      await store().write([naming('a', ids[0], ids[1], ids[2], ids[3]), naming('b', ids[1])])
      expect((await store().write([{ ...naming('b', ids[1]), expect: 1 }])).released).toEqual([])
      const changed = await store().write([{ ...naming('a', ids[3]), expect: 1 }])
      expect(changed.released).toHaveLength(3)
      await putBlob('again')
      expect(await store().blobs.deleteReleased(changed.released)).toBe(1)
      expect(await store().blobs.deleteReleased(changed.released)).toBe(0)
      const left = await Promise.all(ids.map(id => store().blobs.get(id)))
      expect(left.map(bytes => bytes !== null)).toEqual([false, true, true, true])
      expect((await store().usage()).blobs).toBe(3)
      const removed = await store().write([{ kind: 'remove', shelf: 'messages', id: 'a', expect: 2 }])
      expect(await store().blobs.deleteReleased(removed.released)).toBe(1)
    })

    it('[FS-11] refuses a row that names a marked blob, until it is put again', async () => {
      const id = await putBlob('late')
      await store().blobs.sweep(LATER)
      await expect(store().write([naming('a', id)])).rejects.toEqual(new BlobMissing([id]))
      await putBlob('late', LATER)
      await store().write([naming('a', id)])
      expect(await store().blobs.sweep(LATER * 2)).toEqual({ marked: 0, deleted: 0 })
      expect(await store().blobs.get(id)).toEqual(toBytes('late'))
    })

    it('[FS-11] keeps a blob for a day behind the last row that named it', async () => {
      const id = await putBlob('shared')
      await store().write([naming('a', id), naming('b', id)])
      await store().write([{ kind: 'remove', shelf: 'messages', id: 'a', expect: 1 }])
      expect(await store().blobs.sweep(LATER)).toEqual({ marked: 0, deleted: 0 })
      await store().write([makePut('b', { expect: 1, refs: [] })])
      expect(await store().blobs.sweep(LATER + HOUR)).toEqual({ marked: 0, deleted: 0 })
      expect(await store().blobs.sweep(LATER + HOUR + BLOB_GRACE_MS - 1)).toEqual({ marked: 0, deleted: 0 })
      expect(await store().blobs.sweep(LATER + HOUR + BLOB_GRACE_MS)).toEqual({ marked: 1, deleted: 0 })
      expect(await store().blobs.sweep(LATER + HOUR + BLOB_GRACE_MS)).toEqual({ marked: 0, deleted: 1 })
      expect(await store().blobs.get(id)).toBeNull()
    })

    it('[FH-11] survives a clock that was wrong when a blob was put', async () => {
      const id = await putBlob('from the future', NOW * 2)
      expect(await store().blobs.sweep(NOW)).toEqual({ marked: 0, deleted: 0 })
      expect(await store().blobs.sweep(LATER)).toEqual({ marked: 1, deleted: 0 })
      expect(await store().blobs.sweep(LATER)).toEqual({ marked: 0, deleted: 1 })
      expect(await store().blobs.get(id)).toBeNull()
    })

    describe('in pieces', () => {
      const large = Uint8Array.from({ length: 3 * PIECE_BYTES + 5 }, (_, at) => (at * 7 + (at >> 9)) % 256)
      const clock = () => NOW
      const receive = (chunks: AsyncIterable<Uint8Array>, limit = large.length) =>
        receiveBlob(store().blobs, chunks, { limit, clock })

      it('[W4] stores a stream by the SHA-256 of its bytes, once, however it was cut', async () => {
        const id = await blobId(large)
        for (const size of [PIECE_BYTES, 65_536, 999_983, large.length]) {
          expect(await receive(inChunks(large, size))).toEqual({ id, size: large.length })
          expect((await store().usage()).blobs).toBe(1)
        }
        expect(areSame(await store().blobs.get(id), large)).toBe(true)
        await store().write([naming('a', id)])
      })

      it('[W4] stores what fits in one piece, and nothing at all', async () => {
        for (const bytes of [toBytes('small'), new Uint8Array(), large.slice(0, PIECE_BYTES)]) {
          const { id, size } = await receive(inChunks(bytes, 70_000))
          expect({ id, size }).toEqual({ id: await blobId(bytes), size: bytes.length })
          expect(areSame(await store().blobs.get(id), bytes)).toBe(true)
        }
      })

      it('[W4] gives back any range of it', async () => {
        const { id } = await receive(inChunks(large, 65_536))
        const blob = await store().blobs.open(id)
        if (blob === null) throw new Error('it was stored')
        expect(sizeOf(blob)).toBe(large.length)
        const ranges = [
          [0, 10],
          [PIECE_BYTES - 3, PIECE_BYTES + 3],
          [5, 2 * PIECE_BYTES + 1],
          [large.length - 4, large.length],
          [7, 7],
        ] as const
        for (const [from, to] of ranges) {
          const read = new Uint8Array(to - from)
          let at = 0
          for await (const piece of readRange(blob, from, to)) {
            read.set(piece, at)
            at += piece.length
          }
          expect(at).toBe(to - from)
          expect(areSame(read, large.slice(from, to))).toBe(true)
        }
        expect(await store().blobs.open('missing')).toBeNull()
      })

      it('[FS-11] leaves nothing of a stream that was cut, at any byte', async () => {
        for (const end of [0, 1, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 2 * PIECE_BYTES, large.length]) {
          await expect(receive(cutAfter(large.subarray(0, end)))).rejects.toThrow('the connection was cut')
          expect(await store().usage()).toMatchObject({ blobs: 0, blobBytes: 0 })
        }
      })

      it('[W4] refuses what is larger than the limit, and ends its source', async () => {
        for (const limit of [10, PIECE_BYTES + 1, large.length - 1]) {
          let ended = false
          const source = inChunks(large, 65_536, () => {
            ended = true
          })
          await expect(receive(source, limit)).rejects.toEqual(new BlobTooLarge(limit))
          expect(ended).toBe(true)
        }
        expect((await store().usage()).blobs).toBe(0)
      })

      it('[FS-11] takes part in sweeps and deletions like any other', async () => {
        const { id } = await receive(inChunks(large, 65_536))
        await store().blobs.sweep(LATER)
        await expect(store().write([naming('a', id)])).rejects.toEqual(new BlobMissing([id]))
        await receive(inChunks(large, 65_536))
        await store().write([naming('a', id)])
        const { released } = await store().write([makePut('a', { expect: 1, refs: [] })])
        expect(await store().blobs.deleteReleased(released)).toBe(1)
        expect(await store().blobs.open(id)).toBeNull()
        expect(await store().usage()).toMatchObject({ blobs: 0, blobBytes: 0 })
      })

      it('[FS-11] a sweep leaves one alone that is still arriving', async () => {
        const writer = await store().blobs.receive(NOW)
        await writer.add(toBytes('the first half, '))
        await store().blobs.sweep(LATER * 2)
        await store().blobs.sweep(LATER * 3)
        await writer.add(toBytes('the second'))
        await writer.finish('id')
        expect(await store().blobs.get('id')).toEqual(toBytes('the first half, the second'))
        await store().blobs.put('id', toBytes('put whole'), NOW)
        expect(await store().blobs.get('id')).toEqual(toBytes('put whole'))
        expect((await store().usage()).blobs).toBe(1)
      })
    })

    it('[FS-11] sweeps many blobs at once', async () => {
      const ids: string[] = []
      for (let number = 0; number < 70; number += 1) ids.push(await putBlob(`blob ${number}`))
      await store().write([naming('a', ...ids.slice(0, 10))])
      expect(await store().blobs.sweep(LATER)).toEqual({ marked: 60, deleted: 0 })
      expect(await store().blobs.sweep(LATER)).toEqual({ marked: 0, deleted: 60 })
      expect((await store().usage()).blobs).toBe(10)
    })
  })
}

async function* inChunks(bytes: Uint8Array, size: number, onEnd?: () => void): AsyncGenerator<Uint8Array> {
  try {
    for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
  } finally {
    onEnd?.()
  }
}

async function* cutAfter(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield* inChunks(bytes, 65_536)
  throw new Error('the connection was cut')
}
