import type { ModelRequest } from '@stet/history'
import { ModelError } from '@stet/models'
import { describe, expect, it } from 'vitest'
import { NARROW, openLongChat, readLedger, type Script, saying, scriptedSettings } from '../../testing/index.ts'
import type { ChatView } from '../../view/chat-view.ts'

const wide = { ...NARROW, maxPromptTokens: 100_000 }
const { compaction } = scriptedSettings.context

/** Refuses the first so many requests, and answers the others. */
function refusing(kind: ModelError['kind'], times: number, message = 'No.'): Script {
  let left = times
  return function* () {
    left -= 1
    if (left >= 0) throw new ModelError(kind, { message, status: 400 })
    yield* saying('An answer.')
  }
}

function formsOf({ messages }: ModelRequest): readonly string[] {
  return messages.flatMap(({ role, form }) => (role === 'assistant' ? [form] : []))
}

function lastOf({ path }: ChatView) {
  return path.at(-1)
}

describe('a request that its provider refuses as too long', () => {
  it('[R8] [FP-9] leads to one compaction and another try, although it fits by our own count', async () => {
    const { engine, home, chatId, path, ask, calls, page } = await openLongChat({
      context: wide,
      answer: refusing('context-too-long', 1),
    })
    const view = await ask()
    expect(lastOf(view)).toMatchObject({ role: 'assistant', end: 'complete' })
    const [first, second, ...others] = calls('answer').map(({ request }) => request.messages.length)
    expect([first, others, calls('summary').length]).toEqual([path.length + 1, [], 1])
    expect(second).toBeLessThan(first ?? 0)
    expect(view.path.filter(({ role }) => role === 'summary')).toMatchObject([{ form: 'prose' }])
    const rows = await readLedger(home.store, chatId)
    expect(rows.map(({ purpose, state }) => `${purpose} ${state}`)).toEqual([
      'answer failed',
      'summary done',
      'answer done',
    ])
    expect(lastOf(view)).toMatchObject({ requestId: rows.at(-1)?.id })
    expect(page.received.some(({ event }) => event.kind === 'compaction-started')).toBe(true)
    await engine.close()
  })

  it('[R8] [C11] is cut to fit where the summary fails too', async () => {
    const { engine, ask } = await openLongChat({
      context: wide,
      answer: refusing('context-too-long', 1),
      summary: refusing('context-too-long', 9),
    })
    const view = await ask()
    expect(view.path.filter(({ role }) => role === 'summary')).toMatchObject([{ form: 'truncated' }])
    expect(lastOf(view)).toMatchObject({ end: 'complete' })
    await engine.close()
  })

  it('[R8] is saved with its error when it is refused again', async () => {
    const { engine, home, chatId, ask, calls } = await openLongChat({
      context: wide,
      answer: refusing('context-too-long', 9, 'Too long.'),
    })
    const view = await ask()
    expect(lastOf(view)).toMatchObject({
      end: 'failed',
      parts: [{ kind: 'error', code: 'context-too-long', message: 'Too long.', status: 400 }],
    })
    expect([calls('answer').length, calls('summary').length]).toEqual([2, 1])
    const rows = (await readLedger(home.store, chatId)).filter(({ purpose }) => purpose === 'answer')
    expect(rows.map(({ state, usage, estimate }) => [state, usage, estimate])).toEqual([
      ['failed', null, null],
      ['failed', null, null],
    ])
    expect(lastOf(view)).toMatchObject({ requestId: rows.at(-1)?.id })
    await engine.close()
  })

  it.each([
    ['automatic compaction is off', 10, { ...wide, compaction: { ...compaction, automatic: false } }],
    ['there is nothing to summarise', 0, wide],
  ])('[R8] [C12] is saved with its error where %s', async (_, phases, context) => {
    const { engine, ask, calls } = await openLongChat({ phases, context, answer: refusing('context-too-long', 9) })
    const view = await ask()
    expect(lastOf(view)).toMatchObject({ end: 'failed', parts: [{ code: 'context-too-long' }] })
    expect([calls('answer').length, calls('summary').length]).toEqual([1, 0])
    await engine.close()
  })
})

