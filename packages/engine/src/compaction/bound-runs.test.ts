import type { MessageId } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { type BoundChat, openBound, PROXY, replayed, WAITING } from '../testing/bound-chat.ts'
import { readLedger, summariesIn } from '../testing/index.ts'

describe.each([
  ['another server', { baseUrl: PROXY }],
  ['Anthropic itself', {}],
])('a model that binds its thinking, at %s', (_name, options) => {
  it('[C20] [H6] is sent none that does not hold after a summary, nor after that was lifted, so that nothing is refused', async () => {
    const { server, engine, page, chatId, say } = await openBound(options)
    const one = await say('Does the tide come in?', null)
    const two = await say('And out?', one.answerId)
    await engine.summarise({ key: 'summarise', chatId, form: 'prose' })
    const { path } = await page.until(
      ({ path, compactions }) => compactions.length === 0 && summariesIn({ path }).length > 0,
    )
    const three = await say('And again?', two.answerId)
    const summary = summariesIn({ path })[0]
    await engine.lift({ key: 'lift', chatId, checkpointId: summary?.id ?? 'msg_', act: 'lift' })
    const four = await say('Still?', three.answerId)
    await engine.lift({ key: 'hold', chatId, checkpointId: summary?.id ?? 'msg_', act: 'hold' })
    const five = await say('Sure?', four.answerId)
    expect(five.view.path.at(-1)).toMatchObject({ id: five.answerId, end: 'complete' })
    expect(server.served.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    const [afterSummary, afterLift, afterHold] = replayed(server).slice(-3)
    expect(afterSummary).toEqual([])
    // The answer that was written below the summary does not hold without it, and holds with it.
    expect(afterLift).toEqual(['Thought 1.', 'Thought 3.'])
    expect(afterHold).toHaveLength(1)
    await engine.close()
  })

  it.each<readonly [string, (chat: BoundChat, first: MessageId) => Promise<unknown>]>([
    ['a tool', ({ offer }) => offer('more', ['wait', 'write_todo'])],
    ['the tool that runs', ({ offer }) => offer('none', [])],
    ['the system prompt', ({ engine, chatId }) => engine.changeSystemPrompt({ key: 'p', chatId, text: 'You sail.' })],
    ['a mark', ({ engine, chatId }, first) => engine.mark({ key: 'm', chatId, messageId: first, mark: 'left-out' })],
  ])('[C20] answers to the end when %s changes in the middle of a run, and afterwards', async (_change, change) => {
    const chat = await openBound(options)
    const { server, engine, page, chatId, home, say, offer, openGate } = chat
    await offer('wait', ['wait'])
    const one = await say('Does the tide come in?', null)
    const run = await engine.send({ key: 'run', chatId, parentId: one.answerId, text: `Now ${WAITING}.` })
    await chat.waits
    await change(chat, one.messageId)
    // It joins the run at the end of its step, and brings the chat as it is set now.
    await engine.send({ key: 'join', chatId, parentId: run.messageId, text: 'And hurry.' })
    openGate()
    const ended = await page.untilEnded(run.runId)
    const last = ended.path.at(-1)
    expect(last).toMatchObject({ role: 'assistant', end: 'complete' })
    const next = await say('And out?', last?.id ?? null)
    expect(next.view.path.at(-1)).toMatchObject({ role: 'assistant', end: 'complete' })
    expect(server.served.map(({ status }) => status)).not.toContain(400)
    expect((await readLedger(home.store, chatId)).map(({ state }) => state)).not.toContain('failed')
    await engine.close()
  })
})
