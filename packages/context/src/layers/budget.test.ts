import { answered, asked, request } from '@stet/history/testing'
import { describe, expect, it } from 'vitest'
import { assemble } from '../assemble.ts'
import {
  assembled,
  exampleChat,
  exampleInput,
  exampleModel,
  exampleSettings,
  sentOf,
} from '../testing/example-input.ts'

function limited(maxPromptTokens: number | null, reservedResponseTokens = 0) {
  return exampleSettings({ maxPromptTokens, reservedResponseTokens })
}

describe('budget', () => {
  it.each([
    [
      'the model’s window',
      null,
      32_000,
      null,
      { maximum: 32_000, maximumFrom: 'model', reserved: 512, budget: 31_488 },
    ],
    [
      '8,192 where it is not known',
      null,
      null,
      null,
      { maximum: 8192, maximumFrom: 'assumed', reserved: 512, budget: 7680 },
    ],
    ['the person’s own cap', 4000, 32_000, 900, { maximum: 4000, maximumFrom: 'person', reserved: 900, budget: 3100 }],
    [
      'no cap above the window',
      64_000,
      32_000,
      null,
      { maximum: 32_000, maximumFrom: 'model', reserved: 512, budget: 31_488 },
    ],
    [
      'room for the answer in the window',
      null,
      32_000,
      9000,
      { maximum: 32_000, maximumFrom: 'model', reserved: 8000, budget: 24_000 },
    ],
  ] as const)('[C9] the budget is %s', (_name, cap, contextWindow, outputLimit, expected) => {
    const { say, path } = exampleChat()
    say(asked('Hi'))
    const model = { ...exampleModel, contextWindow }
    expect(assembled(path(), { model, outputLimit, settings: limited(cap, 512) }).report.budget).toMatchObject(expected)
  })

  it('[C9] counts everything that is sent', () => {
    const { builder, say, path } = exampleChat()
    const first = say(asked('x'.repeat(400)))
    builder.add(first, {
      role: 'summary',
      parts: [{ kind: 'text', text: 'They met.' }],
      coversThrough: first,
      form: 'prose',
      request: request(null),
    })
    say(asked('x'.repeat(400)))
    const tools = [{ name: 'clock', description: 'Tells the time.', input: {} }]
    const documents = [{ id: 'd', name: 'd', text: 'y'.repeat(40) }]
    expect(assembled(path(), { system: 'Be brief.', tools, documents }).report.budget.used).toEqual({
      prompt: 3,
      documents: 49,
      summary: 11,
      tools: Math.ceil(JSON.stringify(tools[0]).length / 4),
      messages: 104,
      total: 3 + 49 + 11 + 104 + Math.ceil(JSON.stringify(tools[0]).length / 4),
    })
  })

  it('[C9] a request of exactly the budget is made, one of a token more is not', () => {
    const { say, path } = exampleChat()
    say(asked('x'.repeat(4000)))
    expect(assemble(exampleInput(path(), { settings: limited(1004) })).kind).toBe('assembled')
    expect(assemble(exampleInput(path(), { settings: limited(1003) })).kind).toBe('cannot-fit')
  })

  it('[C9] names what does not fit, and drops nothing in silence', () => {
    const { say, path } = exampleChat()
    const question = say(asked('x'.repeat(2000)))
    const answer = say(answered('y'.repeat(4000)))
    const next = say(asked('z'.repeat(400)))
    const assembly = assemble(exampleInput(path(), { system: 's'.repeat(800), settings: limited(1500, 100) }))
    expect(assembly).toMatchObject({
      kind: 'cannot-fit',
      because:
        'The request needs 1,812 tokens, but only 1,400 fit: your own limit of 1,500 minus 100 reserved for the answer. ' +
        'Largest: an answer (1,004), an earlier message from you (504), the system prompt (200).',
      needs: 1812,
      budget: 1400,
      largest: [
        { what: 'an answer', tokens: 1004, messageId: answer },
        { what: 'an earlier message from you', tokens: 504, messageId: question },
        { what: 'the system prompt', tokens: 200, messageId: null },
        { what: 'your current message', tokens: 104, messageId: next },
      ],
    })
    expect(assembly.report.messages.map(({ fate, layer }) => `${fate} (${layer})`)).toEqual([
      'over-budget (budget)',
      'sent (origins)',
      'sent (special-roles)',
    ])
  })

  it('[C9] says so when nothing is left beside what is kept for the answer', () => {
    const { say, path } = exampleChat()
    say(asked('Hi'))
    const model = { ...exampleModel, contextWindow: 4096 }
    expect(assemble(exampleInput(path(), { model, settings: limited(null, 8000) }))).toMatchObject({
      kind: 'cannot-fit',
      budget: 0,
    })
  })

  it('[C19] lets go of what is pinned behind a checkpoint, the oldest first, before it refuses', () => {
    const { builder, say, path } = exampleChat()
    const old = say(asked('a'.repeat(2000)))
    const newer = say(answered('b'.repeat(2000)))
    builder.add(newer, { role: 'clear' })
    const last = say(asked('c'.repeat(2000)))
    const marks = [old, newer].map(messageId => ({ kind: 'pinned' as const, messageId }))
    expect(sentOf(path(), { marks, settings: limited(1600) })).toEqual([null, old, newer, last])
    expect(sentOf(path(), { marks, settings: limited(1100) })).toEqual([null, newer, last])
    expect(sentOf(path(), { marks, settings: limited(600) })).toEqual([null, last])
    expect(assembled(path(), { marks, settings: limited(600) }).report.messages[0]).toMatchObject({
      fate: 'over-budget',
      layer: 'budget',
      because: 'you pinned it, but there is no space for it beside what follows the checkpoint',
    })
  })
})
