import type { FilePart } from '@stet/history'
import type { MadeFile } from '@stet/models'
import { blobId } from '@stet/store'
import type { Outcome } from './outcome.ts'

/** Files that the model made, which stand in the record once their bytes are kept. */
export interface MadeFiles {
  /** Bytes by blob. */
  readonly blobs: ReadonlyMap<string, Uint8Array>
  toFilePart(file: MadeFile): FilePart
}

export async function readMadeFiles(outcome: Outcome): Promise<MadeFiles> {
  const files = outcome.kind === 'answered' ? outcome.answer.parts.filter(part => part.kind === 'made-file') : []
  const named = await Promise.all(files.map(async file => [file, await blobId(file.bytes)] as const))
  const ids = new Map(named)
  return {
    blobs: new Map(named.map(([{ bytes }, id]) => [id, bytes])),
    toFilePart(file) {
      const blob = ids.get(file)
      if (blob === undefined) throw new Error('a file of another answer has no blob here')
      return { kind: 'file', blob, name: file.name, mediaType: file.mediaType, size: file.bytes.length }
    },
  }
}
