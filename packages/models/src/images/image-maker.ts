import type { Json, Usage } from '@stet/history'
import type { Connection } from '../definition.ts'
import type { ModelError } from '../model-error.ts'
import type { Refusal } from '../transport/to-model-error.ts'

/** How a protocol makes and edits images (T9). Nothing in it sends. */
export interface ImageMaker {
  prepare(input: ImageInput): PreparedImages
  /** Reads the whole answer. Throws a `ModelError` where it holds no image. */
  read(answer: Json): MadeImages
}

export interface ImageInput {
  readonly connection: Pick<Connection, 'definition' | 'credentials'>
  readonly model: string
  readonly prompt: string
  /** Images to edit; none to make a new one. */
  readonly images: readonly ImageFile[]
}

export interface ImageFile {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

export interface PreparedImages {
  readonly url: string
  readonly headers: Headers
  /** An object is sent as JSON. */
  readonly body: object | FormData
  readonly refine: (refusal: Refusal) => ModelError | null
}

export interface MadeImages {
  readonly images: readonly { readonly mediaType: string; readonly bytes: Uint8Array }[]
  readonly rawUsage: Json | null
  readonly usage: Usage | null
}

/** What the first bytes say; null where they are no image that pages show. */
export function imageTypeOf(bytes: Uint8Array): string | null {
  const head = Array.from(bytes.subarray(0, 12), byte => String.fromCharCode(byte)).join('')
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('GIF8')) return 'image/gif'
  return head.startsWith('RIFF') && head.slice(8) === 'WEBP' ? 'image/webp' : null
}
