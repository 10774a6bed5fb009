import { contextSize, type MessageId, type ModelRequest } from '@stet/history'
import type { ModelCall } from '@stet/models'
import { CHATS_SHELF, fromChatRow, toChatPut } from '@stet/store'
import { describe, expect, it } from 'vitest'
import {
  calling,
  createScriptedModels,
  hanging,
  idsIn,
  type LongChatOptions,
  lastOf,
  messagesIn,
  NARROW,
  newKey,
  openLongChat,
  openPage,
  openTestEngine,
  readLedger,
  saying,
  scriptedSettings,
  summariesIn,
  type TestPage,
  textAsked,
} from '../../testing/index.ts'
import type { ChatView } from '../../view/chat-view.ts'

const { compaction } = scriptedSettings.context

describe('a chat that outgrows its window', () => {
  it('[C10] is summarised before the next request, and only what the summary does not cover goes with it', async () => {
    const { engine, path, ask, calls, page } = await openLongChat({ summary: () => saying('It was about tides.') })
    const view = await ask()
    const covered = path[14] ?? 'msg_'
    expect(view.path.slice(14, 18).map(({ role, parentId }) => [role, parentId])).toEqual([
      ['user', path[13]],
      ['system-summary', covered],
      ['summary', covered],
      ['assistant', covered],
    ])
    expect(summariesIn(view)).toEqual([
      expect.objectContaining({
        parts: [{ kind: 'text', text: 'It was about tides.' }],
        coversThrough: covered,
        form: 'prose',
        request: {
          origin: { definition: 'scripted', protocol: 'scripted', model: 'one' },
          requestId: expect.stringMatching(/^req_/),
          rawUsage: { in: 10, out: 5 },
          usage: expect.objectContaining({ output: 5 }),
        },
      }),
    ])
    const [call] = calls('answer')
    if (call === undefined) throw new Error('no answer was asked for')
    expect(call.request.system.at(-1)?.text).toBe('Previous Conversation Summary:\n\nIt was about tides.')
    expect(idsIn(call)).toEqual([...path.slice(15), view.chat.tip])
    expect([calls('summary').length, view.compactions, await engine.view(view.chat.id)]).toEqual([1, [], view])
    page.leave()
    await engine.close()
  })

  describe('that would take more than eight requests', () => {
    const open = (options: LongChatOptions = {}) =>
      openLongChat({ phases: 400, summary: () => saying('A summary.'), ...options })
    const troubles = (page: TestPage) =>
      page.received.flatMap(({ event }) => (event.kind === 'compaction-ended' ? [event.trouble] : []))

    it('[C10] is asked about first: the run waits, and makes all of them when the user says so', async () => {
      const { engine, chatId, send, page, calls } = await open()
      const sent = await send()
      const view = await page.untilEnded(sent.runId)
      const { compaction } = await engine.inspect({ chatId, context: null, text: '' })
      expect(compaction).toMatchObject({ kind: 'planned', price: { requests: expect.any(Number), asks: true } })
      expect(view.questions).toEqual([
        {
          runId: sent.runId,
          below: sent.messageId,
          askedAt: expect.any(Number),
          because: expect.stringContaining('only 1,500 fit'),
          messages: expect.any(Number),
          requests: expect.any(Number),
          cost: null,
        },
      ])
      expect([lastOf(view.path).id, view.drafts, view.runs, calls('summary')]).toEqual([sent.messageId, [], [], []])
      expect((await engine.view(chatId)).questions).toEqual(view.questions)
      const command = { key: 'decide', chatId, runId: sent.runId, choice: 'summarise' } as const
      const decided = await engine.decideSummary(command)
      expect(await engine.decideSummary(command)).toEqual(decided)
      const after = await page.untilEnded(decided.runId)
      expect(view.questions).toMatchObject([{ requests: calls('summary').length }])
      expect(summariesIn(after)).toMatchObject([{ form: 'prose' }])
      expect(lastOf(after.path)).toMatchObject({ id: decided.answerId, role: 'assistant', end: 'complete' })
      expect([after.questions, (await engine.view(chatId)).questions]).toEqual([[], []])
      await expect(engine.decideSummary({ ...command, key: 'late' })).rejects.toMatchObject({ code: 'call-decided' })
      await engine.close()
    })

    it('[C10] [C11] is not made when the user chooses to shorten the text, which is marked', async () => {
      const { engine, chatId, send, page, calls } = await open()
      const sent = await send()
      await page.untilEnded(sent.runId)
      const { runId } = await engine.decideSummary({ key: 'decide', chatId, runId: sent.runId, choice: 'truncate' })
      const after = await page.untilEnded(runId)
      expect([calls('summary'), summariesIn(after)]).toMatchObject([[], [{ form: 'truncated' }]])
      expect(lastOf(after.path)).toMatchObject({ role: 'assistant', end: 'complete' })
      await engine.close()
    })

    it('[C10] [R5] is still asked about after a restart, and messages sent meanwhile go with it', async () => {
      const { engine, home, chatId, send, page } = await open()
      const sent = await send()
      const view = await page.untilEnded(sent.runId)
      page.leave()
      await engine.close()
      const models = createScriptedModels(() => saying('An answer.'))
      const next = (await openTestEngine(home, { models })).engine
      expect((await next.view(chatId)).questions).toEqual(view.questions)
      const watching = openPage(next, chatId)
      await watching.until(() => true)
      const decided = await next.decideSummary({ key: 'decide', chatId, runId: sent.runId, choice: 'truncate' })
      const after = await watching.untilEnded(decided.runId)
      expect(lastOf(after.path)).toMatchObject({ role: 'assistant', end: 'complete' })
      await next.close()
    })

    it('[C10] is asked about once at a message, and further down again', async () => {
      const { engine, chatId, send, page } = await open()
      const sent = await send()
      await page.untilEnded(sent.runId)
      const again = await engine.retry({ key: 'again', chatId, messageId: sent.messageId })
      const view = await page.untilEnded(again.runId)
      expect(view.questions.map(({ runId }) => runId)).toEqual([again.runId])
      expect((await engine.view(chatId)).questions).toEqual(view.questions)
      const below = await send({ parentId: sent.messageId, text: 'And this?' })
      const later = await page.untilEnded(below.runId)
      expect(later.questions.map(question => question.below)).toEqual([sent.messageId, below.messageId])
      await engine.close()
    })

    const numbered = (call: ModelCall) => /part (\d+) of/.exec(textAsked(call))?.[1] ?? ''
    const shortened =
      /^a summary would take \d+ requests, and nobody could be asked: 8 were made, and the rest was shortened$/

    it('[C10] [C11] summarises eight parts and shortens the rest, marked, in a chat that a call made', async () => {
      const { engine, home, chatId, send, page, calls } = await open({
        summary: call => saying(`Through part ${numbered(call)}.`),
      })
      const row = await home.store.get(CHATS_SHELF, chatId)
      const chat = row === null ? null : fromChatRow(row)
      if (row === null || chat === null || 'unreadable' in chat) throw new Error('the chat cannot be read')
      const called = { ...chat, calledBy: { chatId: 'chat_caller', callId: 'call_a' } } as const
      await home.store.write([toChatPut(called, { expect: row.version, order: row.order })])
      const view = await page.untilEnded((await send()).runId)
      expect([calls('summary').length, view.questions, summariesIn(view)]).toMatchObject([
        8,
        [],
        [{ form: 'truncated' }],
      ])
      const sent = calls('answer')[0]?.request.system.at(-1)?.text ?? ''
      expect(sent).toContain('Through part 8.\n\nWhat followed could not be summarised.')
      expect(sent).toContain('characters cut]')
      expect(sent).toContain('Answer 3')
      expect(troubles(page)).toEqual([expect.stringMatching(shortened)])
      expect(summariesIn(view)[0]?.request).not.toBeNull()
      expect((await readLedger(home.store, chatId)).filter(({ state }) => state !== 'done')).toEqual([])
      await engine.close()
    })

    it('[C10] [C11] does the same while no page is open', async () => {
      const asked = Promise.withResolvers<void>()
      const { engine, chatId, send, page, calls } = await open({
        answer() {
          asked.resolve()
          return saying('An answer.')
        },
      })
      page.leave()
      const { runId } = await send()
      await asked.promise
      const later = openPage(engine, chatId)
      const view = await later.until(({ runs }) => runs.every(run => run.runId !== runId))
      expect([calls('summary').length, view.questions]).toEqual([8, []])
      expect(summariesIn(view)).toMatchObject([{ form: 'truncated' }])
      later.leave()
      await engine.close()
    })
  })

  it('[C11] that failed where it was not needed is not paid for again until model, settings or size have changed', async () => {
    const early = { ...NARROW, maxPromptTokens: 3000, compaction: { ...compaction, startAt: 0.5 } }
    const { engine, home, chatId, ask, calls, page } = await openLongChat({
      context: early,
      summary: () => saying(' '),
    })
    let view = await ask()
    expect(calls('summary').length).toBe(1)
    for (const text of ['And?', 'So?']) view = await ask({ parentId: lastOf(view.path).id, text })
    expect(calls('summary').length).toBe(1)
    page.leave()
    await engine.close()

    const models = createScriptedModels(
      () => saying('An answer.'),
      undefined,
      null,
      () => saying(' '),
    )
    const next = (await openTestEngine(home, { models })).engine
    const watching = openPage(next, chatId)
    await watching.until(() => true)
    const summaries = () => models.calls.filter(({ purpose }) => purpose === 'summary').length
    async function say(text: string) {
      const { runId } = await next.send({ key: newKey(), chatId, parentId: lastOf(view.path).id, text })
      view = await watching.untilEnded(runId)
    }
    await say('After a restart')
    expect(summaries()).toBe(0)
    await say('It has grown. '.repeat(100))
    expect(summaries()).toBe(1)
    const { context } = view.chat.settings
    await next.changeContext({ key: 'change', chatId, context: { ...context, recentMessagesToKeep: 4 } })
    await say('With other settings')
    expect(summaries()).toBe(2)
    await next.close()
  })

  it('[C10] shows what it does while it does it, and why', async () => {
    const gate = Promise.withResolvers<void>()
    const { engine, path, send, page } = await openLongChat({
      async *summary() {
        await gate.promise
        yield* saying('A summary.')
      },
    })
    const sent = await send()
    const working = await page.until(({ compactions }) => compactions.length > 0)
    expect(working.compactions).toEqual([
      {
        id: expect.stringMatching(/^cmp_/),
        by: { kind: 'run', runId: sent.runId },
        startedAt: expect.any(Number),
        stage: 'older',
        because: expect.stringMatching(
          /^The request would have 2,\d\d\d tokens, but only 1,500 fit. Everything before the last 6 messages is summarised.$/,
        ),
        messages: 15,
        coversThrough: path[14],
        chunk: { number: 1, of: 1 },
        retry: null,
        state: 'working',
        trouble: null,
      },
    ])
    expect((await engine.view(working.chat.id)).compactions).toEqual(working.compactions)
    gate.resolve()
    await page.untilEnded(sent.runId)
    const published = page.received.map(({ event }) =>
      event.kind === 'message-added' ? event.message.role : event.kind,
    )
    expect(published.filter(kind => kind !== 'part-delta' && kind !== 'snapshot')).toEqual([
      'user',
      'chat-changed',
      'run-started',
      'compaction-started',
      'system-summary',
      'summary',
      'request-ended',
      'compaction-ended',
      'part-started',
      'assistant',
      'request-ended',
      'chat-changed',
      'run-ended',
    ])
    await engine.close()
  })

  it('[C10] [H6] still sends the kept tail with the second request after it, and pays for no second summary', async () => {
    const { engine, path, ask, calls } = await openLongChat()
    const first = await ask()
    const parentId = lastOf(first.path).id
    const second = await ask({ parentId })
    expect(idsIn(lastOf(calls('answer')))).toEqual([...path.slice(15), first.chat.tip, parentId, second.chat.tip])
    expect(calls('summary').length).toBe(1)
    await engine.close()
  })

  it('[C10] [H6] an edit of a later message does not pay for the summary again', async () => {
    const { engine, path, last, ask, calls } = await openLongChat()
    await ask()
    const edited = await ask({ parentId: last, text: 'Something else' })
    expect(idsIn(lastOf(calls('answer')))).toEqual([...path.slice(15), edited.chat.tip])
    expect([calls('summary').length, calls('answer').length]).toEqual([1, 2])
    await engine.close()
  })

  it('[C10] takes the summary before into the next one', async () => {
    const { engine, ask, calls } = await openLongChat({ summary: () => saying('They spoke of tides.') })
    let view = await ask()
    for (let turn = 0; turn < 6; turn += 1) view = await ask({ parentId: linkOf(view), text: 'words '.repeat(250) })
    expect(calls('summary').length).toBeGreaterThan(1)
    expect(textAsked(calls('summary')[1])).toContain('Summary of what came before:\n> They spoke of tides.')
    expect(summariesIn(view).length).toBe(calls('summary').length)
    await engine.close()
  })

  it('[H6] [X2] after a lift the next request begins with the bytes of the request before the compaction', async () => {
    const wide = { ...scriptedSettings.context, ...NARROW, maxPromptTokens: 100_000 }
    const { engine, chatId, page, last, ask, calls } = await openLongChat({ context: wide })
    const before = await ask()
    const narrow = { ...wide, maxPromptTokens: 1500 }
    await engine.changeContext({ key: 'narrow', chatId, context: narrow })
    const compacted = await ask({ parentId: linkOf(before) })
    const [summary] = summariesIn(compacted)
    if (summary === undefined) throw new Error('nothing was summarised')
    await engine.lift({ key: 'lift', chatId, checkpointId: summary.id, act: 'lift' })
    await engine.changeContext({ key: 'wide', chatId, context: wide })
    await page.until(({ chat }) => chat.lifts.length === 1 && chat.settings.context.maxPromptTokens === 100_000)
    await ask({ parentId: linkOf(compacted) })
    const [first, , lifted] = calls('answer').map(({ request }) => request)
    if (first === undefined || lifted === undefined) throw new Error('three answers were asked for')
    expect(bytesOf({ ...lifted, messages: lifted.messages.slice(0, first.messages.length) })).toBe(bytesOf(first))
    expect([calls('summary').length, lifted.messages.length, last === null]).toEqual([1, 25, false])
    await engine.close()
  })

  it('[C12] [H6] below a lift nothing is summarised by itself: what does not fit is refused, until it is resumed', async () => {
    const { engine, chatId, ask, send, calls } = await openLongChat()
    const view = await ask()
    const checkpointId = summariesIn(view)[0]?.id ?? 'msg_'
    await engine.lift({ key: 'lift', chatId, checkpointId, act: 'lift' })
    await expect(send({ parentId: linkOf(view) })).rejects.toMatchObject({ code: 'cannot-fit' })
    await engine.lift({ key: 'resume', chatId, checkpointId, act: 'resume-compaction' })
    await ask({ parentId: linkOf(view) })
    expect(calls('summary').length).toBe(2)
    await engine.close()
  })

  it('[C10] summarises a message that alone is larger than the window for the request, and keeps it whole', async () => {
    const { engine, ask, calls } = await openLongChat({
      phases: 0,
      summary: () => saying('Many words. What are they?'),
    })
    const text = `${'words '.repeat(3000)} What are they?`
    const view = await ask({ text })
    expect(view.path[0]).toMatchObject({ role: 'user', parts: [{ kind: 'text', text }] })
    expect(calls('answer')[0]?.request).toMatchObject({
      system: [{ text: 'Previous Conversation Summary:\n\nMany words. What are they?' }],
      messages: [{ role: 'user', parts: [{ text: expect.stringContaining('too long to be sent') }] }],
    })
    await engine.close()
  })

  it('[C16] shows the tokens of the summary as the size of the context until the next request is answered', async () => {
    const { engine, page, ask } = await openLongChat({ answer: hanging })
    const asking = ask()
    const view = await page.until(now => summariesIn(now).length === 1)
    expect(contextSize(view.path, [])).toBe(5)
    await engine.close()
    await asking
  })

  it('[C12] compacts between the steps of one run too', async () => {
    let steps = 0
    const { engine, ask, calls } = await openLongChat({
      phases: 6,
      *answer() {
        steps += 1
        yield* steps < 4 ? calling([{ tool: 'none', input: { words: 'words '.repeat(150) } }]) : saying('Done.')
      },
    })
    const view = await ask()
    expect(lastOf(view.path)).toMatchObject({ role: 'assistant', end: 'complete' })
    expect([calls('answer').length, calls('summary').length]).toEqual([4, 1])
    await engine.close()
  })
})

