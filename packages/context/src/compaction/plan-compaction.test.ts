import type { Lift, Message, MessageId, SummaryMessage } from '@stet/history'
import { answered, asked, called, request, resulted } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import { assemble } from '../assemble.ts'
import type { AssembleInput } from '../draft/assemble-input.ts'
import { type ExampleChat, exampleChat, exampleInput, exampleSettings } from '../testing/example-input.ts'
import { appliedPlan } from '../testing/planned-inputs.ts'
import { roughTokenCounts } from '../testing/rough-token-counts.ts'
import { createTokenCounts } from '../tokens/token-counts.ts'
import type { CompactionPlan } from './compaction-plan.ts'
import { type CompactionOptions, planCompaction } from './plan-compaction.ts'

type Settings = AssembleInput['settings']

/** A budget of that many tokens, four characters each. */
function limited(maxPromptTokens: number, fields: Partial<Settings> = {}): Settings {
  return exampleSettings({ maxPromptTokens, reservedResponseTokens: 0, ...fields })
}

function started(startAt: number): Settings['compaction'] {
  return { automatic: true, startAt, wait: false, model: null, length: null, facts: 1500 }
}

/** A message of that many tokens, the overhead included. */
function sized(tokens: number): string {
  return 'x'.repeat((tokens - 4) * 4)
}

/** A question and an answer in turn, of these sizes. */
function talk(...tokens: readonly number[]): ExampleChat & { readonly ids: readonly MessageId[] } {
  const chat = exampleChat()
  const ids = tokens.map((size, index) => chat.say(index % 2 === 0 ? asked(sized(size)) : answered(sized(size))))
  return { ...chat, ids }
}

function plan(
  path: readonly Message[],
  settings: Settings,
  fields: Partial<AssembleInput> = {},
  options: CompactionOptions = {},
) {
  return planCompaction(exampleInput(path, { settings, ...fields }), options)
}

function planned(...given: Parameters<typeof plan>): CompactionPlan {
  const made = plan(...given)
  if (made === null) throw new Error('there is no plan')
  return made
}

function summary(text: string, coversThrough: MessageId, form: SummaryMessage['form'] = 'prose') {
  const parts = [{ kind: 'text' as const, text }]
  return { role: 'summary' as const, parts, coversThrough, form, request: request(null) }
}

function assembledWith(input: AssembleInput) {
  const assembly = assemble(input)
  if (assembly.kind !== 'assembled') throw new Error(assembly.because)
  return assembly
}

function idsOf({ summarise }: CompactionPlan): readonly (MessageId | null)[] {
  return summarise.map(message => message.messageId)
}

