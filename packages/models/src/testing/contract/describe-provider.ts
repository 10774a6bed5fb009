import { type AnswerSettings, defaultAnswerSettings, type ModelFacts } from '@stet/history'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Connection } from '../../definition.ts'
import { ModelError } from '../../model-error.ts'
import { answerOf } from '../answer-of.ts'
import { conversation } from '../conversation.ts'
import { presentScenarios } from '../present-scenarios.ts'
import { createHarness, type Mapped, type ProviderUnderTest } from '../provider-harness.ts'
import { rechunk } from '../rechunk.ts'
import { describeAnswers, kindOf } from './describe-answers.ts'
import { describeErrors } from './describe-errors.ts'
import { describeEventFaults } from './describe-event-faults.ts'
import { describeMangled } from './describe-mangled.ts'
import { describeRecorded } from './describe-recorded.ts'
import { describeReplay } from './describe-replay.ts'
import { describeWireFaults } from './describe-wire-faults.ts'

/** The contract of a provider's folder, for every type, over a server that speaks its wire. */
export function describeProvider(name: string, subject: ProviderUnderTest): void {
  const { provider, fixtures } = subject
  const harness = createHarness(subject)
  const scenarios = presentScenarios(fixtures.scenarios)

  describe(`${name} keeps the contract of providers`, () => {
    beforeAll(harness.start)
    afterAll(harness.close)

    describe.each(scenarios)('$name', ({ scenario: { events, settings = {}, expected } }) => {
      const { native: content, ...rest } = expected
      const native = { protocol: provider.type, content }

      it('[P4] is read from the stream', async () => {
        harness.serve(harness.pieces(events))
        const { rawUsage, ...answer } = answerOf(await harness.run({ settings }))
        expect(answer).toEqual({ ...rest, native })
      })

      it.each([1, 7])('[FP-1] is the same in pieces of %i bytes', async size => {
        harness.serve([join(harness.pieces(events))])
        const { rawUsage, ...answer } = answerOf(
          await harness.run({ settings, connection: { fetch: rechunk(globalThis.fetch, size) } }),
        )
        expect(answer).toEqual({ ...rest, native })
      })
    })

    it.each(scenarios.filter(({ scenario }) => scenario.whole !== null))(
      '[P5] $name is the same without streaming, in the same events',
      async ({ scenario: { whole, settings, expected } }) => {
        harness.serveWhole(whole)
        const { end, parts, usage } = answerOf(await harness.run({ settings: { ...settings, streaming: false } }))
        expect({ end, parts, usage }).toEqual({ end: expected.end, parts: expected.parts, usage: expected.usage })
      },
    )

    describeAnswers([
      ...scenarios.map(({ name: scenarioName, scenario }) => ({
        name: `${scenarioName}, as a stream`,
        open: (signal: AbortSignal) => {
          harness.serve(harness.pieces(scenario.events))
          return harness.open({ signal, ...(scenario.settings && { settings: scenario.settings }) })
        },
        ends: scenario.expected.end,
      })),
      ...fixtures.failures.map(({ name: failureName, events, kind }) => ({
        name: failureName,
        open: (signal: AbortSignal) => {
          harness.serve(events.map(fixtures.frame))
          return harness.open({ signal })
        },
        ends: kind,
      })),
    ])

    describeWireFaults(harness, subject)
    if (fixtures.streamType === 'text/event-stream') describeEventFaults(harness, subject)
    describeErrors(harness, subject)
    describeMangled(harness, subject)
    describeReplay(harness, subject)
    describeRecorded(harness, subject)

    it('[P1] sends the headers of its definition when it answers and when it lists models', async () => {
      const sent: (string | null)[] = []
      const fetch: Connection['fetch'] = async (_, init) => {
        sent.push(new Headers(init?.headers).get('x-vendor'))
        return new Response('', { status: 403 })
      }
      const own = subject.connection('https://proxy.example')
      const credentials = { ...own.credentials, headers: { 'x-vendor': 'fixed' } }
      await harness.run({ connection: { credentials, fetch } })
      expect(sent).toEqual(['fixed'])
      const discovery = provider.discover({ ...own, credentials, fetch }, new AbortController().signal)
      await expect(discovery).rejects.toThrow(ModelError)
      expect([sent.length > 1, new Set(sent)]).toEqual([true, new Set(['fixed'])])
    })

    it('[P5] reports what is not applied before anything leaves, the same as when it is asked', async () => {
      const settings = everySetting
      harness.serve(harness.pieces(fixtures.say('Hello there.')))
      const reported: (Mapped & { readonly requests: number })[] = []
      await harness.run({
        settings,
        onMapped: mapped => reported.push({ ...mapped, requests: harness.server().requests.length }),
      })
      const { definition } = subject.connection(harness.server().url)
      const notApplied = provider.notApplied(fixtures.facts, settings, { definition })
      expect(reported).toEqual([{ notApplied, notes: expect.any(Array), requests: 0 }])
    })

    it('[P5] sends no setting to fail: any setting for any kind of model passes its own check', async () => {
      const kinds: readonly ModelFacts['reasoning'][] = ['none', 'budget', 'effort', 'level', 'switch']
      for (const reasoning of kinds) {
        for (const on of [true, false]) {
          harness.serve(harness.pieces(fixtures.say('Hello there.')))
          const settings = { ...everySetting, reasoning: { ...everySetting.reasoning, on } }
          const { thrown } = await harness.run({ settings, facts: { ...fixtures.facts, reasoning } })
          expect({ reasoning, on, thrown: kindOf(thrown) }).toEqual({ reasoning, on, thrown: null })
        }
      }
    })

    it('[C4] sends nothing that breaks a rule of its provider', async () => {
      harness.serve(harness.pieces(fixtures.say('Hello there.')))
      const content = [{ kind: 'text' as const, text: 'noon' }]
      const orphan = {
        kind: 'tool-result' as const,
        callId: 'call_1' as const,
        tool: 'clock',
        outcome: 'done' as const,
        content,
      }
      const asked = conversation('Hello?')
      const { events, thrown } = await harness.run({
        request: {
          ...asked,
          messages: [
            ...asked.messages,
            { form: 'plain', messageId: 'msg_9', role: 'tool-results', parts: [orphan], cacheMark: false },
          ],
        },
      })
      expect({ events, kind: kindOf(thrown), sent: harness.server().requests.length }).toEqual({
        events: [],
        kind: 'invalid-request',
        sent: 0,
      })
    })
  })
}

const everySetting: AnswerSettings = {
  ...defaultAnswerSettings,
  temperature: 0.5,
  topP: 0.9,
  topK: 40,
  outputLimit: 2_000,
  reasoning: { on: true, budgetTokens: 1_500, effort: 'low', summary: 'auto', level: 'low' },
  webSearch: true,
  webFetch: true,
  prefill: 'Well',
}

function join(pieces: readonly (string | Uint8Array)[]): Uint8Array {
  return Buffer.concat(pieces.map(piece => Buffer.from(piece)))
}
