import { isId, type MessageId } from '@stet/history'
import { ModelError } from '@stet/models'
import { type Operation, StoreError } from '@stet/store'
import { describe, expect, it } from 'vitest'
import {
  calling,
  hanging,
  idsIn,
  lastOf,
  messagesIn,
  NARROW,
  newKey,
  openLongChat,
  openMemoryHome,
  openTestEngine,
  readLedger,
  type Script,
  saying,
  scriptedSettings,
  summariesIn,
} from '../../testing/index.ts'

const wide = { ...NARROW, maxPromptTokens: 100_000 }
const nowhere: MessageId = `msg_${'a'.repeat(32)}`

/** Five turns in a window that holds them easily. */
function open(summary?: Script, parts: Parameters<typeof openLongChat>[0] = {}) {
  return openLongChat({ phases: 5, context: wide, ...(summary === undefined ? {} : { summary }), ...parts })
}

/** What answers once the gate is open. */
function gated(text: string) {
  const gate = Promise.withResolvers<void>()
  const script: Script = async function* () {
    await gate.promise
    yield* saying(text)
  }
  return { script, open: gate.resolve }
}

describe('a summary that the user asks for', () => {
  it('[C12] replaces everything before it, is shown while it is made, and is in the next request', async () => {
    const { script, open: go } = gated('They spoke of tides.')
    const { engine, chatId, path, last, page, ask, calls } = await open(script)
    const { compactionId } = await engine.summarise({ key: 'one', chatId, form: 'prose' })
    const working = await page.until(({ compactions }) => compactions.length === 1)
    expect(working.compactions).toEqual([
      {
        id: compactionId,
        by: { kind: 'person' },
        startedAt: expect.any(Number),
        stage: 'by-hand',
        because: 'You asked for a summary of the conversation.',
        messages: 10,
        coversThrough: last,
        chunk: { number: 1, of: 1 },
        retry: null,
        state: 'working',
        trouble: null,
      },
    ])
    go()
    const view = await page.until(({ compactions }) => compactions.length === 0)
    expect(summariesIn(view)).toMatchObject([{ coversThrough: last, form: 'prose', parentId: last }])
    expect(view.path.slice(0, 10).map(({ id }) => id)).toEqual(path)
    expect(await engine.view(chatId)).toEqual(view)
    await ask()
    expect(calls('answer')[0]?.request).toMatchObject({
      system: [{ text: 'Previous Conversation Summary:\n\nThey spoke of tides.' }],
      messages: [{ role: 'user', parts: [{ text: 'Next' }] }],
    })
    await engine.close()
  })

  it('[C12] is a structured snapshot where that is asked for', async () => {
    const { engine, chatId, page, calls } = await open(() => saying('<snapshot></snapshot>'))
    await engine.summarise({ key: 'one', chatId, form: 'snapshot' })
    const view = await page.until(now => summariesIn(now).length === 1)
    expect(summariesIn(view)).toMatchObject([{ form: 'snapshot', parts: [{ text: '<snapshot></snapshot>' }] }])
    expect(calls('summary')[0]?.request.system[0]?.text).toContain('<overall_goal>')
    await engine.close()
  })

  it('[U1] has a row in the ledger that no run made', async () => {
    const { engine, home, chatId, page } = await open()
    await engine.summarise({ key: 'one', chatId, form: 'prose' })
    const view = await page.until(now => summariesIn(now).length === 1 && now.compactions.length === 0)
    const [summary] = summariesIn(view)
    const [row, ...others] = await readLedger(home.store, chatId)
    expect([row, others]).toMatchObject([
      { purpose: 'summary', runId: null, messageId: summary?.id, state: 'done', id: summary?.request?.requestId },
      [],
    ])
    await engine.close()
  })

  it('[FH-6] is made once for its key', async () => {
    const { engine, chatId, page, calls } = await open()
    const command = { key: 'one', chatId, form: 'prose' } as const
    const [first, second] = await Promise.all([engine.summarise(command), engine.summarise(command)])
    await page.until(now => summariesIn(now).length === 1 && now.compactions.length === 0)
    const third = await engine.summarise(command)
    expect([second, third, calls('summary').length, isId('cmp', first.compactionId)]).toEqual([first, first, 1, true])
    await engine.close()
  })

  it('[C11] can be made again for exactly what a truncation replaces', async () => {
    let tries = 0
    const { engine, chatId, path, page, ask, calls } = await openLongChat({
      *summary() {
        tries += 1
        yield* saying(tries === 1 ? ' ' : 'They spoke of tides.')
      },
    })
    const truncated = await ask()
    const [stand] = summariesIn(truncated)
    expect(stand).toMatchObject({ form: 'truncated', coversThrough: path[14] })
    await engine.summarise({ key: 'again', chatId, form: 'prose', again: stand?.id ?? nowhere })
    const view = await page.until(now => summariesIn(now).length === 2)
    expect(summariesIn(view)).toMatchObject([{ form: 'truncated' }, { form: 'prose', coversThrough: path[14] }])
    const answer = view.path.findLast(({ role }) => role === 'assistant')
    await ask({ parentId: answer?.id ?? null })
    expect(calls('answer').at(-1)?.request.system).toMatchObject([
      { text: 'Previous Conversation Summary:\n\nThey spoke of tides.' },
    ])
    await engine.close()
  })

  it('[C12] makes room where nothing is summarised by itself', async () => {
    const { compaction } = scriptedSettings.context
    const context = { ...NARROW, compaction: { ...compaction, automatic: false } }
    const { engine, chatId, page, send, ask } = await openLongChat({ context })
    await expect(send()).rejects.toMatchObject({ code: 'cannot-fit' })
    await engine.summarise({ key: 'one', chatId, form: 'prose' })
    await page.until(now => summariesIn(now).length === 1 && now.compactions.length === 0)
    expect((await ask()).path.at(-1)).toMatchObject({ role: 'assistant', end: 'complete' })
    await engine.close()
  })

  it('[R10] is waited for by a message that is sent meanwhile, which is then answered with it', async () => {
    const { script, open: go } = gated('They spoke of tides.')
    const { engine, chatId, page, send, calls } = await open(script)
    await engine.summarise({ key: 'one', chatId, form: 'prose' })
    await page.until(({ compactions }) => compactions.length === 1)
    const sent = await send()
    await page.until(({ drafts }) => drafts.length === 1)
    expect(calls('answer')).toEqual([])
    go()
    await page.untilEnded(sent.runId)
    expect(calls('answer')[0]?.request.messages.length).toBe(1)
    await engine.close()
  })
})

