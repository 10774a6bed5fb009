import { describe, expect, it } from 'vitest'
import { answerOf, publishedBy } from '../answer-of.ts'
import type { Harness, ProviderUnderTest } from '../provider-harness.ts'
import { startWireServer, type WireStep } from '../wire-server.ts'
import { kindOf } from './describe-answers.ts'

const said =
  'Stet: “let it stand” – 👩🏽‍💻 und Ähnliches.\n\u001b[31mred\u001b[0m <script>alert(1)</script> ![x](https://example.org/x.png)'

/** Inputs that no tool can be run with. A wire that carries inputs as objects cannot carry the first four. */
const oddInputs: readonly (readonly [name: string, input: string])[] = [
  ['a truncated object', '{"path": "a'],
  ['nothing', ''],
  ['a list', '[1, 2]'],
  ['an object and more', '{"a":1} and so on'],
  ['five megabytes', JSON.stringify({ text: 'x'.repeat(5 * 1024 * 1024) })],
]

/** What a provider owes when its wire misbehaves. */
export function describeWireFaults(harness: Harness, { fixtures }: ProviderUnderTest): void {
  const carry = (input: string) => fixtures.call([{ id: 'id_1', tool: 'write', input }])
  const trailing = fixtures.trailing ?? 0
  const pieces = () => harness.pieces(fixtures.say(said))
  /** The first half of an answer: something was published and something is missing. */
  const half = () => pieces().slice(0, Math.ceil(pieces().length / 2))

  describe('over a wire that misbehaves', () => {
    it('[FP-17] passes markup and escapes on as the text they are', async () => {
      harness.serve(pieces())
      expect(answerOf(await harness.run()).parts).toContainEqual({ kind: 'text', text: said })
    })

    it('[FP-3] reports what arrived before the connection was lost, and never again', async () => {
      harness.serve(half())
      const before = publishedBy(await harness.run())
      harness.serve([...half(), { waitMs: 20 }, 'reset'])
      const record = await harness.run()
      expect({ published: publishedBy(record), kind: kindOf(record.thrown) }).toEqual({
        published: before,
        kind: 'network',
      })
      expect({ published: before === '', requests: harness.server().requests.length }).toEqual({
        published: false,
        requests: 1,
      })
    })

    it('[FP-4] takes a stream that ends early for broken off, wherever it ends', async () => {
      const whole = pieces()
      for (let count = 0; count < whole.length - trailing; count += 1) {
        harness.serve(whole.slice(0, count))
        const { events, thrown } = await harness.run()
        const finished = events.some(event => event.kind === 'answer-finished')
        expect({ count, finished, kind: kindOf(thrown) }).toEqual({ count, finished: false, kind: 'protocol' })
      }
    })

    it('[FP-13] ends a stream that says nothing more, one that never ends, and one without bounds', async () => {
      function* endless(): Generator<WireStep> {
        yield* half()
        const last = half().at(-1) ?? ''
        for (;;) yield* [last, { waitMs: 5 }]
      }
      harness.serve([...half(), 'hang'])
      const idle = await harness.run({ connection: { limits: { idleMs: 100 } } })
      harness.serve(endless())
      const slow = await harness.run({ connection: { limits: { totalMs: 300 } } })
      harness.serve(endless())
      const large = await harness.run({ connection: { limits: { bytes: 20_000 } } })
      expect([idle, slow, large].map(({ thrown }) => kindOf(thrown))).toEqual(['network', 'protocol', 'protocol'])
    })

    it('[FP-13] stops at once while nothing comes', async () => {
      for (const steps of [['hang'], [...half(), 'hang']] satisfies WireStep[][]) {
        harness.serve(steps)
        const controller = new AbortController()
        const running = harness.run({ signal: controller.signal })
        setTimeout(() => controller.abort(), 100)
        expect(kindOf((await running).thrown)).toBe('aborted')
      }
    })

    it('[FP-18] names a server that is not there, and a page that came instead', async () => {
      const gone = await startWireServer()
      await gone.close()
      const toGone: typeof globalThis.fetch = (input, init) => {
        const url = new URL(input instanceof Request ? input.url : input)
        return globalThis.fetch(new URL(url.pathname, gone.url), init)
      }
      const refused = await harness.run({ connection: { fetch: toGone } })
      expect(refused).toMatchObject({
        events: [],
        thrown: { kind: 'network', message: expect.stringContaining('ECONNREFUSED') },
      })
      harness.server().reply({ headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' })
      const page = await harness.run()
      expect(page).toMatchObject({
        events: [],
        thrown: { kind: 'protocol', message: expect.stringContaining('a web page') },
      })
    })

    it('[FP-12] passes on two hundred calls of tools that nobody declared', async () => {
      const calls = Array.from({ length: 200 }, (_, index) => ({
        id: `id_${index}`,
        tool: `unknown_${index}`,
        input: `{"n":${index}}`,
      }))
      const events = fixtures.call(calls)
      if (events === null) throw new Error('any family can carry calls with an object for input')
      harness.serve(harness.pieces(events))
      const made = answerOf(await harness.run()).parts.flatMap(part => (part.kind === 'tool-call' ? [part] : []))
      expect(made.map(({ tool, input }) => ({ tool, input }))).toEqual(
        calls.map(({ tool, input }) => ({ tool, input })),
      )
    })

    it.each(oddInputs.filter(([, input]) => carry(input) !== null))(
      '[FP-10] passes on %s as the input of a call, exactly as it was written',
      async (_name, input) => {
        harness.serve(harness.pieces(carry(input) ?? []))
        const { parts } = answerOf(await harness.run())
        // Five megabytes are compared here: a message that shows their difference helps nobody.
        expect(parts.flatMap(part => (part.kind === 'tool-call' ? [part.input === input] : []))).toEqual([true])
      },
    )

    it('[FP-11] passes on calls without ids and with the same id, as calls of their own', async () => {
      const ids = [null, null, 'same', 'same']
      const events = fixtures.call(ids.map((id, index) => ({ id, tool: 'clock', input: `{"n":${index}}` })))
      if (events === null) throw new Error('any family can carry calls with an object for input')
      harness.serve(harness.pieces(events))
      const calls = answerOf(await harness.run()).parts.filter(part => part.kind === 'tool-call')
      expect(calls.map(({ input, providerCallId }) => ({ input, providerCallId }))).toEqual(
        ids.map((providerCallId, index) => ({ input: `{"n":${index}}`, providerCallId })),
      )
    })

    it.each(Object.entries(fixtures.brokenUsage))(
      '[FP-16] takes usage that is %s for unknown',
      async (_name, events) => {
        harness.serve(harness.pieces(events))
        const { usage, end } = answerOf(await harness.run())
        expect({ usage, end }).toEqual({ usage: null, end: 'complete' })
      },
    )
  })
}
