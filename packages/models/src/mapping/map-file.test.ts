import { describe, expect, it } from 'vitest'
import { fileUse } from './file-types.ts'
import { mapFile } from './map-file.ts'

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

  it('[W4] sends the extracted text of a file where the file itself is not taken', () => {
    const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    const part = { kind: 'file', blob: 'b', name: 'a.docx', mediaType: docx, size: 1 } as const
    const extracted = { blob: 't', characters: 4 }
    const files = new Map([
      ['b', Uint8Array.of(1)],
      ['t', new TextEncoder().encode('Fern')],
    ])
    const notes: string[] = []
    const sent = protocols.map(protocol => mapFile({ ...part, extracted }, { protocol, takes, files, notes }))
    const text = { as: 'text', text: 'Fern' }
    const file = { as: 'document', format: 'docx' }
    expect(sent).toEqual([text, expect.objectContaining(file), text, text, expect.objectContaining(file)])
    expect(notes).toEqual([])
  })

  it('[W4] says beforehand how each file will be taken', () => {
    const facts = (protocol: string, images = true) => ({ protocol, takes: { images, files: false, tools: true } })
    const extracted = { blob: 't', characters: 4 }
    expect([
      fileUse(facts('anthropic'), { mediaType: 'image/png' }),
      fileUse(facts('anthropic', false), { mediaType: 'image/png' }),
      fileUse(facts('anthropic'), { mediaType: 'application/pdf' }),
      fileUse(facts('anthropic'), { mediaType: 'application/pdf', extracted }),
      fileUse(facts('demo'), { mediaType: 'text/plain' }),
      fileUse(facts('demo'), { mediaType: 'image/png' }),
    ]).toEqual(['file', 'none', 'none', 'text', 'text', 'none'])
  })

  it('[W4] leaves out an empty file', () => {
    expect(new Set(mapped('image/png', new Uint8Array()))).toEqual(new Set(['a.x was left out: it is empty']))
  })
})
