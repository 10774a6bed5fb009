import type { Locator, Page } from '@playwright/test'

export interface Picture {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

interface Drawn {
  readonly width: number
  readonly height: number
  readonly type: 'image/png' | 'image/jpeg'
  /** Leaves half of it empty. */
  readonly transparent?: boolean
}

/** A picture that the browser draws: red on the left, blue on the right. */
export async function draw(page: Page, name: string, drawn: Drawn): Promise<Picture> {
  const base64 = await page.evaluate(async ({ width, height, type, transparent = false }) => {
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('nothing can be drawn')
    context.fillStyle = 'rgb(200 30 30)'
    context.fillRect(0, 0, width / 2, height)
    context.fillStyle = 'rgb(30 30 200)'
    if (!transparent) context.fillRect(width / 2, 0, width / 2, height)
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type })).arrayBuffer())
    return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
  }, drawn)
  return { name, mimeType: drawn.type, buffer: Buffer.from(base64, 'base64') }
}

/** The same JPEG as a phone writes it: turned by a quarter, with the place where it was taken. */
export function asTakenByPhone(picture: Picture): Picture {
  const text = Buffer.from('GPS 48.8584 N 2.2945 E\0', 'latin1')
  // A TIFF block with two entries: the orientation, "turn right", and a description.
  const entry = (tag: number, type: number, count: number, value: number) => {
    const bytes = Buffer.alloc(12)
    bytes.writeUInt16BE(tag, 0)
    bytes.writeUInt16BE(type, 2)
    bytes.writeUInt32BE(count, 4)
    if (type === 3) bytes.writeUInt16BE(value, 8)
    else bytes.writeUInt32BE(value, 8)
    return bytes
  }
  const head = Buffer.from([0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 2])
  const tiff = Buffer.concat([head, entry(0x010e, 2, text.length, 38), entry(0x0112, 3, 1, 6), Buffer.alloc(4), text])
  const block = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const marker = Buffer.from([0xff, 0xe1, 0, 0])
  marker.writeUInt16BE(block.length + 2, 2)
  return {
    ...picture,
    buffer: Buffer.concat([picture.buffer.subarray(0, 2), marker, block, picture.buffer.subarray(2)]),
  }
}

/** The picker of the composer. */
export function picker(page: Page): Locator {
  return page.locator('input[type=file][aria-label=Files]')
}

/** The files of the message that is being written. */
export function chosen(page: Page): Locator {
  return page.locator('form').getByRole('list', { name: 'Attachments' }).getByRole('listitem')
}
