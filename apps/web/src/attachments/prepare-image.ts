import { HEADER_BYTES, type ImageHeader, readImageHeader } from './image-header.ts'

const MOST_PIXELS = 50_000_000

/** A picture as it is sent: smaller, upright, and without its metadata. */
export interface PreparedImage {
  readonly bytes: Blob
  readonly name: string
}

export interface PrepareReply {
  readonly id: number
  /** Null where it could not be decoded. */
  readonly image: Blob | null
}

export interface PrepareRequest {
  readonly id: number
  readonly image: Blob
}

/** What a file is, where it is a picture that can be prepared; null for any other file, and for animations, which stay as they are. */
export async function imageHeaderOf(file: Blob): Promise<ImageHeader | null> {
  return readImageHeader(new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer()))
}

/** Why a picture is refused; null when it is not. */
export function refusalOf({ width, height }: ImageHeader): string | null {
  if (width * height <= MOST_PIXELS) return null
  const megapixels = Math.round((width * height) / 1_000_000)
  return `This image has ${megapixels} megapixels. At most 50 can be sent: make it smaller first.`
}

/** In a worker: decoding a photo takes longer than a frame may last. */
export async function prepareImage(file: File, header: ImageHeader): Promise<PreparedImage> {
  if (header.animated || header.type === 'gif') return { bytes: file, name: file.name }
  const image = await askWorker(file)
  if (image === null) throw new Error('This image cannot be read. It may be damaged.')
  return { bytes: image, name: withExtension(file.name, image.type === 'image/png' ? 'png' : 'jpg') }
}

function withExtension(name: string, extension: string): string {
  const isSo = extension === 'jpg' ? /\.jpe?g$/i.test(name) : /\.png$/i.test(name)
  return isSo ? name : `${name.replace(/\.[^.]*$/, '')}.${extension}`
}

interface Waiting {
  readonly resolve: (image: Blob | null) => void
  readonly reject: (error: Error) => void
}

let worker: Worker | undefined
let lastId = 0
const waiting = new Map<number, Waiting>()

function askWorker(image: Blob): Promise<Blob | null> {
  worker ??= startWorker()
  lastId += 1
  const request: PrepareRequest = { id: lastId, image }
  const { promise, resolve, reject } = Promise.withResolvers<Blob | null>()
  waiting.set(request.id, { resolve, reject })
  worker.postMessage(request)
  return promise
}

function startWorker(): Worker {
  const started = new Worker(new URL('./prepare-image.worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<PrepareReply>) => {
    waiting.get(data.id)?.resolve(data.image)
    waiting.delete(data.id)
  })
  started.addEventListener('error', event => {
    for (const { reject } of waiting.values()) reject(new Error(`The image could not be prepared: ${event.message}`))
    waiting.clear()
    started.terminate()
    worker = undefined
  })
  return started
}
