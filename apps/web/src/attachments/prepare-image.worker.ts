import type { PrepareReply, PrepareRequest } from './prepare-image.ts'

const LONGEST_SIDE = 1920
const QUALITY = 0.85

addEventListener('message', ({ data }: MessageEvent<PrepareRequest>) => {
  // A failure that is not the picture's own reaches the page as the worker's error.
  void prepare(data.image).then(image => postMessage({ id: data.id, image } satisfies PrepareReply))
})

/** Turns the picture as its metadata says, scales it down and encodes it again, which drops all metadata. */
async function prepare(image: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(image, { imageOrientation: 'from-image' }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'InvalidStateError') return null
    throw error
  })
  if (bitmap === null) return null
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height))
  const width = Math.max(1, Math.round(bitmap.width * scale))
  const height = Math.max(1, Math.round(bitmap.height * scale))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('this browser draws nothing in a worker')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  const seesThrough = image.type !== 'image/jpeg' && isTransparent(context.getImageData(0, 0, width, height).data)
  return canvas.convertToBlob(seesThrough ? { type: 'image/png' } : { type: 'image/jpeg', quality: QUALITY })
}

function isTransparent(pixels: Uint8ClampedArray): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return true
  return false
}
