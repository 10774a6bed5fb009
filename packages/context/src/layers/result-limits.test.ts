import type { ToolResultPart } from '@stet/history'
import { asked, called, resulted } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import { assembled, exampleChat, exampleSettings } from '../testing/example-input.ts'

/** One step whose calls have these results. */
function step(contents: readonly ToolResultPart['content'][]) {
  const { builder, say, path } = exampleChat()
  const callIds = contents.map(() => builder.ids.call())
  say(asked('Read.'))
  say(called(callIds))
  const facts = resulted(callIds)
  const results = say({
    ...facts,
    parts: facts.parts.map((part, index) => ({ ...part, content: contents[index] ?? [] })),
  })
  return { path: path(), results }
}

function text(value: string): ToolResultPart['content'] {
  return [{ kind: 'text', text: value }]
}

function limits(resultLimit: number, stepResultLimit: number) {
  return { settings: exampleSettings({ resultLimit, stepResultLimit }) }
}

function sentContents(path: ReturnType<typeof step>['path'], fields: ReturnType<typeof limits>) {
  const message = assembled(path, fields).request.messages.at(-1)
  if (message?.role !== 'tool-results') throw new Error('the last message is not the results')
  return message.parts.map(part => part.content)
}

const file = { kind: 'file', blob: 'b', name: 'a.png', mediaType: 'image/png', size: 1 } as const

describe('result limits', () => {
  it('[C5] cuts the middle out of a result that is too long, keeps its last tenth, and says how much', () => {
    const { path } = step([text(`${'x'.repeat(42_340)}end 1`)])
    expect(sentContents(path, limits(30_000, 100_000))).toEqual([
      text(`${'x'.repeat(27_000)}\n[… 12,345 characters cut]\n${'x'.repeat(2995)}end 1`),
    ])
  })

  it('[C5] leaves a result of exactly the limit as it is', () => {
    const { path, results } = step([text('x'.repeat(500))])
    expect(sentContents(path, limits(500, 1000))).toEqual([text('x'.repeat(500))])
    expect(assembled(path, limits(500, 1000)).report.messages.at(-1)).toMatchObject({
      messageId: results,
      fate: 'sent',
    })
  })

  it('[C5] cuts the longest results of a step until all fit, and leaves short ones whole', () => {
    const { path } = step([text('a'.repeat(100)), text('b'.repeat(900)), text('c'.repeat(800))])
    expect(sentContents(path, limits(850, 1000))).toEqual([
      text('a'.repeat(100)),
      text(`${'b'.repeat(405)}\n[… 450 characters cut]\n${'b'.repeat(45)}`),
      text(`${'c'.repeat(405)}\n[… 350 characters cut]\n${'c'.repeat(45)}`),
    ])
    expect(assembled(path, limits(850, 1000)).report.messages.at(-1)).toMatchObject({
      fate: 'trimmed',
      layer: 'result-limits',
      because: '2 of 3 results cut to 450 characters',
    })
  })

  it('[C5] keeps files, and puts the marker where the text was cut', () => {
    const { path } = step([[...text('x'.repeat(150)), file, ...text('y'.repeat(150))]])
    expect(sentContents(path, limits(200, 1000))).toEqual([
      [
        { kind: 'text', text: 'x'.repeat(150) },
        file,
        { kind: 'text', text: `${'y'.repeat(30)}\n[… 100 characters cut]\n${'y'.repeat(20)}` },
      ],
    ])
  })

  it('[C5] cuts across texts: each keeps what is before or after the cut', () => {
    const { path } = step([[...text('x'.repeat(180)), file, ...text('y'.repeat(100)), ...text('z'.repeat(100))]])
    expect(sentContents(path, limits(200, 1000))).toEqual([
      [
        { kind: 'text', text: 'x'.repeat(180) },
        file,
        { kind: 'text', text: '[… 180 characters cut]' },
        { kind: 'text', text: 'z'.repeat(20) },
      ],
    ])
  })

  it('[C5] never sends half a character', () => {
    const { path } = step([text(`${'x'.repeat(179)}\u{1f600}${'y'.repeat(200)}\u{1f600}${'z'.repeat(19)}`)])
    expect(sentContents(path, limits(200, 1000))).toEqual([
      text(`${'x'.repeat(179)}\n[… 202 characters cut]\n\u{1f600}${'z'.repeat(19)}`),
    ])
  })

  it('[C5] never makes a result longer', () => {
    const { path } = step([text('x'.repeat(220))])
    expect(sentContents(path, limits(200, 1000))).toEqual([text('x'.repeat(220))])
  })

  it('[C19] leaves a pinned result whole', () => {
    const { path, results } = step([text('x'.repeat(5000))])
    const marks = [{ kind: 'pinned' as const, messageId: results }]
    expect(assembled(path, { ...limits(200, 200), marks }).request.messages.at(-1)).toMatchObject({
      parts: [{ content: text('x'.repeat(5000)) }],
    })
  })

  it('[C5] counts what is sent of a cut result', () => {
    const { path } = step([text('x'.repeat(5000))])
    expect(assembled(path, limits(400, 400)).report.messages.at(-1)).toMatchObject({
      tokensBefore: 4 + 3 + 1250,
      tokensAfter: 4 + 3 + Math.ceil((400 + 2 + 24) / 4),
    })
  })
})
