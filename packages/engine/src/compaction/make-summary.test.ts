import type { ContextSettings, Message, ModelChoice } from '@stet/history'
import { ModelError } from '@stet/models'
import { describe, expect, it } from 'vitest'
import {
  beginning,
  calling,
  createScriptedModels,
  finished,
  idsIn,
  lastOf,
  messagesIn,
  NARROW,
  openLongChat,
  readLedger,
  type Script,
  saying,
  scriptedFacts,
  scriptedSettings,
  summariesIn,
  textAsked,
} from '../testing/index.ts'

const { compaction } = scriptedSettings.context

describe('a summary that fails', () => {
  const failures: readonly (readonly [string, Script, string])[] = [
    ['is empty', () => saying(' '), 'the summary is empty'],
    ['is cut off', () => [finished([{ kind: 'text', text: 'It was' }], 'length')], 'the summary was cut off'],
    [
      'is a tool call',
      () => calling([{ tool: 'clock', input: {} }]),
      'the model called a tool instead of writing a summary',
    ],
    [
      'is longer than what it replaces',
      () => saying('words '.repeat(4000)),
      'the summary is longer than what it replaces',
    ],
    [
      'is refused',
      () => [finished([{ kind: 'text', text: 'No.' }], 'refused')],
      'the model refused to write a summary',
    ],
    ['meets trouble', refusing, 'The key was rejected.'],
    ['breaks off', () => beginning('It was'), 'The summary broke off before its end.'],
  ]

  it.each(failures)(
    '[C11] because it %s is replaced by a truncation, and the request fits',
    async (_, summary, because) => {
      const { engine, path, ask, calls, page } = await openLongChat({ summary })
      const view = await ask()
      const [checkpoint, ...others] = summariesIn(view)
      expect([checkpoint, others]).toMatchObject([{ form: 'truncated', request: null, coversThrough: path[14] }, []])
      expect(view.path.some(({ role }) => role === 'system-summary')).toBe(false)
      const system = calls('answer')[0]?.request.system.at(-1)?.text
      expect(system).toContain('No summary could be made. This is the conversation itself, cut to fit.')
      expect(lastOf(view.path)).toMatchObject({ role: 'assistant', end: 'complete' })
      const ended = page.received.flatMap(({ event }) => (event.kind === 'compaction-ended' ? [event.trouble] : []))
      expect(ended).toEqual([expect.stringContaining(because)])
      await engine.close()
    },
  )

  it('[C11] [C12] and is not needed yet leaves the history as it was, and is not asked for again with each step', async () => {
    const context: Partial<ContextSettings> = {
      ...NARROW,
      maxPromptTokens: 3000,
      compaction: { ...compaction, startAt: 0.5 },
    }
    let steps = 0
    const { engine, home, chatId, path, ask, calls, page } = await openLongChat({
      context,
      summary: () => saying(' '),
      *answer() {
        steps += 1
        yield* steps === 1 ? calling([{ tool: 'none', input: {} }]) : saying('Done.')
      },
    })
    const before = await messagesIn(home.store, chatId)
    await ask()
    expect([calls('summary').length, calls('answer').length]).toEqual([1, 2])
    expect(idsIn(lastOf(calls('answer'))).slice(0, 20)).toEqual(path)
    const after: readonly Message[] = await messagesIn(home.store, chatId)
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.some(({ role }) => role === 'summary' || role === 'system-summary')).toBe(false)
    expect(page.received.flatMap(({ event }) => (event.kind === 'compaction-ended' ? [event.trouble] : []))).toEqual([
      'the summary is empty',
    ])
    await engine.close()
  })

  it('[C11] [C12] is asked for again once the same run cannot continue without', async () => {
    let steps = 0
    const { engine, ask, calls } = await openLongChat({
      context: { ...NARROW, maxPromptTokens: 3000, compaction: { ...compaction, startAt: 0.5 } },
      summary: () => saying(' '),
      *answer() {
        steps += 1
        const words = 'words '.repeat(steps === 2 ? 1000 : 1)
        yield* steps < 3 ? calling([{ tool: 'none', input: { words } }]) : saying('Done.')
      },
    })
    const view = await ask()
    expect(lastOf(view.path)).toMatchObject({ role: 'assistant', end: 'complete' })
    expect([calls('summary').length, calls('answer').length]).toEqual([2, 3])
    expect(summariesIn(view)).toMatchObject([{ form: 'truncated' }])
    await engine.close()
  })

  it('[C11] because its model is gone is a failure as any other', async () => {
    const model = { definition: 'gone', model: 'gone' }
    const { engine, ask, calls } = await openLongChat({ context: { ...NARROW, compaction: { ...compaction, model } } })
    const view = await ask()
    expect([summariesIn(view)[0]?.form, calls('summary').length, calls('answer').length]).toEqual(['truncated', 0, 1])
    await engine.close()
  })
})