describe('a message that is sent while a summary is written', () => {
  it('[X2] is answered without it when it is a preview, and so are the further steps of that answer', async () => {
    const { script, open: go } = gated('They spoke of tides.')
    let steps = 0
    const { engine, chatId, path, page, send, ask, calls } = await open(script, {
      *answer() {
        steps += 1
        yield* steps === 1 ? calling([{ tool: 'none', input: {} }]) : saying('An answer.')
      },
    })
    await engine.summarise({ key: 'one', chatId, form: 'prose', preview: true })
    await page.until(({ compactions }) => compactions.length === 1)
    const sent = await send()
    go()
    const view = await page.untilEnded(sent.runId)
    expect(calls('answer').map(call => idsIn(call).slice(0, path.length))).toEqual([path, path])
    const [preview] = summariesIn(view)
    await engine.lift({ key: 'hold', chatId, checkpointId: preview?.id ?? nowhere, act: 'hold' })
    await ask({ parentId: lastOf(view.path).id })
    expect(calls('answer').at(-1)?.request.system).toMatchObject([
      { text: 'Previous Conversation Summary:\n\nThey spoke of tides.' },
    ])
    await engine.close()
  })

  it('[X2] is answered without a preview of the beginning that it shares with another branch, made between its steps', async () => {
    const step = Promise.withResolvers<void>()
    let asked = 0
    const { engine, chatId, path, page, send, ask, calls } = await open(undefined, {
      async *answer() {
        asked += 1
        if (asked === 2) await step.promise
        yield* asked === 2 ? calling([{ tool: 'none', input: {} }]) : saying('An answer.')
      },
    })
    const branch = await ask({ parentId: path[3] ?? nowhere, text: 'Another' })
    const sent = await send()
    await page.until(({ drafts }) => drafts.length === 1)
    await engine.chooseTip({ key: 'there', chatId, messageId: lastOf(branch.path).id })
    await engine.summarise({ key: 'one', chatId, form: 'prose', preview: true, above: branch.path[4]?.id ?? nowhere })
    const previewed = await page.until(view => summariesIn(view).length === 1 && view.compactions.length === 0)
    expect(summariesIn(previewed)).toMatchObject([{ coversThrough: path[3] }])
    step.resolve()
    await page.untilEnded(sent.runId)
    expect(calls('answer').map(call => idsIn(call).slice(0, 4))).toEqual(Array(3).fill(path.slice(0, 4)))
    await engine.close()
  })

  it('[W2] is answered with the prompt as it is rendered at that summary', async () => {
    const { script, open: go } = gated('They spoke of tides.')
    const day = { now: Date.UTC(2026, 10, 18) }
    const { engine, chatId, page, send, ask, calls } = await open(script, { parts: { clock: () => day.now } })
    await engine.changeSystemPrompt({ key: 'prompt', chatId, text: 'It is {{date}}.' })
    day.now = Date.UTC(2026, 10, 19)
    await engine.summarise({ key: 'one', chatId, form: 'prose' })
    await page.until(({ compactions }) => compactions.length === 1)
    const sent = await send()
    go()
    const view = await page.untilEnded(sent.runId)
    await ask({ parentId: lastOf(view.path).id })
    const systems = calls('answer').map(({ request }) => request.system.map(({ text }) => text).join('\n'))
    expect(systems[0]).toContain('19')
    expect(systems[1]).toBe(systems[0])
    await engine.close()
  })
})

