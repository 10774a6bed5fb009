import { answered, asked, called, resulted } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import { assembled, exampleChat, exampleModel, exampleSettings } from '../testing/example-input.ts'

const withoutImages = { ...exampleModel, takes: { images: false, files: true, tools: true } }
const image = { kind: 'file' as const, blob: 'a', name: 'a.png', mediaType: 'image/png', size: 9 }

describe('toReport', () => {
  it('[C17] lists every layer that changed a message, in order', () => {
    const { builder, say, path } = exampleChat()
    const callId = builder.ids.call()
    say(asked('What is in the log?'))
    say(called([callId]))
    const facts = resulted([callId])
    const text = { kind: 'text' as const, text: 'x'.repeat(50_000) }
    say({ ...facts, parts: facts.parts.map(part => ({ ...part, content: [text, image] })) })
    expect(assembled(path(), { model: withoutImages }).report.messages[2]).toMatchObject({
      fate: 'trimmed',
      layer: 'attachments',
      decisions: [
        { layer: 'result-limits', fate: 'trimmed', because: '1 of 1 results cut to 30,000 characters' },
        { layer: 'attachments', fate: 'trimmed', because: '1 attachment left out: this model takes no images' },
      ],
    })
  })

  it('[C17] [C19] a pinned message without one of its files still reads as pinned', () => {
    const { say, path } = exampleChat()
    const messageId = say({ role: 'user', parts: [image, { kind: 'text', text: 'Look.' }] })
    say(asked('And?'))
    const marks = [
      { kind: 'pinned' as const, messageId },
      { kind: 'released' as const, messageId, blob: 'a' },
    ]
    expect(assembled(path(), { marks }).report.messages[0]).toMatchObject({
      fate: 'pinned',
      layer: 'persons-marks',
      decisions: [
        { layer: 'persons-marks', fate: 'pinned' },
        { layer: 'attachments', fate: 'trimmed', because: '1 attachment was removed' },
      ],
    })
  })

  it('[C17] begins with what each layer took out', () => {
    const { builder, say, path } = exampleChat()
    const callId = builder.ids.call()
    say(asked('What time is it?'))
    const facts = called([callId])
    say({ ...facts, parts: [{ kind: 'text', text: 'Let me see.' }, ...facts.parts] })
    say(resulted([callId]))
    say(answered('Noon.'))
    say(asked('Thanks.'))
    const settings = exampleSettings({ previousCycles: 'strip' })
    const { report } = assembled(path(), { settings })
    expect(report.layers).toEqual([
      {
        layer: 'previous-cycles',
        label: 'Earlier tool calls',
        messages: 1,
        shortened: 1,
        calls: 1,
        results: 1,
        tokens: assembled(path()).report.budget.used.total - report.budget.used.total,
      },
    ])
  })

  it('[C17] a message that one layer decided about has that decision alone', () => {
    const { say, path } = exampleChat()
    say(asked('Hi'))
    expect(assembled(path()).report.messages[0]).toMatchObject({ fate: 'sent', layer: 'special-roles', decisions: [] })
  })
})
