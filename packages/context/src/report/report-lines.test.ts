import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assemble } from '../assemble.ts'
import { manifestOf } from '../draft/request-blocks.ts'
import { assembleInputs } from '../testing/assemble-inputs.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import type { Report } from './report.ts'
import { fromReportLines, toReportLines } from './report-lines.ts'

it('[C17] [X1] any report comes back from its lines as it was', () => {
  fc.assert(
    fc.property(assembleInputs(), fc.boolean(), (input, follows) => {
      const first = assemble({ ...input, path: input.path.slice(0, -1) })
      const previous = follows && first.kind === 'assembled' ? manifestOf(first.request) : null
      const { report } = assemble({ ...input, previous })
      expect(fromReportLines(toReportLines(report))).toEqual(report)
    }),
    { numRuns: propertyRuns(200) },
  )
})

const report: Report = {
  layers: [],
  earlier: null,
  messages: ['msg_a', 'msg_b', 'msg_c'].map((_, index) => ({
    messageId: `msg_${index}`,
    role: 'user',
    fate: 'sent',
    layer: 'special-roles',
    because: 'it is said',
    decisions: [],
    form: 'plain',
    tokensBefore: 5,
    tokensAfter: 5,
    cached: index === 2,
  })),
  opening: null,
  system: [],
  tools: [],
  budget: {
    maximum: 10,
    maximumFrom: 'person',
    reserved: 1,
    budget: 9,
    used: { prompt: 0, documents: 0, summary: 0, tools: 0, messages: 15, total: 15 },
  },
  cache: {
    caching: 'marks',
    state: 'cold',
    prefixTokens: 0,
    sharedTokens: null,
    movedBy: null,
    life: { minutes: 60, weighed: { minutes: 5, short: 0.04, long: 0.03 } },
  },
  forgetting: { isForgotten: false, exchanges: 3, keep: 0.01, forget: 0.02 },
}

it('[X1] messages that are cached in no order come back so', () => {
  expect(fromReportLines(toReportLines(report))).toEqual(report)
})

it('[X1] lines written before decisions were listed are still read', () => {
  const decisions = [
    { layer: 'result-limits', fate: 'trimmed', because: 'one' },
    { layer: 'attachments', fate: 'trimmed', because: 'two' },
  ] as const
  const listed = { ...report, messages: report.messages.map(message => ({ ...message, decisions })) }
  const lines = toReportLines(listed)
  expect(fromReportLines(lines)).toEqual(listed)
  expect(fromReportLines(lines.filter(line => !line.startsWith('["decision"')))).toEqual(report)
})

it('[X1] lines that are no report are refused', () => {
  const lines = toReportLines(report)
  const wrong = [
    [],
    lines.slice(1),
    [...lines, '["message",1]'],
    [...lines, '{}'],
    [...lines, '["message","msg_a","user","eaten","budget","",null,1,1]'],
  ]
  for (const some of wrong) expect(() => fromReportLines(some)).toThrow(/report/)
})
