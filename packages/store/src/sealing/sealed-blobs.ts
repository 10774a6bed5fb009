import * as z from 'zod/mini'
import { toHex } from '../contract/bytes.ts'
import type { BlobReader, Blobs, BlobWriter, NewBlob, Store } from '../contract/store.ts'
import { StoreError } from '../contract/store-error.ts'
import { readWhole } from '../contract/stream-blobs.ts'
import { BrokenSeal, openBytes, sealBytes } from './seal-bytes.ts'
import type { SealedOwner } from './sealed-owner.ts'
import { authenticatedBlob, authenticatedList, authenticatedPiece } from './sealed-row.ts'

/**
 * What follows the pieces of a blob, sealed with its id: only then is the id known. Every piece is sealed with the nonce and its place, so
 * that none can be moved, left out or taken from another blob.
 */
const PieceList = z.object({ nonce: z.string(), sizes: z.array(z.number()) })

export interface SealedBlobs extends Blobs {
  /** A blob as it is put into the backend. */
  seal(blob: NewBlob): Promise<NewBlob>
}

/** The blobs of a backend, each sealed before it reaches it. A blob in pieces has one more in the backend: its `PieceList`. */
export function createSealedBlobs(inner: Store, owner: SealedOwner): SealedBlobs {
  const { use } = owner
  const { toSealedBlobId } = owner.refs

  async function seal(plain: Uint8Array, authenticated: Uint8Array): Promise<Uint8Array> {
    await owner.takeForBlob()
    return sealBytes(use.ring().current, plain, authenticated)
  }

  async function openSealed(id: string, sealed: Uint8Array, authenticated: Uint8Array): Promise<Uint8Array> {
    try {
      return await openBytes(use.ring().keys, sealed, authenticated)
    } catch (error) {
      if (!(error instanceof BrokenSeal)) throw error
      throw new StoreError('unreadable', `blob ${id} cannot be opened: ${error.message}`, error)
    }
  }

  async function sealBlob({ id, bytes, now }: NewBlob): Promise<NewBlob> {
    const plain = bytes.slice()
    const sealedId = await toSealedBlobId(id)
    return { id: sealedId, bytes: await seal(plain, authenticatedBlob(sealedId)), now }
  }

  async function put(id: string, bytes: Uint8Array, now: number): Promise<void> {
    const sealed = await sealBlob({ id, bytes, now })
    await inner.blobs.put(sealed.id, sealed.bytes, now)
  }

  async function open(id: string): Promise<BlobReader | null> {
    const sealedId = await toSealedBlobId(id)
    const blob = await inner.blobs.open(sealedId)
    if (blob === null) return null
    const last = await blob.piece(blob.sizes.length - 1)
    if (blob.sizes.length === 1) {
      const plain = await openSealed(id, last, authenticatedBlob(sealedId))
      return { sizes: [plain.length], piece: async () => plain.slice() }
    }
    const list = PieceList.parse(decodeJson(await openSealed(id, last, authenticatedList(sealedId))))
    if (list.sizes.length !== blob.sizes.length - 1) throw new StoreError('unreadable', `blob ${id} lacks pieces`)
    return {
      sizes: list.sizes,
      piece: async place => openSealed(id, await blob.piece(place), authenticatedPiece(list.nonce, place)),
    }
  }

  async function receive(now: number): Promise<BlobWriter> {
    const nonce = toHex(crypto.getRandomValues(new Uint8Array(16)))
    const writer = await inner.blobs.receive(now)
    const sizes: number[] = []
    return {
      async add(piece) {
        await writer.add(await seal(piece, authenticatedPiece(nonce, sizes.length)))
        sizes.push(piece.length)
      },
      async finish(id) {
        if (sizes.length === 0) {
          await writer.discard()
          return put(id, new Uint8Array(), now)
        }
        const sealedId = await toSealedBlobId(id)
        await writer.add(await seal(encodeJson({ nonce, sizes }), authenticatedList(sealedId)))
        await writer.finish(sealedId)
      },
      discard: () => writer.discard(),
    }
  }

  return {
    seal: sealBlob,
    put,
    async get(id) {
      const blob = await open(id)
      return blob === null ? null : readWhole(blob)
    },
    receive,
    open,
    sweep: (now, signal) => inner.blobs.sweep(now, signal),
    deleteReleased: released => inner.blobs.deleteReleased(released),
  }
}

function encodeJson(list: z.infer<typeof PieceList>): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(list))
}

function decodeJson(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes))
}