function* refusing(): Generator<never> {
  yield* []
  throw new ModelError('auth', { message: 'The key was rejected.', status: 401 })
}

describe('how a summary is asked for', () => {
  it('[C10] in parts where the window does not hold it all, each with the summary of those before', async () => {
    let part = 0
    const { engine, ask, calls, page } = await openLongChat({
      phases: 120,
      *summary() {
        part += 1
        yield* saying(`Summary of ${part}.`)
      },
    })
    const view = await ask()
    const parts = calls('summary').length
    expect(parts).toBeGreaterThan(2)
    expect(textAsked(calls('summary')[1])).toContain('Summary of what came before:\n\n> Summary of 1.')
    expect(summariesIn(view).map(({ parts: [text] }) => text?.text)).toEqual([`Summary of ${parts}.`])
    const changes = page.received.flatMap(({ event }) => (event.kind === 'compaction-changed' ? [event.chunk] : []))
    expect(changes).toEqual(Array.from({ length: parts - 1 }, (_, index) => ({ number: index + 2, of: parts })))
    await engine.close()
  })

  it('[C12] of the model that the chat chose for it, without its tools and its settings', async () => {
    const scripted = createScriptedModels(() => saying('An answer.'))
    const models = { ...scripted, facts: async ({ model }: ModelChoice) => ({ ...scriptedFacts, model }) }
    const model = { definition: 'scripted', model: 'cheap' }
    const { engine, ask } = await openLongChat({
      context: { ...NARROW, compaction: { ...compaction, model } },
      parts: { models },
    })
    const view = await ask()
    const asked = scripted.calls.map(({ purpose, choice, request, settings }) => ({
      purpose,
      model: choice.model,
      tools: request.tools,
      reasons: settings.reasoning.on,
    }))
    expect(asked).toEqual([
      { purpose: 'summary', model: 'cheap', tools: [], reasons: false },
      { purpose: 'answer', model: 'one', tools: [], reasons: false },
    ])
    expect(summariesIn(view)[0]?.request?.origin.model).toBe('cheap')
    await engine.close()
  })

  it('[U1] with a row in the ledger for every part, the last of them named by the summary', async () => {
    const { engine, home, chatId, ask } = await openLongChat({ phases: 40 })
    const view = await ask()
    const [summary] = summariesIn(view)
    const rows = (await readLedger(home.store, chatId)).filter(({ purpose }) => purpose === 'summary')
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.map(({ messageId, runId, state, usage }) => [messageId, runId !== null, state, usage?.output])).toEqual(
      rows.map(() => [summary?.id, true, 'done', 5]),
    )
    expect(summary?.request?.requestId).toBe(lastOf(rows).id)
    await engine.close()
  })

  it.each<[string, Script, string, number | undefined]>([
    ['is no summary', () => saying(' '), 'done', 5],
    ['never came', refusing, 'failed', undefined],
  ])('[U1] [C11] with a row for an answer that %s', async (_, summary, state, output) => {
    const { engine, home, chatId, ask } = await openLongChat({ summary })
    await ask()
    const rows = (await readLedger(home.store, chatId)).filter(({ purpose }) => purpose === 'summary')
    expect(rows.map(row => [row.state, row.usage?.output, row.estimate])).toEqual([[state, output, null]])
    await engine.close()
  })

  it('[R8] a provider that is busy is seen to be, and asked again', async () => {
    const because = { kind: 'overloaded', status: 529, message: 'Busy.' } as const
    const gate = Promise.withResolvers<void>()
    const { engine, page, ask } = await openLongChat({
      async *summary() {
        yield { kind: 'retrying', failed: 1, afterMs: 1000, because }
        await gate.promise
        yield* saying('A summary.')
      },
    })
    const asking = ask()
    const waiting = await page.until(({ compactions }) => compactions[0]?.retry != null)
    expect(waiting.compactions[0]?.retry).toEqual({ failed: 1, at: expect.any(Number), afterMs: 1000, because })
    gate.resolve()
    const view = await asking
    const changes = page.received.flatMap(({ event }) => (event.kind === 'compaction-changed' ? [event.retry] : []))
    expect([changes.at(-1), view.compactions]).toEqual([null, []])
    await engine.close()
  })
})
