import { describe, expect, it } from 'vitest'
import { readImageHeader } from './image-header.ts'

const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap(part => (typeof part === 'string' ? Array.from(part, c => c.charCodeAt(0)) : part)))

const PNG = [
  '\u0089PNG\r\n\u001a\n',
  [0, 0, 0, 13],
  'IHDR',
  [0, 0, 7, 128, 0, 0, 4, 56, 8, 6, 0, 0, 0],
  [1, 2, 3, 4],
] as const

describe('readImageHeader', () => {
  it.each([
    ['a PNG', bytes(...PNG, [0, 0, 0, 0], 'IDAT'), ['png', 1920, 1080, false]],
    [
      'an animated PNG',
      bytes(...PNG, [0, 0, 0, 0], 'acTL', [0, 0, 0, 0], [0, 0, 0, 0], 'IDAT'),
      ['png', 1920, 1080, true],
    ],
    ['a GIF', bytes('GIF89a', [10, 0, 20, 0, 0, 0, 0], [0].concat(Array(60).fill(0))), ['gif', 10, 20, false]],
    [
      'an animated GIF',
      bytes('GIF89a', [10, 0, 20, 0, 0, 0, 0], [0x21, 0xff, 11], 'NETSCAPE2.0', Array(40).fill(0)),
      ['gif', 10, 20, true],
    ],
    [
      'a JPEG behind its metadata',
      bytes([0xff, 0xd8, 0xff, 0xe1, 0, 4, 9, 9, 0xff, 0xc0, 0, 17, 8, 0x0f, 0xa0, 0x17, 0x70]),
      ['jpeg', 6000, 4000, false],
    ],
    [
      'an animated WebP',
      bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 2, 0, 0, 0, 99, 0, 0, 49, 0, 0]),
      ['webp', 100, 50, true],
    ],
    [
      'a lossy WebP',
      bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8 ', [0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 100, 0, 50, 0]),
      ['webp', 100, 50, false],
    ],
    [
      'a lossless WebP',
      bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8L', [0, 0, 0, 0, 0x2f, 99, 64, 12, 0]),
      ['webp', 100, 50, false],
    ],
  ])('[W4] knows the size of %s', (_, given, [type, width, height, animated]) => {
    expect(readImageHeader(given)).toEqual({ type, width, height, animated })
  })

  it('[W4] knows nothing of anything else, nor of a picture that is cut', () => {
    for (const given of [
      bytes(''),
      bytes('%PDF-1.7 and more'),
      bytes('<svg xmlns="">'),
      bytes([0xff, 0xd8, 0xff]),
      bytes('GIF8'),
    ]) {
      expect(readImageHeader(given)).toBeNull()
    }
  })
})
