import { blobsNamed } from '../contract/blobs.ts'
import type { Blobs, Put, ReadRow, Store } from '../contract/store.ts'
import { BlobMissing, Conflict, StoreError } from '../contract/store-error.ts'
import { SEAL_SHELF } from './key-ring.ts'
import type { KeyUse } from './key-use.ts'
import { BrokenSeal, keyIdOf } from './seal-bytes.ts'

/** What a change of key did. What it left is still under an earlier key, which stays on the ring. */
export interface Rotation {
  readonly rows: number
  readonly blobs: number
  /** Rows and blobs that could not be opened, or name a blob that is gone. */
  readonly left: number
}

interface Rotating extends Pick<Store, 'write' | 'blobs'> {
  readonly inner: Store
  readonly use: KeyUse
  readonly now: number
  open(shelf: string, row: ReadRow): Promise<ReadRow>
  toSealedBlobId(id: string): Promise<string>
}

const BATCH = 100

/** Follows `changes` up to the sequence number at the start: rows that are sealed again get higher ones. */
export async function rotateKey(rotating: Rotating): Promise<Rotation> {
  const { inner } = rotating
  const until = (await inner.usage()).sequence
  const done = { rows: 0, blobs: 0, left: 0 }
  let after = 0
  while (after < until) {
    const page = await inner.changes(after, BATCH)
    const puts: Put[] = []
    for (const change of page) {
      after = change.sequence
      if (change.kind === 'remove' || change.shelf === SEAL_SHELF) continue
      const opened = await rotating.open(change.shelf, change.row)
      if (!('body' in opened) || !('body' in change.row)) {
        done.left += 1
        continue
      }
      for (const blob of blobsNamed(opened.refs)) await rotateBlob(rotating, blob, done)
      if (isCurrent(rotating, change.row.body)) continue
      const { version, ...row } = opened
      puts.push({ kind: 'put', shelf: change.shelf, expect: version, ...row })
    }
    await putAgain(rotating, puts, done)
    if (page.length === 0) break
  }
  return done
}

async function putAgain(rotating: Rotating, puts: readonly Put[], done: { rows: number; left: number }): Promise<void> {
  if (puts.length === 0) return
  try {
    await rotating.write(puts)
    done.rows += puts.length
  } catch (error) {
    const passable = error instanceof Conflict || error instanceof BlobMissing
    if (!passable) throw error
    // One row of the batch conflicts: each is written alone. A row that changed is under the new key already.
    if (puts.length > 1) for (const put of puts) await putAgain(rotating, [put], done)
    else if (error instanceof BlobMissing) done.left += 1
  }
}

async function rotateBlob(rotating: Rotating, id: string, done: { blobs: number; left: number }): Promise<void> {
  const { inner, blobs, now } = rotating
  const sealed = await inner.blobs.open(await rotating.toSealedBlobId(id))
  if (sealed === null) return
  try {
    // The first piece is the oldest.
    if (isCurrent(rotating, await sealed.piece(0))) return
    await putBlobAgain(blobs, id, now)
    done.blobs += 1
  } catch (error) {
    const unreadable = error instanceof BrokenSeal || (error instanceof StoreError && error.kind === 'unreadable')
    if (!unreadable) throw error
    done.left += 1
  }
}

async function putBlobAgain(blobs: Blobs, id: string, now: number): Promise<void> {
  const blob = await blobs.open(id)
  if (blob === null) return
  if (blob.sizes.length === 1) return blobs.put(id, await blob.piece(0), now)
  const writer = await blobs.receive(now)
  try {
    for (const place of blob.sizes.keys()) await writer.add(await blob.piece(place))
    await writer.finish(id)
  } catch (error) {
    await writer.discard()
    throw error
  }
}

function isCurrent({ use }: Rotating, sealed: Uint8Array): boolean {
  return keyIdOf(sealed) === use.ring().current.id
}
