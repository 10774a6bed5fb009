import { describe, expect, it } from 'vitest'
import { hostOf, safeUrl } from './safe-url.ts'

describe('an address in a message', () => {
  it('[Z-6] may be a page or a letter', () => {
    expect(['https://a.test/x?y#z', 'HTTP://A.test', 'mailto:a@b.test'].map(safeUrl)).toEqual([
      'https://a.test/x?y#z',
      'http://a.test/',
      'mailto:a@b.test',
    ])
  })

  it('[Z-6] [FP-17] is inert when it is a script in any spelling, data, a file or a path of this page', () => {
    const hostile = [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      ' javascript:alert(1)',
      'java\nscript:alert(1)',
      '\u0001javascript:alert(1)',
      'javascript&colon;alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'vbscript:x',
      'file:///etc/passwd',
      'blob:https://a.test/1',
      '/api/chats',
      '//a.test',
      'x',
      '',
    ]
    expect(hostile.map(safeUrl)).toEqual(hostile.map(() => null))
  })

  it('[Z-5] names the host of a picture', () => {
    expect(['https://a.test:8080/p.png', 'data:image/png;base64,AA', 'mailto:a@b.test'].map(hostOf)).toEqual([
      'a.test:8080',
      null,
      null,
    ])
  })
})
