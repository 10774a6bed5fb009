import { answered, asked, called, resulted } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import type { AssembleInput } from '../draft/assemble-input.ts'
import { manifestOf } from '../draft/request-blocks.ts'
import { assembled, type ExampleChat, exampleChat, exampleModel, exampleSettings } from '../testing/example-input.ts'
import { compareReports } from './compare-reports.ts'

const prices = { input: 10, cacheRead: 1, cacheWrite: 12.5, output: 50 }

function work() {
  const chat = exampleChat()
  chat.say(asked('x'.repeat(400)))
  const { calls, results } = step(chat)
  chat.say(answered('y'.repeat(400)))
  chat.say(asked('z'.repeat(400)))
  return { chat, path: chat.path(), calls, results }
}

function step({ builder, say }: ExampleChat) {
  const callId = builder.ids.call()
  return { calls: say(called([callId])), results: say(resulted([callId])) }
}

/** The same while the last message is answered: its first step is saved. */
function working() {
  const { chat } = work()
  step(chat)
  return { path: chat.path() }
}

function compared(before: Partial<AssembleInput>, after: Partial<AssembleInput>, requests = 10) {
  const { path, calls, results } = work()
  const comparison = compareReports(assembled(path, before).report, assembled(path, after).report, { prices, requests })
  return { comparison, calls, results }
}

describe('compareReports', () => {
  it('[C17] the same settings change nothing and cost the same', () => {
    expect(compared({}, {}).comparison).toEqual({
      messages: [],
      blocks: [],
      tokens: { before: 327, after: 327 },
      now: { before: 0.003_27, after: 0.003_27, reliable: true },
      next: { before: 0.0327, after: 0.0327, reliable: true },
    })
  })

  it('[C17] says which messages another setting takes out, and what that saves', () => {
    const { comparison, calls, results } = compared({}, { settings: exampleSettings({ previousCycles: 'strip' }) })
    expect(comparison).toEqual({
      messages: [
        {
          messageId: calls,
          before: {
            fate: 'sent',
            layer: 'origins',
            because: 'in plain form: its native form was not kept',
            tokens: 8,
          },
          after: {
            fate: 'forgotten',
            layer: 'previous-cycles',
            because: 'tool results are sent only until your next message',
            tokens: 0,
          },
        },
        {
          messageId: results,
          before: { fate: 'sent', layer: 'special-roles', because: '', tokens: 7 },
          after: {
            fate: 'forgotten',
            layer: 'previous-cycles',
            because: 'tool results are sent only until your next message',
            tokens: 0,
          },
        },
      ],
      blocks: [],
      tokens: { before: 327, after: 312 },
      now: { before: 0.003_27, after: 0.003_12, reliable: true },
      next: { before: 0.0327, after: 0.0312, reliable: true },
    })
  })

  it('[C17] says which tools and documents come and go', () => {
    const tool = { name: 'clock', description: '', input: {} }
    expect(compared({ tools: [tool] }, { documents: [{ id: 'd', name: 'd', text: '' }] }).comparison.blocks).toEqual([
      {
        kind: 'tool',
        name: 'clock',
        before: { fate: 'sent', layer: 'special-roles', because: '', tokens: 11 },
        after: null,
      },
      {
        kind: 'document',
        name: 'd',
        before: null,
        after: { fate: 'sent', layer: 'documents', because: '', tokens: 39 },
      },
    ])
  })

  it('[C17] [C14] writing the cache costs more now and less with every request after', () => {
    const model = { ...exampleModel, caching: 'marks' as const }
    const off = { model, settings: exampleSettings({ cache: 'all-off' }) }
    const on = { model, settings: exampleSettings({ cache: 'cached' }) }
    const { path } = working()
    const reports = [assembled(path, off).report, assembled(path, on).report] as const
    const { now, next, tokens } = compareReports(...reports, { prices, requests: 3 })
    expect(tokens).toEqual({ before: 342, after: 342 })
    expect(now?.after).toBeCloseTo((342 * 12.5) / 1_000_000, 12)
    expect(next?.after).toBeCloseTo((3 * 342 * 1) / 1_000_000, 12)
    expect(next?.before).toBeCloseTo((3 * 342 * 10) / 1_000_000, 12)
  })

  it('[C17] what a warm cache holds is read, not written', () => {
    const { path } = working()
    const model = { ...exampleModel, caching: 'marks' as const }
    const input = { model, settings: exampleSettings({ cache: 'cached' }) }
    const previous = manifestOf(assembled(path, input).request)
    const warm = assembled(path, { ...input, previous, cache: { state: 'warm' } }).report
    const cold = assembled(path, { ...input, previous, cache: { state: 'cold' } }).report
    const { now } = compareReports(cold, warm, { prices, requests: 0 })
    expect(now?.before).toBeCloseTo((342 * 12.5) / 1_000_000, 12)
    expect(now?.after).toBeCloseTo((342 * 1) / 1_000_000, 12)
  })

  it('[C17] without a price list it reports the tokens and no money', () => {
    const { path } = work()
    const { report } = assembled(path)
    expect(compareReports(report, report, { prices: null, requests: 10 })).toEqual({
      messages: [],
      blocks: [],
      tokens: { before: 327, after: 327 },
      now: null,
      next: null,
    })
  })

  it('[C17] a price that is missing makes the sum unreliable only where it is needed', () => {
    const { path } = work()
    const unpriced = { ...prices, cacheRead: null, cacheWrite: null }
    const none = assembled(path).report
    const marked = assembled(path, {
      model: { ...exampleModel, caching: 'marks' },
      settings: exampleSettings({ cache: 'cached' }),
    }).report
    expect(compareReports(none, none, { prices: unpriced, requests: 1 }).now?.reliable).toBe(true)
    expect(compareReports(none, marked, { prices: unpriced, requests: 1 }).now?.reliable).toBe(false)
  })

  it('[C17] a message that one report only counts among the earlier ones is compared as such', () => {
    const { builder, say, path } = exampleChat()
    const first = say(asked('one'))
    say(answered('two'))
    say(asked('three'))
    const before = assembled(path()).report
    builder.add(first, { role: 'clear' })
    const { messages } = compareReports(before, assembled(path()).report, { prices, requests: 1 })
    expect(messages).toContainEqual({
      messageId: first,
      before: { fate: 'sent', layer: 'special-roles', because: '', tokens: 5 },
      after: {
        fate: 'behind-checkpoint',
        layer: 'checkpoint',
        because: 'the chat was cleared after it',
        tokens: 0,
      },
    })
  })
})
