/** Reads a picture's type and size from its first bytes: one that is too large must not be decoded at all. */
export interface ImageHeader {
  readonly type: 'png' | 'jpeg' | 'gif' | 'webp'
  readonly width: number
  readonly height: number
  readonly animated: boolean
}

/** This much of a file contains the header and the metadata before it. */
export const HEADER_BYTES = 256 * 1024

/** Null for what is no picture of these types, or whose header is damaged. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (ascii(view, 1, 3) === 'PNG') return png(view)
    if (ascii(view, 0, 4) === 'GIF8') return gif(view)
    if (ascii(view, 0, 4) === 'RIFF' && ascii(view, 8, 4) === 'WEBP') return webp(view)
    if (view.getUint16(0) === 0xffd8) return jpeg(view)
    return null
  } catch (error) {
    // It ends before its header does.
    if (error instanceof RangeError) return null
    throw error
  }
}

function ascii(view: DataView, at: number, length: number): string {
  let text = ''
  for (let index = at; index < at + length; index += 1) text += String.fromCharCode(view.getUint8(index))
  return text
}

function png(view: DataView): ImageHeader {
  let animated = false
  // The chunk that makes it an animation comes before its first pixels.
  for (let at = 8; at + 12 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const kind = ascii(view, at + 4, 4)
    if (kind === 'acTL') animated = true
    if (kind === 'IDAT') break
  }
  return { type: 'png', width: view.getUint32(16), height: view.getUint32(20), animated }
}

function gif(view: DataView): ImageHeader {
  return {
    type: 'gif',
    width: view.getUint16(6, true),
    height: view.getUint16(8, true),
    animated: hasLoop(view),
  }
}

/** Animations carry the extension that repeats them. */
function hasLoop(view: DataView): boolean {
  const end = Math.min(view.byteLength - 11, 4096)
  for (let at = 13; at < end; at += 1)
    if (view.getUint8(at) === 0x4e && ascii(view, at, 11) === 'NETSCAPE2.0') return true
  return false
}

function webp(view: DataView): ImageHeader {
  const type = 'webp'
  switch (ascii(view, 12, 4)) {
    case 'VP8X': {
      const size = (at: number) => 1 + view.getUint16(at, true) + (view.getUint8(at + 2) << 16)
      return { type, width: size(24), height: size(27), animated: (view.getUint8(20) & 2) !== 0 }
    }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { type, width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff), animated: false }
    }
    default:
      return {
        type,
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
        animated: false,
      }
  }
}

function jpeg(view: DataView): ImageHeader | null {
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    // A frame: all of C0 to CF but tables and restarts.
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { type: 'jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5), animated: false }
    }
    at += 2 + view.getUint16(at + 2)
  }
}
