import { describe, expect, it } from 'vitest'
import { isTextType, mediaTypeOf, rasterType } from './media-type.ts'

const bytes = (text: string) => Uint8Array.from(text, letter => letter.charCodeAt(0))
const PNG = bytes('\u0089PNG\r\n\u001a\n')

describe('isTextType', () => {
  it('[P4] knows text by its type, whatever is before or behind it', () => {
    const types = [
      'text/plain; charset=utf-8',
      'TEXT/HTML',
      'application/json',
      'application/ld+json',
      'image/svg+xml',
      'application/x-yaml',
      'application/x-sh',
    ]
    expect(types.filter(type => !isTextType(type))).toEqual([])
  })

  it('[P4] takes nothing else for text', () => {
    const types = [
      'image/png',
      'application/pdf',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/octet-stream; name=a+json',
      '',
    ]
    expect(types.filter(isTextType)).toEqual([])
  })
})

describe('mediaTypeOf', () => {
  it.each([
    ['image/png', PNG, 'image/png'],
    ['text/html', PNG, 'image/png'],
    ['', bytes('\u00ff\u00d8\u00ff\u00e0'), 'image/jpeg'],
    ['', bytes('RIFF\u0000\u0000\u0000\u0000WEBPVP8 '), 'image/webp'],
    ['application/octet-stream', bytes('%PDF-1.7'), 'application/pdf'],
    ['image/png', bytes('<script>alert(1)</script>'), 'text/plain'],
    ['image/svg+xml', bytes('<svg/>'), 'image/svg+xml'],
    ['text/markdown; charset=utf-8', bytes('# Hello'), 'text/markdown'],
    ['video/mp2t', bytes('export const one = 1'), 'text/plain'],
    ['video/mp2t', bytes('G\u0000\u0001'), 'application/octet-stream'],
    ['', bytes('caf\u00c3\u00a9 \u00e2\u0082'), 'text/plain'],
    ['', bytes(''), 'application/octet-stream'],
    ['text/html\r\nx: y', bytes('\u0000'), 'application/octet-stream'],
  ])('[Z-6] of what is claimed as %j', (claimed, start, type) => {
    expect(mediaTypeOf(claimed, start)).toBe(type)
  })

  it('[Z-6] takes no text and no drawing for a picture', () => {
    expect([rasterType(bytes('<svg xmlns="…">')), rasterType(bytes('GIF')), rasterType(PNG)]).toEqual([
      null,
      null,
      'image/png',
    ])
  })
})
