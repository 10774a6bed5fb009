import type { Mark, UserPart } from '@stet/history'
import { asked } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import { assembled, exampleChat } from '../testing/example-input.ts'

function file(blob: string): UserPart {
  return { kind: 'file', blob, name: 'a.png', mediaType: 'image/png', size: 1 }
}

const text: UserPart = { kind: 'text', text: 'Look.' }

/** The parts of a message that are sent once these blobs were released. */
function sentParts(parts: readonly UserPart[], blobs: readonly string[]) {
  const { say, path } = exampleChat()
  const messageId = say({ role: 'user', parts })
  const marks: readonly Mark[] = blobs.map(blob => ({ kind: 'released', messageId, blob }))
  const { request, report } = assembled(path(), { marks })
  return { parts: request.messages.flatMap(message => (message.role === 'user' ? message.parts : [])), report }
}

describe('attachments', () => {
  it('[C8] a note stands before the text for attachments that were removed', () => {
    expect(sentParts([file('a'), text, file('b'), file('c')], ['a', 'c']).parts).toEqual([
      { kind: 'text', text: '<system-note>2 attachment(s) removed to save space.</system-note>\n\nLook.' },
      file('b'),
    ])
  })

  it('[C8] the note stands alone where there is no text', () => {
    expect(sentParts([file('a'), file('b')], ['a']).parts).toEqual([
      { kind: 'text', text: '<system-note>1 attachment(s) removed to save space.</system-note>' },
      file('b'),
    ])
  })

  it('[C8] counts an attachment that was there twice twice', () => {
    expect(sentParts([file('a'), text, file('a')], ['a']).parts).toEqual([
      { kind: 'text', text: '<system-note>2 attachment(s) removed to save space.</system-note>\n\nLook.' },
    ])
  })

  it('[C8] says in the report what was removed', () => {
    expect(sentParts([file('a'), text], ['a']).report.messages[0]).toMatchObject({
      fate: 'trimmed',
      layer: 'attachments',
      because: '1 of its attachments was removed',
    })
  })

  it('[C8] a release in another message changes nothing', () => {
    const { say, path } = exampleChat()
    const first = say(asked('Hi'))
    say({ role: 'user', parts: [file('a'), text] })
    const marks: readonly Mark[] = [{ kind: 'released', messageId: first, blob: 'a' }]
    expect(assembled(path(), { marks })).toEqual(assembled(path()))
  })

  it.each([[[]], [[{ kind: 'text', text: ' \n' }]]] as readonly (readonly [readonly UserPart[]])[])(
    '[C1] an empty message is sent with a note, which providers want: %j',
    parts => {
      expect(sentParts(parts, []).parts).toEqual([
        ...parts,
        { kind: 'text', text: '<system-note>This message is empty.</system-note>' },
      ])
    },
  )
})
