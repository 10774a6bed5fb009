import type { Message } from '@stet/history'
import { answered, asked, called, resulted } from '@stet/history/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AssembleInput, Economy } from '../draft/assemble-input.ts'
import { budgetOf } from '../draft/budget-of.ts'
import { manifestOf } from '../draft/request-blocks.ts'
import { assembled, exampleChat, exampleInput, exampleModel, exampleSettings } from '../testing/example-input.ts'
import { compactedInputs } from '../testing/planned-inputs.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { compactionLimit, measureView } from './measure-view.ts'
import { planCompaction } from './plan-compaction.ts'
import { reportCompaction } from './report-compaction.ts'

/** Sixty messages of 1,004 tokens each, and a question. */
function talk() {
  const chat = exampleChat()
  for (let index = 0; index < 60; index += 1) {
    chat.say(index % 2 === 0 ? asked('x'.repeat(4000)) : answered('y'.repeat(4000)))
  }
  const before = chat.path()
  chat.say(asked('And then?'))
  return { chat, before, path: chat.path() }
}

const model = { ...exampleModel, caching: 'marks' as const }
const usual: Economy = {
  inputPrice: 3,
  read: 0.1,
  write: 1.25,
  sentRequests: 4,
  summary: { input: 0.1, output: 5 },
}
const manyRequests = { ...usual, sentRequests: 200 }

function inputFor(path: readonly Message[], economy: Economy | undefined, fields: Partial<AssembleInput> = {}) {
  const compaction = { ...exampleSettings().compaction, startAt: 0.5, wait: true }
  const settings = exampleSettings({ cache: 'cached', maxPromptTokens: 100_000, compaction })
  const previous = manifestOf(assembled(path.slice(0, -2), { settings, model }).request)
  const weighed = economy === undefined ? {} : { economy }
  return exampleInput(path, { settings, model, previous, cache: { state: 'warm' }, ...weighed, ...fields })
}

describe('a summary that may wait', () => {
  it('[X3] waits while reading from the cache is expected to cost less, and both sums are reported', () => {
    const { path } = talk()
    const few = inputFor(path, usual)
    expect(planCompaction(few)).toBeNull()
    const report = reportCompaction(few)
    expect(report).toEqual({
      kind: 'waiting',
      startsAt: compactionLimit(few),
      keep: expect.any(Number),
      summarise: expect.any(Number),
    })
    if (report.kind === 'waiting') expect(report.keep).toBeLessThan(report.summarise)
    const many = planCompaction(inputFor(path, manyRequests))
    expect(many?.stage).toBe('older')
    const sums = [...(many?.because.matchAll(/\$(\d+\.\d{4})/g) ?? [])].map(([, sum]) => Number(sum))
    expect(sums).toHaveLength(2)
    expect(sums[0]).toBeLessThan(sums[1] ?? 0)
  })

  it('[X3] waits longer where reading from the cache costs less', () => {
    const { path } = talk()
    const leastRequests = (read: number) => {
      const made = (sentRequests: number) =>
        planCompaction(inputFor(path, { ...usual, read, summary: { input: read, output: 5 }, sentRequests })) !== null
      return Array.from({ length: 400 }, (_, count) => count).find(made) ?? Number.POSITIVE_INFINITY
    }
    expect(leastRequests(0.1)).toBeLessThan(leastRequests(0.025))
  })

  it('[X3] is made where nothing can be weighed: without prices, with a cache that has expired, or when waiting is off', () => {
    const { path } = talk()
    const compaction = { ...exampleSettings().compaction, startAt: 0.5 }
    const off = exampleSettings({ cache: 'cached', maxPromptTokens: 100_000, compaction })
    const { summary: _unknown, ...unpriced } = usual
    const stages = [
      inputFor(path, undefined),
      inputFor(path, unpriced),
      inputFor(path, usual, { cache: { state: 'cold' } }),
      inputFor(path, usual, { previous: null }),
      inputFor(path, usual, { settings: off }),
    ].map(input => planCompaction(input)?.stage)
    expect(stages).toEqual(stages.map(() => 'older'))
  })

  it('[X3] is decided with the message of the user: what fits is not summarised in the middle of its work', () => {
    const { chat } = talk()
    const callId = chat.builder.ids.call()
    chat.say(called([callId]))
    chat.say(resulted([callId]))
    expect(planCompaction(inputFor(chat.path(), manyRequests))).toBeNull()
  })

  it('[X3] [C10] never waits for a request that does not fit, and is never made earlier than without waiting', () => {
    fc.assert(
      fc.property(
        compactedInputs(),
        fc.record({
          read: fc.constantFrom(0.025, 0.1),
          sentRequests: fc.nat({ max: 600 }),
          state: fc.constantFrom('warm' as const, 'cold' as const),
        }),
        (drawn, { read, sentRequests, state }) => {
          const economy = { ...usual, read, sentRequests }
          const compaction = { ...drawn.settings.compaction, wait: true }
          const input = { ...drawn, cache: { state }, economy, settings: { ...drawn.settings, compaction } }
          const [waiting, usually] = [planCompaction(input), planCompaction(drawn)]
          if (waiting === null) {
            const steps = measureView(drawn, Number.POSITIVE_INFINITY)
            let step = steps.next()
            while (step.done !== true) step = steps.next()
            const { total, yielding } = step.value
            if (usually !== null) expect(total - yielding).toBeLessThanOrEqual(budgetOf(input).budget)
          } else expect({ ...waiting, because: '' }).toEqual({ ...usually, because: '' })
        },
      ),
      { numRuns: propertyRuns(300) },
    )
  })
})
