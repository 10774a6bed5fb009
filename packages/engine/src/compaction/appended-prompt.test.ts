import { describe, expect, it } from 'vitest'
import { openBound, PROXY, replayed } from '../testing/bound-chat.ts'
import { openPage, readLedger } from '../testing/index.ts'

const textsIn = (content: unknown) => JSON.stringify(content)

describe('a system prompt that changes in a chat with a model that binds its thinking', () => {
  it('[C21] follows the message at Anthropic itself, so that the thinking and the cache are read, also after a restart', async () => {
    const { server, home, engine, page, chatId, say, open } = await openBound()
    const one = await say('Does the tide come in?', null)
    await engine.changeSystemPrompt({ key: 'prompt', chatId, text: 'You sail.' })
    const two = await say('And out?', one.answerId)
    page.leave()
    await engine.close()
    const { engine: reopened } = await open()
    const again = openPage(reopened, chatId)
    await again.until(() => true)
    await say('And again?', two.answerId, { engine: reopened, page: again })
    expect(server.served.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(replayed(server)).toEqual([[], ['Thought 1.'], ['Thought 1.', 'Thought 4.']])
    expect(server.served.map(({ body }) => body.system?.map(({ text }) => text))).toEqual([
      ['You build harbours.'],
      ['You build harbours.'],
      ['You build harbours.'],
    ])
    expect(
      server.served
        .at(-1)
        ?.body.messages.map(({ role }) => role)
        .join(' '),
    ).toBe('user assistant user system assistant user')
    expect(textsIn(server.served.at(-1)?.body.messages[3])).toContain('You sail.')
    expect(server.served.every(({ usage }, index) => index === 0 || usage.cache_read_input_tokens > 0)).toBe(true)
    const [, row] = await readLedger(home.store, chatId)
    const { content } = await reopened.request(row?.id ?? 'req_')
    expect(content.report?.system).toMatchObject([
      { kind: 'prompt', name: '' },
      { kind: 'prompt', name: 'change', because: expect.stringContaining('tokens before it stay cached') },
    ])
    expect(content.report?.cache.movedBy).toBeNull()
    await reopened.close()
  })

  it('[C21] with the tools that brought it, in one message', async () => {
    const { server, say, offer, engine } = await openBound()
    const one = await say('Does the tide come in?', null)
    await offer('tools', ['memory'])
    await say('And out?', one.answerId)
    expect(server.served.map(({ status }) => status)).toEqual([200, 200])
    const said = server.served[1]?.body.messages.at(-1)
    expect(said?.role).toBe('system')
    expect(textsIn(said?.content)).toMatch(/tool_addition.*tool_addition/)
    expect(server.served[1]?.body.system?.map(({ text }) => text)).toEqual(['You build harbours.'])
    expect(replayed(server)).toEqual([[], ['Thought 1.']])
    await engine.close()
  })

  it('[C21] precedes everything at another server', async () => {
    const { server, engine, chatId, say } = await openBound({ baseUrl: PROXY })
    const one = await say('Does the tide come in?', null)
    await engine.changeSystemPrompt({ key: 'prompt', chatId, text: 'You sail.' })
    await say('And out?', one.answerId)
    expect(server.served.map(({ status }) => status)).toEqual([200, 200])
    expect(server.served.map(({ body }) => body.system?.[0]?.text)).toEqual(['You build harbours.', 'You sail.'])
    await engine.close()
  })

  it('[C21] [R8] precedes everything after the provider refused it after a message, which ends no run, and stays there', async () => {
    const { server, engine, chatId, say } = await openBound({ takesAdditions: false })
    const one = await say('Does the tide come in?', null)
    await engine.changeSystemPrompt({ key: 'prompt', chatId, text: 'You sail.' })
    const two = await say('And out?', one.answerId)
    const three = await say('And again?', two.answerId)
    expect(three.view.path.at(-1)).toMatchObject({ id: three.answerId, end: 'complete' })
    expect(server.served.map(({ status, body }) => [status, body.system?.[0]?.text])).toEqual([
      [200, 'You build harbours.'],
      [200, 'You sail.'],
      [200, 'You sail.'],
    ])
    await engine.close()
  })
})

it('[C21] another effort follows the message at Anthropic itself, so that the cache is read, and precedes everything elsewhere', async () => {
  for (const [options, top] of [
    [{}, ['high', 'high', 'high']],
    [{ baseUrl: PROXY }, ['high', 'low', 'low']],
  ] as const) {
    const { server, home, engine, chatId, say, settings } = await openBound(options)
    const think = (effort: 'high' | 'low') =>
      engine.changeAnswerSettings({
        key: effort,
        chatId,
        answer: { ...settings.answer, reasoning: { ...settings.answer.reasoning, effort } },
      })
    await think('high')
    const one = await say('Does the tide come in?', null)
    await think('low')
    const two = await say('And out?', one.answerId)
    await say('And again?', two.answerId)
    expect(server.served.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(server.served.map(({ body }) => body.output_config?.effort)).toEqual(top)
    expect(replayed(server).map(({ length }) => length)).toEqual([0, 1, 2])
    const isOwn = top[1] === 'high'
    const own = server.served.map(({ body }) => body.messages.flatMap(({ output_config: config }) => config ?? []))
    expect(own).toEqual(isOwn ? [[], [{ effort: 'low' }], [{ effort: 'low' }]] : [[], [], []])
    // With another effort for the whole request, only what precedes the messages would be read.
    const read = server.served.map(({ usage }) => usage.cache_read_input_tokens)
    const written = server.served.map(({ usage }) => usage.cache_creation_input_tokens)
    if (isOwn) expect(read[1]).toBe(written[0])
    else expect(read[1]).toBeLessThan(written[0] ?? 0)
    const [, row] = await readLedger(home.store, chatId)
    const { content } = await engine.request(row?.id ?? 'req_')
    const reported = content.report?.system.find(({ name }) => name === 'effort')
    expect(reported?.because ?? '').toMatch(isOwn ? /^low from a message on, so that the \d+ tokens before it/ : /^$/)
    await engine.close()
  }
})

it('[H8] [C21] a directory that is exposed in mid-chat is announced by the system at Anthropic itself, and by the user elsewhere', async () => {
  for (const [options, roles] of [
    [{}, 'user assistant user system'],
    [{ baseUrl: PROXY }, 'user assistant user'],
  ] as const) {
    const { server, engine, chatId, say } = await openBound(options)
    const one = await say('Does the tide come in?', null)
    await engine.expose({ key: 'sea', chatId, path: '/sea' })
    await say('And out?', one.answerId)
    expect(server.served.map(({ status }) => status)).toEqual([200, 200])
    const { messages } = server.served[1]?.body ?? { messages: [] }
    expect(messages.map(({ role }) => role).join(' ')).toBe(roles)
    expect(textsIn(messages.at(-1))).toContain('Mind the tide.')
    expect(replayed(server)).toEqual([[], ['Thought 1.']])
    await engine.close()
  }
})
