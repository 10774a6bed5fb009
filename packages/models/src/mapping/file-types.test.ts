import { describe, expect, it } from 'vitest'
import { mapFile } from './file-types.ts'

describe('mapFile', () => {
  const takes = { images: true, files: true, tools: true }
  const protocols = ['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'bedrock'] as const

  function mapped(mediaType: string, bytes = Uint8Array.of(1)) {
    return protocols.map(protocol => {
      const notes: string[] = []
      const part = { kind: 'file', blob: 'b', name: 'a.x', mediaType, size: bytes.length } as const
      const { as } = mapFile(part, { protocol, takes, files: new Map([['b', bytes]]), notes })
      return as === 'note' ? notes.join() : as
    })
  }

  it.each([
    ['image/png', ['image', 'image', 'image', 'image', 'image']],
    ['image/jpeg; quality=85', ['image', 'image', 'image', 'image', 'image']],
    ['application/pdf', ['document', 'document', 'document', 'document', 'document']],
    ['text/csv', ['text', 'text', 'text', 'text', 'text']],
  ])('[P4] [W4] %s reaches every protocol', (mediaType, expected) => {
    expect(mapped(mediaType)).toEqual(expected)
  })

  it.each(['image/bmp', 'image/tiff', 'image/avif', 'application/zip', 'application/octet-stream', 'video/x-msvideo'])(
    '[P4] [W4] %s reaches no protocol, and each says why',
    mediaType => {
      expect(mapped(mediaType)).toEqual(protocols.map(() => `a.x was left out: this model does not take ${mediaType}`))
    },
  )

  it('[P4] [W4] HEIC reaches Gemini alone, and DOCX not Gemini', () => {
    const not = (type: string) => `a.x was left out: this model does not take ${type}`
    const heic = not('image/heic')
    expect(mapped('image/heic')).toEqual([heic, heic, heic, 'image', heic])
    const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    expect(mapped(docx)).toEqual([not(docx), 'document', not(docx), not(docx), 'document'])
  })

  it('[W4] leaves out an empty file', () => {
    expect(new Set(mapped('image/png', new Uint8Array()))).toEqual(new Set(['a.x was left out: it is empty']))
  })
})
