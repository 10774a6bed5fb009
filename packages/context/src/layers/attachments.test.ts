import type { Mark, ModelFacts, UserPart } from '@stet/history'
import { answered, asked, called, resulted } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import { assembled, type ExampleChat, exampleChat, exampleModel } from '../testing/example-input.ts'
import { roughTokenCounts } from '../testing/rough-token-counts.ts'
import { MESSAGE_OVERHEAD } from '../tokens/estimate-tokens.ts'

function file(blob: string): UserPart {
  return { kind: 'file', blob, name: 'a.png', mediaType: 'image/png', size: 1 }
}

function modelTaking(takes: Pick<ModelFacts['takes'], 'images' | 'files'>): ModelFacts {
  return { ...exampleModel, takes: { ...takes, tools: true } }
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
  it('[C8] a note is before the text for attachments that were removed', () => {
    expect(sentParts([file('a'), text, file('b'), file('c')], ['a', 'c']).parts).toEqual([
      { kind: 'text', text: '<system-note>2 attachment(s) removed to save space.</system-note>\n\nLook.' },
      file('b'),
    ])
  })

  it('[C8] the note is alone where there is no text', () => {
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
      because: '1 attachment was removed',
    })
  })

  it('[C8] a release in another message changes nothing', () => {
    const { say, path } = exampleChat()
    const first = say(asked('Hi'))
    say({ role: 'user', parts: [file('a'), text] })
    const marks: readonly Mark[] = [{ kind: 'released', messageId: first, blob: 'a' }]
    expect(assembled(path(), { marks })).toEqual(assembled(path()))
  })

  describe('for a model that takes no images, or no files', () => {
    const image = file('a')
    const page: UserPart = { kind: 'file', blob: 'p', name: 'a.pdf', mediaType: 'application/pdf', size: 1 }
    const blind = modelTaking({ images: false, files: true })
    const plain = modelTaking({ images: false, files: false })

    function sentTo(model: ModelFacts, say: (chat: ExampleChat) => void) {
      const chat = exampleChat()
      say(chat)
      const { request, report } = assembled(chat.path(), { model })
      return { messages: request.messages, last: report.messages.at(-1) }
    }

    it('[C8] an attachment is left out and a note says why, others go', () => {
      const parts = [image, text, page]
      const { messages, last } = sentTo(blind, ({ say }) => say({ role: 'user', parts }))
      const note = '<system-note>1 attachment(s) left out: this model takes no images.</system-note>\n\nLook.'
      expect(messages).toMatchObject([{ parts: [{ kind: 'text', text: note }, page] }])
      expect(last).toMatchObject({
        fate: 'trimmed',
        layer: 'attachments',
        because: '1 attachment left out: this model takes no images',
      })
    })

    it('[C8] each reason has its note, and so have those that were removed', () => {
      const { say, path } = exampleChat()
      const messageId = say({ role: 'user', parts: [image, page, page, file('b'), text] })
      const marks: readonly Mark[] = [{ kind: 'released', messageId, blob: 'b' }]
      const { request, report } = assembled(path(), { model: plain, marks })
      const notes = [
        '<system-note>1 attachment(s) removed to save space.</system-note>',
        '<system-note>1 attachment(s) left out: this model takes no images.</system-note>',
        '<system-note>2 attachment(s) left out: this model takes no files.</system-note>',
      ]
      expect(request.messages).toMatchObject([{ parts: [{ kind: 'text', text: `${notes.join('\n')}\n\nLook.` }] }])
      expect(report.messages[0]?.because).toBe(
        '1 attachment was removed; 1 attachment left out: this model takes no images; ' +
          '2 attachments left out: this model takes no files',
      )
    })

    it('[C8] a message of nothing else is the note alone', () => {
      const { messages } = sentTo(blind, ({ say }) => say({ role: 'user', parts: [image] }))
      const note = '<system-note>1 attachment(s) left out: this model takes no images.</system-note>'
      expect(messages).toMatchObject([{ parts: [{ kind: 'text', text: note }] }])
    })

    it('[C8] so it is with files in results, each where it was', () => {
      const { messages } = sentTo(blind, ({ builder, say }) => {
        const [one, other] = [builder.ids.call(), builder.ids.call()]
        say(asked('Draw.'))
        say(called([one, other]))
        const [first, second] = resulted([one, other]).parts
        if (first === undefined || second === undefined) throw new Error('two results were made')
        say({
          role: 'tool-results',
          parts: [
            { ...first, content: [image] },
            { ...second, content: [{ kind: 'text', text: 'found' }] },
          ],
        })
      })
      const note = '<system-note>1 attachment(s) left out: this model takes no images.</system-note>'
      expect(messages[2]).toMatchObject({
        parts: [{ content: [{ kind: 'text', text: note }] }, { content: [{ kind: 'text', text: 'found' }] }],
      })
    })

    it('[C8] so it is with what another model made, and the note is what counts', () => {
      const { messages, last } = sentTo(blind, ({ say }) => {
        say(asked('Draw.'))
        say({ ...answered(''), parts: [image] })
        say(asked('And?'))
        say({ ...answered(''), parts: [image] })
      })
      const note = '<system-note>1 attachment(s) left out: this model takes no images.</system-note>'
      expect(messages[3]).toMatchObject({ form: 'plain', parts: [{ kind: 'text', text: note }] })
      expect(last?.tokensAfter).toBe(roughTokenCounts.text(note) + MESSAGE_OVERHEAD)
    })

    it('[C7] [C8] what a model made itself it reads again as it wrote it', () => {
      const native = { protocol: 'demo', content: ['a picture'] }
      const { messages } = sentTo(blind, ({ say }) => {
        say(asked('Draw.'))
        say({ ...answered(''), parts: [image], native })
        say(asked('And?'))
      })
      expect(messages[1]).toMatchObject({ form: 'native', native })
    })
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