describe('planCompaction', () => {
  it('[C10] plans nothing for a request that fits, to the token', () => {
    const { path } = talk(100, 100, 100)
    expect(plan(path(), limited(300))).toBeNull()
    expect(plan(path(), limited(299))).not.toBeNull()
  })

  it('[C10] first summarises everything older than the last six', () => {
    const { path, ids } = talk(500, 500, 100, 100, 100, 100, 100, 100, 100)
    expect(plan(path(), limited(1200))).toEqual({
      stage: 'older',
      coversThrough: ids[2],
      earlier: null,
      summarise: ids.slice(0, 3).map(id => expect.objectContaining({ messageId: id })),
      keep: ids.slice(3),
      summariseCurrent: false,
      target: 150,
      room: 1200 - 600 - 20 - 8 - 8,
      outputLimit: 564,
      replacedTokens: 1100,
      tokens: { before: 1700, after: 600 + 20 + 8 + 150 },
      because:
        'The request would have 1,700 tokens, but only 1,200 fit. Everything before the last 6 messages is summarised.',
    })
  })

  it('[C10] then keeps fewer of the recent ones, no fewer than it must', () => {
    const { path, ids } = talk(500, 500, 500, 500, 100, 100, 100, 100, 100)
    expect(planned(path(), limited(1100))).toMatchObject({
      stage: 'fewer-recent',
      coversThrough: ids[3],
      keep: ids.slice(4),
      because:
        'The request would have 2,500 tokens, but only 1,100 fit. The recent messages are large, so everything before the last 5 messages is summarised.',
    })
    expect(planned(path(), limited(450))).toMatchObject({ stage: 'fewer-recent', keep: ids.slice(6) })
  })

  it('[C10] then keeps the last one or two', () => {
    const { path, ids } = talk(500, 500, 500, 500, 500, 500, 500, 500, 100)
    expect(planned(path(), limited(1000))).toMatchObject({ stage: 'fewer-recent', keep: ids.slice(7) })
    expect(planned(path(), limited(500))).toMatchObject({
      stage: 'last-messages',
      coversThrough: ids[7],
      keep: ids.slice(8),
      because:
        'The request would have 4,100 tokens, but only 500 fit. The recent messages are too large, so everything before the last message is summarised.',
    })
    const settings = limited(1000, { recentMessagesToKeep: 5, minRecentMessagesToKeep: 4 })
    expect(planned(path(), settings)).toMatchObject({ stage: 'last-messages', keep: ids.slice(7) })
  })

  it('[C10] as a last resort makes one concise summary and sends the current message', () => {
    const { path, ids } = talk(500, 500, 500, 500, 500, 500, 500, 500, 930)
    expect(planned(path(), limited(1000))).toMatchObject({
      stage: 'last-resort',
      coversThrough: ids[7],
      keep: [ids[8]],
      target: 40,
      because:
        'The request would have 4,930 tokens, but only 1,000 fit. Even the last messages are too large, so a short summary and the current message are sent.',
    })
  })

  it('[C10] covers steps behind the current message as a last resort, and sends that whole', () => {
    const { builder, say, path } = exampleChat()
    say(asked(sized(500)))
    const answer = say(answered(sized(100)))
    const question = say(asked(sized(300)))
    const steps = [1, 2, 3].flatMap(() => {
      const call = builder.ids.call()
      const text = { kind: 'text' as const, text: sized(900) }
      const result = { ...resulted([call]).parts[0], content: [text] }
      return [say(called([call])), say({ role: 'tool-results', parts: [{ ...result, ...resultFacts(call) }] })]
    })
    const made = planned(path(), limited(800))
    expect(made).toMatchObject({ stage: 'last-resort', coversThrough: steps.at(-1), keep: [question] })
    expect(idsOf(made)).toEqual([expect.anything(), answer, question, ...steps])
  })

  it('[C10] never cuts between a call and its results', () => {
    const { builder, say, path } = exampleChat()
    const first = say(asked(sized(500)))
    const [one, other] = [builder.ids.call(), builder.ids.call()]
    const calls = say(called([one, other]))
    const results = say(resulted([one, other]))
    const last = say(answered(sized(100)))
    const next = say(asked(sized(100)))
    expect(planned(path(), limited(400, { recentMessagesToKeep: 3 }))).toMatchObject({
      stage: 'older',
      coversThrough: first,
      keep: [calls, results, last, next],
    })
  })

  it('[C10] hangs the summary on the current message where results that cannot be read leave no other place', () => {
    const { builder, say, path } = exampleChat()
    const call = builder.ids.call()
    const first = say(asked(sized(500)))
    say(called([call]))
    const lost = say({ role: 'unreadable', because: 'the seal is broken' })
    const change = { roots: [], added: [], removed: [], directives: [{ path: 'a', text: sized(800) }] }
    const changed = say({ role: 'env-changed', ...change })
    const question = say(asked(sized(300)))
    const made = planned(path(), limited(900))
    expect(made).toMatchObject({ stage: 'last-resort', coversThrough: question, keep: [question] })
    expect(idsOf(made)).toEqual([first, changed, question])
    expect(idsOf(made)).not.toContain(lost)
  })

  it('[C12] by hand hangs it there too, when nothing before the message leaves a place', () => {
    const { builder, say, path } = exampleChat()
    say(called([builder.ids.call()]))
    say({ role: 'unreadable', because: 'the seal is broken' })
    const change = { roots: [], added: [], removed: [], directives: [{ path: 'a', text: sized(800) }] }
    const changed = say({ role: 'env-changed', ...change })
    const question = say(asked(sized(50)))
    const made = planned(path(), limited(900), {}, { byHand: true })
    expect(made).toMatchObject({ stage: 'by-hand', coversThrough: question, keep: [question] })
    expect(idsOf(made)).toEqual([changed, question])
  })

  it('[C10] trims documents to nothing before it touches a message', () => {
    const { path } = talk(100, 100, 100)
    const documents = [{ id: 'd', name: 'd', text: 'y'.repeat(10_000) }]
    expect(plan(path(), limited(300), { documents })).toBeNull()
    expect(plan(path(), limited(400), { documents })).toBeNull()
  })

  it('[C10] summarises a single huge message, which is not dropped', () => {
    const { path, ids } = talk(50, 9000, 50)
    const made = planned(path(), limited(1000))
    expect(made).toMatchObject({ stage: 'last-messages', coversThrough: ids[1], keep: [ids[2]] })
    expect(idsOf(made)).toEqual(ids.slice(0, 2))
  })

  it('[C10] summarises the current message when it does not fit beside what must be sent with it, and only then', () => {
    const { path, ids } = talk(100, 100, 1001)
    expect(planned(path(), limited(1000))).toMatchObject({
      stage: 'last-resort',
      coversThrough: ids[2],
      summariseCurrent: true,
      keep: [],
      because: expect.stringContaining('the chat keeps it whole'),
    })
    expect(idsOf(planned(path(), limited(1000)))).toEqual(ids)
    // It fits alone, but not beside the shortest summary.
    expect(planned(path(), limited(1040))).toMatchObject({ summariseCurrent: true, keep: [] })
    expect(planned(path(), limited(1055))).toMatchObject({ summariseCurrent: false, keep: [ids[2]] })
    // Nor beside the system prompt.
    const system = { system: 'y'.repeat(800) }
    expect(planned(talk(1100).path(), limited(1200), system)).toMatchObject({ summariseCurrent: true, keep: [] })
    expect(plan(talk(900).path(), limited(1200), system)).toBeNull()
  })

  it('[C10] puts the earlier summary in first, and not what it covers', () => {
    const { builder, path, ids } = talk(100, 100, 500, 500, 100)
    const earlier = builder.add(ids[1] ?? 'msg_', summary('They met.', ids[1] ?? 'msg_'))
    const made = planned(path(), limited(600))
    expect(made.earlier).toEqual({ messageId: earlier, text: 'They met.' })
    expect(idsOf(made)).toEqual(ids.slice(2, 4))
  })

  it('[C10] makes a shorter summary of one that is too large itself', () => {
    const { builder, path, ids } = talk(100, 100, 100)
    builder.add(ids[1] ?? 'msg_', summary('y'.repeat(4000), ids[1] ?? 'msg_'))
    const made = planned(path(), limited(500))
    expect(made).toMatchObject({
      stage: 'last-resort',
      coversThrough: ids[1],
      summarise: [],
      keep: [ids[2]],
      target: 62,
    })
    expect(made.earlier?.text).toHaveLength(4000)
  })

  it('[H6] a summary made after a clear replaces only what follows the clear', () => {
    const { builder, path, ids } = talk(100, 100, 500, 500, 100)
    builder.add(ids[0] ?? 'msg_', summary('They met.', ids[0] ?? 'msg_'))
    builder.add(ids[1] ?? 'msg_', { role: 'clear' })
    const made = planned(path(), limited(600))
    expect(made.earlier).toBeNull()
    expect(idsOf(made)).toEqual(ids.slice(2, 4))
  })

  it('[C10] a current message that a clear hides goes into the summary, for what follows is about it', () => {
    const { builder, say, path, ids } = talk(100, 100, 1100)
    builder.add(ids[2] ?? 'msg_', { role: 'clear' })
    const answer = say(answered(sized(400)))
    const made = planned(path(), limited(1000))
    expect(made).toMatchObject({ stage: 'last-resort', coversThrough: answer, summariseCurrent: true })
    expect(idsOf(made)).toEqual([ids[2], answer])
  })

  it('[C10] leaves out of a summary what would not be sent', () => {
    const { path, ids } = talk(100, 100, 500, 500, 100)
    const marks = [{ kind: 'left-out' as const, messageId: ids[2] ?? 'msg_' }]
    expect(idsOf(planned(path(), limited(600), { marks }))).toEqual([ids[0], ids[1], ids[3]])
  })

  it('[C19] keeps what is pinned if it can, and lets it go if it must', () => {
    const { path, ids } = talk(100, 500, 500, 500, 100)
    const marks = [{ kind: 'pinned' as const, messageId: ids[1] ?? 'msg_' }]
    const settings = { recentMessagesToKeep: 2, minRecentMessagesToKeep: 1 }
    expect(planned(path(), limited(900, settings)).keep).toEqual([ids[3], ids[4]])
    expect(planned(path(), limited(900, settings), { marks }).keep).toEqual([ids[1], ids[4]])
    const input = exampleInput(path(), { marks, settings: limited(500, settings) })
    const made = planned(path(), input.settings, { marks })
    expect(made.keep).toEqual([ids[4]])
    const { request: sent } = assembledWith(appliedPlan(input, made, 'They met.'))
    expect(sent.messages.map(message => message.messageId)).toEqual([null, ids[4]])
  })

  it('[C10] is null when no summary would make it fit, which the assembly says by name', () => {
    const { path } = talk(500, 500, 100)
    expect(plan(path(), limited(1000), { system: 'y'.repeat(4000) })).toBeNull()
  })

  it('[C12] starts at a share of the budget, and ends below it', () => {
    const { path, ids } = talk(100, 100, 100, 100, 100, 100, 100, 100)
    expect(plan(path(), limited(1000))).toBeNull()
    expect(plan(path(), limited(1000, { compaction: started(0.8) }))).toBeNull()
    expect(planned(path(), limited(1000, { compaction: started(0.79) }))).toMatchObject({
      stage: 'older',
      coversThrough: ids[1],
      because:
        'The request would have 800 tokens, and compaction starts at 79% of 1,000. Everything before the last 6 messages is summarised.',
    })
  })

  it('[C12] leaves alone what fits when no summary brings it below that share', () => {
    const { path } = talk(100, 100, 700)
    expect(plan(path(), limited(1000, { compaction: started(0.5) }))).toBeNull()
    expect(planned(path(), limited(880, { compaction: started(0.5) }))).toMatchObject({ stage: 'last-messages' })
  })

  it('[C12] off means off', () => {
    const { path } = talk(500, 500, 100)
    const compaction = { ...started(1), automatic: false }
    expect(plan(path(), limited(600))).not.toBeNull()
    expect(plan(path(), limited(600, { compaction }))).toBeNull()
    expect(plan(path(), limited(600, { compaction }), {}, { byHand: true })).toMatchObject({ stage: 'by-hand' })
  })

  it('[H6] a lift switches automatic compaction off below it, until it is switched on again', () => {
    const { builder, path, ids } = talk(500, 500, 100)
    const checkpoint = builder.add(ids[1] ?? 'msg_', summary('They met.', ids[1] ?? 'msg_'))
    const lift: Lift = { checkpoint, below: ids[2] ?? 'msg_', automaticCompaction: 'off' }
    expect(plan(path(), limited(600))).toBeNull()
    expect(plan(path(), limited(600), { lifts: [lift] })).toBeNull()
    expect(plan(path(), limited(600), { lifts: [lift] }, { byHand: true })).toMatchObject({ coversThrough: ids[1] })
    const on: Lift = { ...lift, automaticCompaction: 'on' }
    expect(plan(path(), limited(600), { lifts: [on] })).toMatchObject({ coversThrough: ids[1], earlier: null })
  })

  it('[C12] by hand summarises all there is, also when it fits', () => {
    const { path, ids } = talk(100, 100, 100, 100)
    expect(plan(path(), limited(1000), {}, { byHand: true })).toEqual({
      stage: 'by-hand',
      coversThrough: ids[3],
      earlier: null,
      summarise: ids.map(id => expect.objectContaining({ messageId: id })),
      keep: [ids[2]],
      summariseCurrent: false,
      target: 100,
      room: 1000 - 100 - 8 - 8,
      outputLimit: 884,
      replacedTokens: 400,
      tokens: { before: 400, after: 100 + 8 + 100 },
      because: 'You asked for a summary of the conversation.',
    })
  })

  it('[C12] by hand keeps a message that is not answered yet', () => {
    const { path, ids } = talk(100, 100, 100)
    expect(planned(path(), limited(1000), {}, { byHand: true })).toMatchObject({
      coversThrough: ids[1],
      keep: [ids[2]],
    })
  })

  it('[C12] by hand plans a summary where the request will not fit with it either', () => {
    const { path, ids } = talk(100, 100, 100)
    const made = planned(path(), limited(1000), { system: 'y'.repeat(4000) }, { byHand: true })
    expect(made).toMatchObject({ coversThrough: ids[1], room: 200, target: 50 })
  })

  it('[C12] by hand is null when there is nothing to summarise', () => {
    const { builder, path, ids } = talk(100, 100)
    builder.add(ids[1] ?? 'msg_', summary('They met.', ids[1] ?? 'msg_'))
    expect(plan(path(), limited(1000), {}, { byHand: true })).toBeNull()
    expect(plan(talk(100).path(), limited(1000), {}, { byHand: true })).toBeNull()
  })

  it('[C11] a summary is made again from what it covers and from the one before it', () => {
    const { builder, path, ids } = talk(100, 100, 100, 100, 100)
    const earlier = builder.add(ids[0] ?? 'msg_', summary('They met.', ids[0] ?? 'msg_'))
    const again = builder.add(ids[2] ?? 'msg_', summary('This is no summary.', ids[2] ?? 'msg_', 'truncated'))
    const made = planned(path(), limited(1000), {}, { again })
    expect(made).toMatchObject({
      stage: 'by-hand',
      coversThrough: ids[2],
      earlier: { messageId: earlier, text: 'They met.' },
      keep: ids.slice(3),
      because: 'You asked to make this summary again.',
    })
    expect(idsOf(made)).toEqual(ids.slice(1, 3))
    expect(() => plan(path(), limited(1000), {}, { again: ids[1] ?? 'msg_' })).toThrow(/is no summary on the path/)
  })

  it('[C10] costs what the messages cost that it looks at, however many may be kept', () => {
    const looks = (length: number) => {
      const { path } = talk(...new Array<number>(length).fill(100))
      let count = 0
      const message = (value: Message) => {
        count += 1
        return roughTokenCounts.message(value)
      }
      const settings = limited(1000, { recentMessagesToKeep: length - 1, minRecentMessagesToKeep: 1 })
      expect(planned(path(), settings, { tokens: { ...roughTokenCounts, message } })).toMatchObject({
        keep: { length: 8 },
      })
      return count
    }
    expect(looks(401) / looks(101)).toBeLessThan(5)
  })

  it('[C15] leaves no count behind of a summary that was not made', () => {
    const { path } = talk(100, 100, 100)
    const tokens = createTokenCounts()
    expect(plan(path(), limited(100), { tokens })).not.toBeNull()
    expect([...tokens.counted.keys()].sort()).toEqual(path().map(message => message.id))
  })

  it('[C10] needs the path back to the checkpoint or the start, and says so', () => {
    const { path } = talk(100, 100, 500, 500, 100)
    expect(() => plan(path().slice(1), limited(600))).toThrow(/what precedes it must be loaded too/)
  })
})

function resultFacts(callId: ReturnType<ExampleChat['builder']['ids']['call']>) {
  return { kind: 'tool-result' as const, callId, tool: 'read_file', outcome: 'done' as const }
}