function linkOf({ path }: ChatView): MessageId {
  return lastOf(path.filter(({ role }) => role === 'assistant')).id
}

function bytesOf({ system, messages, tools }: ModelRequest): string {
  return JSON.stringify({ system, tools, messages: messages.map(message => ({ ...message, cacheMark: false })) })
}

describe('a compaction that is cut short', () => {
  it('[R4] [C11] by the user leaves no checkpoint and loses nothing; the chat continues', async () => {
    let tries = 0
    const { engine, home, chatId, send, page, ask, calls } = await openLongChat({
      async *summary(call) {
        tries += 1
        yield* tries === 1 ? hanging(call) : saying('A summary.')
      },
    })
    const sent = await send()
    await page.until(({ compactions }) => compactions.length === 1)
    await engine.stop({ key: 'stop', chatId, runId: sent.runId })
    const view = await page.untilEnded(sent.runId)
    expect([summariesIn(view), view.compactions, calls('answer')]).toEqual([[], [], []])
    expect(lastOf(view.path)).toMatchObject({ id: sent.answerId, role: 'assistant', end: 'stopped', parts: [] })
    expect((await messagesIn(home.store, chatId)).some(({ role }) => role === 'system-summary')).toBe(false)
    expect((await readLedger(home.store, chatId)).map(({ state, purpose }) => [state, purpose])).toEqual([
      ['stopped', 'summary'],
    ])
    const after = await ask({ parentId: sent.answerId })
    expect([summariesIn(after).length, lastOf(after.path)]).toMatchObject([1, { role: 'assistant', end: 'complete' }])
    await engine.close()
  })

  it('[R5] by the end of its process is an interrupted run; another process continues', async () => {
    const reached = Promise.withResolvers<void>()
    const { engine, home, chatId, send, page } = await openLongChat({
      summary(call) {
        reached.resolve()
        return hanging(call)
      },
    })
    const sent = await send()
    await reached.promise
    page.leave()
    const next = await openTestEngine(home)
    const view = await next.engine.view(chatId)
    expect(lastOf(view.path)).toMatchObject({ id: sent.answerId, end: 'interrupted' })
    expect([summariesIn(view), view.compactions]).toEqual([[], []])
    expect((await readLedger(home.store, chatId)).map(({ state, purpose }) => [state, purpose])).toEqual([
      ['unknown', 'summary'],
    ])
    await engine.close()
    await next.engine.close()
  })

  it('[R10] does not hold up a message that is sent meanwhile: it waits, and goes', async () => {
    const gate = Promise.withResolvers<void>()
    const { engine, send, page } = await openLongChat({
      async *summary() {
        await gate.promise
        yield* saying('A summary.')
      },
    })
    const sent = await send()
    await page.until(({ compactions }) => compactions.length === 1)
    const below = await send({ parentId: sent.answerId, text: 'And this' })
    await page.until(({ waiting }) => waiting.length === 1)
    gate.resolve()
    const view = await page.untilEnded(sent.runId)
    expect(below.waits).toBe(true)
    expect(view.path.slice(-3).map(({ id, role }) => [id, role])).toEqual([
      [sent.answerId, 'assistant'],
      [below.messageId, 'user'],
      [expect.any(String), 'assistant'],
    ])
    await engine.close()
  })
})

it('[C12] off means off: nothing is summarised, and what does not fit is not sent', async () => {
  const { engine, home, chatId, send, calls } = await openLongChat({
    context: { ...NARROW, compaction: { ...compaction, automatic: false } },
  })
  const before = await messagesIn(home.store, chatId)
  await expect(send({ key: newKey() })).rejects.toMatchObject({ code: 'cannot-fit' })
  expect([await messagesIn(home.store, chatId), calls('summary'), calls('answer')]).toEqual([before, [], []])
  await engine.close()
})