describe('a summary by hand that fails', () => {
  it('[C11] is a visible error, leaves the history as it was, and stays visible until the user dismisses it', async () => {
    const { engine, home, chatId, page } = await open(() => saying(' '))
    const before = await messagesIn(home.store, chatId)
    const { compactionId } = await engine.summarise({ key: 'one', chatId, form: 'prose' })
    const failed = await page.until(({ compactions }) => compactions[0]?.state === 'failed')
    expect(failed.compactions).toMatchObject([{ id: compactionId, trouble: 'the summary is empty', retry: null }])
    expect(await messagesIn(home.store, chatId)).toEqual(before)
    expect(await engine.view(chatId)).toEqual(failed)
    await engine.dismissCompaction({ key: 'away', chatId, compactionId })
    await page.until(({ compactions }) => compactions.length === 0)
    expect((await engine.view(chatId)).compactions).toEqual([])
    await engine.close()
  })

  it('[C11] [R8] says what the provider said, and gives way to the next one', async () => {
    let tries = 0
    const { engine, chatId, page } = await open(function* () {
      tries += 1
      if (tries === 1) throw new ModelError('auth', { message: 'The key was rejected.', status: 401 })
      yield* saying('A summary.')
    })
    await engine.summarise({ key: 'one', chatId, form: 'prose' })
    const failed = await page.until(({ compactions }) => compactions[0]?.state === 'failed')
    expect(failed.compactions[0]?.trouble).toBe('The key was rejected.')
    await engine.summarise({ key: 'two', chatId, form: 'prose' })
    const view = await page.until(now => summariesIn(now).length === 1 && now.compactions.length === 0)
    expect(view.compactions).toEqual([])
    await engine.close()
  })

  it('[C11] [FS-2] says so when it was made and the disk would not take it', async () => {
    const home = openMemoryHome()
    const isSummary = (operation: Operation) => operation.kind === 'put' && operation.shelf === 'messages'
    let full = false
    const store = {
      ...home.store,
      async write(operations: readonly Operation[]) {
        if (full && operations.some(isSummary)) throw new StoreError('full', 'There is no space left on the disk.')
        return home.store.write(operations)
      },
    }
    const { engine, chatId, page, logged } = await open(undefined, { home: { ...home, store } })
    full = true
    await engine.summarise({ key: 'one', chatId, form: 'prose' })
    const failed = await page.until(({ compactions }) => compactions[0]?.state === 'failed')
    expect(failed.compactions[0]?.trouble).toBe(
      'it was made and could not be kept: There is no space left on the disk.',
    )
    expect(logged.map(({ message }) => message)).toEqual(['a summary could not be written'])
    expect((await readLedger(home.store, chatId)).map(({ state }) => state)).toEqual(['done'])
    await engine.close()
  })

  it('[H7] because what it covers was deleted meanwhile writes nothing', async () => {
    const { script, open: go } = gated('A summary.')
    const { engine, home, chatId, path, page } = await open(script)
    await engine.summarise({ key: 'one', chatId, form: 'prose' })
    await page.until(({ compactions }) => compactions.length === 1)
    await engine.deleteMessage({ key: 'delete', chatId, messageId: path[8] ?? nowhere })
    go()
    const view = await page.until(({ compactions }) => compactions[0]?.state === 'failed')
    expect(view.compactions[0]?.trouble).toBe('what it summarises was deleted meanwhile')
    expect((await messagesIn(home.store, chatId)).filter(({ role }) => role === 'summary')).toEqual([])
    expect((await readLedger(home.store, chatId)).map(({ state }) => state)).toEqual(['done'])
    await engine.close()
  })
})

