import { describe, expect, it } from 'vitest'
import { answerOf, publishedBy } from '../answer-of.ts'
import type { Harness, ProviderUnderTest } from '../provider-harness.ts'
import { kindOf } from './describe-answers.ts'

const said = 'Stet: “let it stand” – 👩🏽‍💻 und Ähnliches.'

/** What a provider owes when its server-sent events are not as they should be. */
export function describeEventFaults(harness: Harness, { fixtures }: ProviderUnderTest): void {
  const pieces = () => harness.pieces(fixtures.say(said))
  const half = () => pieces().slice(0, Math.ceil(pieces().length / 2))

  describe('over events that are not as they should be', () => {
    it('[FP-1] reads any line ends, a byte order mark and comments', async () => {
      for (const end of ['\r\n', '\r', '\n']) {
        const text = pieces()
          .map(piece => `: PROCESSING\n\n${piece}`)
          .join('')
        harness.serve([`\uFEFF${text.replaceAll('\n', end)}`])
        expect(publishedBy(await harness.run())).toBe(said)
      }
    })

    it.each([{ 'content-type': 'text/plain' }, { 'content-type': 'application/octet-stream' }, {}])(
      '[FP-1] reads events under the headers %j, and without names',
      async headers => {
        const body = pieces().map(piece => String(piece).replace(/^event:.*\n/gm, ''))
        harness.server().reply({ headers, body })
        expect(answerOf(await harness.run())).toMatchObject({ end: 'complete', parts: [{ kind: 'text', text: said }] })
      },
    )

    it('[FP-4] takes an answer that said how it ended for complete, also where nothing marks the end of the stream', async () => {
      harness.serve(fixtures.say(said).map(fixtures.frame))
      expect(answerOf(await harness.run())).toMatchObject({ end: 'complete', parts: [{ kind: 'text', text: said }] })
    })

    it('[FP-2] continues after events that are not JSON', async () => {
      harness.serve(pieces().flatMap(piece => ['data: {"cut": \n\n', piece]))
      const lines: string[] = []
      const record = await harness.run({ connection: { log: line => lines.push(line) } })
      expect({ text: answerOf(record).parts.at(-1), logged: lines.length }).toEqual({
        text: { kind: 'text', text: said },
        logged: 1,
      })
    })

    it('[FP-2] ends at the fifth event in a row that is no JSON, and keeps what came', async () => {
      harness.serve(half())
      const before = publishedBy(await harness.run())
      harness.serve([...half(), 'data: oops\n\n'.repeat(5), ...pieces().slice(half().length)])
      const record = await harness.run()
      expect({ published: publishedBy(record), kind: kindOf(record.thrown) }).toEqual({
        published: before,
        kind: 'protocol',
      })
    })
  })
}