describe('a request whose earlier content its provider refuses', () => {
  /** A chat whose first answer goes back as it was written. */
  async function openTalk(answer: Script) {
    let asked = 0
    const chat = await openLongChat({
      phases: 0,
      context: wide,
      answer(call) {
        asked += 1
        return asked === 1 ? saying('The first answer.') : answer(call)
      },
    })
    const first = await chat.ask()
    const below = (view: ChatView) => ({ parentId: view.path.at(-1)?.id ?? null })
    return { ...chat, first, below }
  }

  it('[R8] [X1] is made once more with closed exchanges from their parts, which is seen as a retry; both can be looked at', async () => {
    const { engine, home, chatId, first, below, ask, calls, page } = await openTalk(refusing('replay-refused', 1))
    const view = await ask(below(first))
    expect(lastOf(view)).toMatchObject({ end: 'complete' })
    expect(
      calls('answer')
        .slice(1)
        .map(({ request }) => formsOf(request)),
    ).toEqual([['native'], ['plain']])
    const retries = page.received.flatMap(({ event }) => (event.kind === 'retrying' ? [event.retry] : []))
    const because = { kind: 'replay-refused', status: 400, message: 'No.' }
    expect(retries).toEqual([{ failed: 1, at: expect.any(Number), afterMs: 0, because }])
    const rows = await readLedger(home.store, chatId)
    expect(rows.map(({ state }) => state)).toEqual(['done', 'failed', 'done'])
    const [, refused, taken] = await Promise.all(rows.map(({ id }) => engine.request(id)))
    expect([refused, taken].map(past => past?.others.map(({ id }) => id))).toEqual([[rows[2]?.id], [rows[1]?.id]])
    expect([refused, taken].map(past => past?.content.body)).toEqual(
      calls('answer')
        .slice(1)
        .map(({ request }) => JSON.stringify(request)),
    )
    await engine.deleteMessage({ key: 'delete', chatId, messageId: view.path.at(-2)?.id ?? 'msg_' })
    for (const row of rows.slice(1))
      await expect(engine.request(row.id)).rejects.toMatchObject({ code: 'request-gone' })
    await engine.close()
  })

  it('[R8] is saved with its error when it is refused again, and the next message tries as ever', async () => {
    const { engine, first, below, ask, calls } = await openTalk(refusing('replay-refused', 2))
    const view = await ask(below(first))
    expect(lastOf(view)).toMatchObject({ end: 'failed', parts: [{ code: 'replay-refused' }] })
    await ask(below(view))
    expect(
      calls('answer')
        .slice(1)
        .map(({ request }) => formsOf(request)),
    ).toEqual([['native'], ['plain'], ['native']])
    await engine.close()
  })

  it('[R8] is not made once more where nothing of it would change', async () => {
    const { engine, ask, calls } = await openLongChat({
      phases: 0,
      context: wide,
      answer: refusing('replay-refused', 9),
    })
    const view = await ask()
    expect([lastOf(view), calls('answer').length]).toMatchObject([{ end: 'failed' }, 1])
    await engine.close()
  })

  it('[R8] may be too long after that, and is then compacted: each once', async () => {
    let asked = 0
    const { engine, chatId, first, below, ask, calls } = await openTalk(function* () {
      asked += 1
      if (asked === 1) throw new ModelError('replay-refused', { message: 'No.' })
      if (asked === 2) throw new ModelError('context-too-long', { message: 'Too long.' })
      yield* saying('An answer.')
    })
    const view = await ask({ ...below(first), text: 'words '.repeat(300) })
    expect([lastOf(view), calls('answer').length, calls('summary').length]).toMatchObject([{ end: 'complete' }, 4, 1])
    expect((await engine.view(chatId)).compactions).toEqual([])
    await engine.close()
  })
})