describe('a summary by hand that is cut short', () => {
  it('[R4] by the user leaves nothing, and no trouble is published', async () => {
    const { engine, home, chatId, page } = await open(hanging)
    const before = await messagesIn(home.store, chatId)
    await engine.summarise({ key: 'one', chatId, form: 'prose' })
    await page.until(({ compactions }) => compactions.length === 1)
    await engine.stop({ key: 'stop', chatId, runId: null })
    const view = await page.until(({ compactions }) => compactions.length === 0)
    expect([view.compactions, await messagesIn(home.store, chatId)]).toEqual([[], before])
    expect((await readLedger(home.store, chatId)).map(({ state }) => state)).toEqual(['stopped'])
    await engine.close()
  })

  it('[R5] by the end of its process is gone, and another can be made', async () => {
    const { engine, home, chatId, page } = await open(hanging)
    await engine.summarise({ key: 'one', chatId, form: 'prose' })
    await page.until(({ compactions }) => compactions.length === 1)
    page.leave()
    await engine.close()
    const next = await openTestEngine(home)
    expect((await next.engine.view(chatId)).compactions).toEqual([])
    await next.engine.summarise({ key: 'two', chatId, form: 'prose' })
    await next.engine.close()
  })

  it('[R4] by the user who names it stops nothing else: the run that waited for it continues', async () => {
    const { engine, chatId, page, send } = await open(hanging)
    const { compactionId } = await engine.summarise({ key: 'one', chatId, form: 'prose' })
    await page.until(({ compactions }) => compactions.length === 1)
    const sent = await send()
    const stopped = await engine.stop({ key: 'stop', chatId, runId: null, compactionId })
    const view = await page.untilEnded(sent.runId)
    expect(stopped).toEqual({ runIds: [] })
    expect([view.compactions, view.path.at(-1)]).toMatchObject([[], { id: sent.answerId, end: 'complete' }])
    await engine.close()
  })

  it('[R4] does not keep a message waiting whose run is stopped', async () => {
    const { engine, chatId, page, send } = await open(hanging)
    await engine.summarise({ key: 'one', chatId, form: 'prose' })
    await page.until(({ compactions }) => compactions.length === 1)
    const sent = await send()
    await engine.stop({ key: 'stop', chatId, runId: sent.runId })
    const view = await page.untilEnded(sent.runId)
    expect(view.path.at(-1)).toMatchObject({ id: sent.answerId, end: 'stopped' })
    expect(view.compactions.length).toBe(1)
    await engine.close()
  })
})

describe('what is refused', () => {
  it('[C12] is a summary inside of a run, and a second one at once', async () => {
    const { engine, chatId, page, send } = await open(hanging, { answer: hanging })
    const sent = await send()
    await page.until(({ drafts }) => drafts.length === 1)
    await expect(engine.summarise({ key: 'one', chatId, form: 'prose' })).rejects.toMatchObject({ code: 'run-active' })
    await engine.stop({ key: 'stop', chatId, runId: sent.runId })
    const { compactionId } = await engine.summarise({ key: 'two', chatId, form: 'prose' })
    const others = [
      engine.summarise({ key: 'three', chatId, form: 'prose' }),
      engine.clear({ key: 'clear', chatId }),
      engine.dismissCompaction({ key: 'away', chatId, compactionId }),
    ]
    for (const other of await Promise.allSettled(others)) {
      expect(other).toMatchObject({ status: 'rejected', reason: { code: 'run-active' } })
    }
    await engine.close()
  })

  it('[C12] is a summary of nothing, or of what is summarised already', async () => {
    const { engine, chatId, page } = await open()
    await engine.summarise({ key: 'one', chatId, form: 'prose' })
    await page.until(now => summariesIn(now).length === 1 && now.compactions.length === 0)
    await expect(engine.summarise({ key: 'two', chatId, form: 'prose' })).rejects.toMatchObject({ code: 'invalid' })
    const empty = await open(undefined, { phases: 0 })
    await expect(empty.engine.summarise({ key: 'one', chatId: empty.chatId, form: 'prose' })).rejects.toMatchObject({
      code: 'invalid',
    })
    await Promise.all([engine.close(), empty.engine.close()])
  })

  it.each([
    ['is nowhere', nowhere],
    ['is no summary', null],
  ])('[FH-7] is one to be made again that %s', async (_, named) => {
    const { engine, chatId, last } = await open()
    const again = named ?? last ?? nowhere
    await expect(engine.summarise({ key: newKey(), chatId, form: 'prose', again })).rejects.toMatchObject({
      code: 'message-not-found',
    })
    await engine.close()
  })
})
