import { answered, asked, request } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import type { AssembleInput } from '../draft/assemble-input.ts'
import { exampleChat, exampleInput, exampleSettings } from '../testing/example-input.ts'
import { reportCompaction } from './report-compaction.ts'

/** Ten messages of 104 tokens each. */
function talk() {
  const chat = exampleChat()
  const ids = Array.from({ length: 10 }, (_, index) =>
    chat.say(index % 2 === 0 ? asked('x'.repeat(400)) : answered('y'.repeat(400))),
  )
  return { ...chat, ids }
}

function within(maxPromptTokens: number, fields: Partial<AssembleInput['settings']> = {}) {
  return { settings: exampleSettings({ maxPromptTokens, reservedResponseTokens: 0, ...fields }) }
}

describe('reportCompaction', () => {
  it('[C10] names the messages that a summary would replace, and what would be left by an estimate', () => {
    const { ids, path } = talk()
    const report = reportCompaction(exampleInput(path(), within(1000)))
    expect(report).toMatchObject({
      kind: 'planned',
      startsAt: 1000,
      stage: 'older',
      summarised: ids.slice(0, 4),
      takesInSummary: false,
      summaryTokens: 104,
      because:
        'The request would have 1,040 tokens, but only 1,000 fit. Everything before the last 6 messages is summarised.',
    })
    if (report.kind !== 'planned') throw new Error(report.kind)
    expect(report.tokens.before).toBe(1040)
    expect(report.tokens.after).toBeLessThan(1000)
  })

  it('[C9] follows how many recent messages are kept, and how few at least', () => {
    const { path } = talk()
    const stageWith = (fields: Partial<AssembleInput['settings']>) => {
      const report = reportCompaction(exampleInput(path(), within(600, fields)))
      return report.kind === 'planned' ? [report.stage, report.summarised.length] : [report.kind]
    }
    expect([
      stageWith({}),
      stageWith({ recentMessagesToKeep: 3 }),
      stageWith({ recentMessagesToKeep: 8, minRecentMessagesToKeep: 7 }),
    ]).toEqual([
      ['fewer-recent', 6],
      ['older', 7],
      ['last-messages', 8],
    ])
  })

  it('[C12] starts at a share of what fits, and says where', () => {
    const { path } = talk()
    const at = (startAt: number) =>
      reportCompaction(
        exampleInput(
          path(),
          within(1100, {
            compaction: { automatic: true, startAt, wait: false, model: null, length: null, facts: 1500 },
          }),
        ),
      )
    expect(at(1)).toEqual({ kind: 'not-due', startsAt: 1100 })
    expect(at(0.8)).toMatchObject({ kind: 'planned', startsAt: 880, stage: 'older' })
  })

  it('[C12] [H6] is off by the setting, and where a checkpoint was lifted', () => {
    const { ids, path } = talk()
    const compaction = { automatic: false, startAt: 1, wait: false, model: null, length: null, facts: 1500 }
    expect(reportCompaction(exampleInput(path(), within(600, { compaction })))).toEqual({ kind: 'off', by: 'setting' })
    const [below = 'msg_'] = ids
    const lifts = [{ checkpoint: 'msg_gone', below, automaticCompaction: 'off' }] as const
    expect(reportCompaction(exampleInput(path(), { ...within(600), lifts }))).toEqual({ kind: 'off', by: 'lift' })
  })

  it('[C10] says when no summary would help: the system prompt alone is too large', () => {
    const { path } = talk()
    expect(reportCompaction(exampleInput(path(), { ...within(600), system: 's'.repeat(4000) }))).toEqual({
      kind: 'no-summary-helps',
      startsAt: 600,
    })
  })

  it('[C10] says that the summary before goes in first', () => {
    const { builder, ids, path } = talk()
    const [, covered = 'msg_'] = ids
    const parts = [{ kind: 'text', text: 'Before.' }] as const
    builder.add(covered, { role: 'summary', parts, coversThrough: covered, form: 'prose', request: request(null) })
    expect(reportCompaction(exampleInput(path(), within(800)))).toMatchObject({
      kind: 'planned',
      summarised: ids.slice(2, 4),
      takesInSummary: true,
    })
  })
})
