import type { AssistantPart, CallId, Json, ModelRequest, RequestMessage, ToolResultPart } from '@stet/history'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../../model-event.ts'
import { answerOf } from '../answer-of.ts'
import { presentScenarios } from '../present-scenarios.ts'
import type { Harness, ProviderUnderTest } from '../provider-harness.ts'
import { kindOf } from './describe-answers.ts'

/** The next turn: the answer goes back native to its origin, byte for byte, or plain to another (C7). */
export function describeReplay(harness: Harness, { fixtures }: ProviderUnderTest): void {
  const replayed = fixtures.replayed ?? jsonOf
  const scenarios = presentScenarios(fixtures.scenarios)

  async function send(request: ModelRequest): Promise<string> {
    harness.serve(harness.pieces(fixtures.say('Hello there.')))
    const { thrown } = await harness.run({ request })
    if (thrown !== null) throw thrown
    return harness.server().requests[0]?.body ?? ''
  }

  async function answerTo(events: readonly Json[], settings = {}): Promise<Answer> {
    harness.serve(harness.pieces(events))
    return answerOf(await harness.run({ settings }))
  }

  describe('in the next turn', () => {
    it.each(scenarios)('[C7] $name goes back byte for byte', async ({ scenario }) => {
      const answer = await answerTo(scenario.events, scenario.settings)
      const body = await send(nextTurn(answer, 'native'))
      expect(replayed(answer.native?.content ?? null).filter(text => !body.includes(text))).toEqual([])
    })

    it.each(scenarios.filter(({ scenario }) => scenario.whole !== null))(
      '[C7] $name goes back byte for byte when it came whole',
      async ({ scenario }) => {
        harness.serveWhole(scenario.whole)
        const answer = answerOf(await harness.run({ settings: { ...scenario.settings, streaming: false } }))
        const body = await send(nextTurn(answer, 'native'))
        expect(replayed(answer.native?.content ?? null).filter(text => !body.includes(text))).toEqual([])
      },
    )

    it.each(scenarios)('[C7] $name goes plain without reasoning and signatures', async ({ scenario }) => {
      const { parts } = await answerTo(scenario.events, scenario.settings)
      const body = await send(nextTurn({ parts, native: null }, 'plain'))
      const inner = parts.flatMap(part => (part.kind === 'reasoning' ? [part.text, part.signature ?? ''] : []))
      expect(inner.filter(text => text !== '' && body.includes(JSON.stringify(text).slice(1, -1)))).toEqual([])
      const said = parts.flatMap(part => (part.kind === 'text' && /\S/.test(part.text) ? [part.text] : []))
      expect(said.filter(text => !body.includes(JSON.stringify(text).slice(1, -1)))).toEqual([])
    })

    it.each(['native', 'plain'] as const)(
      '[FP-11] every result of a %s call is paired once, whatever the ids',
      async form => {
        const ids = [null, 'same', 'same', 'i'.repeat(200), 'with spaces/and:more']
        const events = fixtures.call(ids.map((id, index) => ({ id, tool: 'clock', input: `{"n":${index}}` })))
        if (events === null) throw new Error('any family can carry calls with an object for input')
        const body = await send(nextTurn(await answerTo(events), form))
        expect(ids.map((_, index) => body.split(`result ${index} of`).length - 1)).toEqual(ids.map(() => 1))
      },
    )

    it('[FP-14] a call without its result is not sent', async () => {
      const events = fixtures.call([{ id: 'id_1', tool: 'clock', input: '{}' }])
      if (events === null) throw new Error('any family can carry calls with an object for input')
      const { messages, ...rest } = nextTurn(await answerTo(events), 'plain')
      const unanswered = messages.filter(({ role }) => role !== 'tool-results')
      harness.serve(harness.pieces(fixtures.say('Hello there.')))
      const { thrown } = await harness.run({
        request: { ...rest, messages: [...unanswered, user('msg_3', 'And now?')] },
      })
      expect({ kind: kindOf(thrown), sent: harness.server().requests.length }).toEqual({
        kind: 'invalid-request',
        sent: 0,
      })
    })
  })
}

function jsonOf(native: Json): readonly string[] {
  return Array.isArray(native) ? native.map(block => JSON.stringify(block)) : [JSON.stringify(native)]
}

function nextTurn({ parts, native }: Pick<Answer, 'parts' | 'native'>, form: 'native' | 'plain'): ModelRequest {
  const calls = parts.flatMap(part => (part.kind === 'tool-call' ? [part] : []))
  const callIds = calls.map((_, index): CallId => `call_${index}`)
  const results = calls.map(({ tool }, index): ToolResultPart => {
    const content = [{ kind: 'text' as const, text: `result ${index} of ${tool}` }]
    return { kind: 'tool-result', callId: callIds[index] ?? 'call_0', tool, outcome: 'done', content }
  })
  const base = { messageId: 'msg_1', role: 'assistant', cacheMark: false } as const
  const answer: RequestMessage =
    form === 'native' && native !== null
      ? {
          ...base,
          form: 'native',
          native,
          calls: calls.map(({ providerCallId }, index) => ({ callId: callIds[index] ?? 'call_0', providerCallId })),
        }
      : { ...base, form: 'plain', parts: toPlain(parts, callIds) }
  const isSaid =
    form === 'native' || parts.some(part => part.kind === 'tool-call' || (part.kind === 'text' && part.text !== ''))
  return {
    system: [],
    messages: [
      user('msg_0', 'Hello?'),
      ...(isSaid ? [answer] : []),
      results.length > 0
        ? { form: 'plain', messageId: 'msg_2', role: 'tool-results', parts: results, cacheMark: false }
        : user('msg_2', 'And now?'),
    ],
    tools: [...new Set(calls.map(({ tool }) => tool))].map(name => ({
      name,
      description: 'A tool.',
      input: { type: 'object', properties: {} },
    })),
  }
}

function user(messageId: `msg_${string}`, text: string): RequestMessage {
  return { form: 'plain', messageId, role: 'user', parts: [{ kind: 'text', text }], cacheMark: false }
}

function toPlain(parts: Answer['parts'], callIds: readonly CallId[]): readonly AssistantPart[] {
  let called = 0
  return parts.flatMap((part): readonly AssistantPart[] => {
    if (part.kind === 'made-file') return []
    if (part.kind !== 'tool-call') return [part]
    const callId = callIds[called] ?? 'call_0'
    called += 1
    return [{ ...part, callId }]
  })
}
