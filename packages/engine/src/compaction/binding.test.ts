import type { MessageId } from '@stet/history'
import { describe, expect, it } from 'vitest'
import { type BoundChat, openBound, PROXY, replayed } from '../testing/bound-chat.ts'
import { openPage, readLedger } from '../testing/index.ts'

const changes: readonly (readonly [string, (bound: BoundChat, first: MessageId) => Promise<unknown>, string])[] = [
  [
    'a tool was added',
    ({ engine, chatId }) =>
      engine.changeTools({ key: 'tools', chatId, tools: [{ name: 'write_todo', policy: null, options: {} }] }),
    'the tools changed since',
  ],
  [
    'web search was switched on',
    ({ engine, chatId, settings }) =>
      engine.changeAnswerSettings({ key: 'web', chatId, answer: { ...settings.answer, webSearch: true } }),
    'the tools changed since',
  ],
  [
    'the system prompt changed',
    ({ engine, chatId }) => engine.changeSystemPrompt({ key: 'prompt', chatId, text: 'You sail.' }),
    'the system prompt, a document or the summary changed since',
  ],
  [
    'an earlier message was left out',
    ({ engine, chatId }, first) => engine.mark({ key: 'mark', chatId, messageId: first, mark: 'left-out' }),
    'an earlier message changed since',
  ],
]

describe('a model that binds its thinking to what precedes it', () => {
  it('[C20] gets it back as long as nothing before it changes, also after a restart', async () => {
    const bound = await openBound({ baseUrl: PROXY })
    const one = await bound.say('Does the tide come in?', null)
    const two = await bound.say('And out?', one.answerId)
    await bound.engine.close()
    const { engine } = await bound.open()
    const page = openPage(engine, bound.chatId)
    await page.until(() => true)
    await bound.say('And again?', two.answerId, { engine, page })
    expect(replayed(bound.server)).toEqual([[], ['Thought 1.'], ['Thought 1.', 'Thought 3.']])
    expect(bound.server.served.map(({ status }) => status)).toEqual([200, 200, 200])
    await engine.close()
  })

  it.each(changes)('[C20] is not sent it once %s, so that nothing is refused', async (_name, change, because) => {
    const bound = await openBound({ baseUrl: PROXY })
    const one = await bound.say('Does the tide come in?', null)
    const two = await bound.say('And out?', one.answerId)
    await change(bound, one.messageId)
    await bound.say('And again?', two.answerId)
    expect(bound.server.served.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(replayed(bound.server)[2]).toEqual([])
    const [, , last] = await readLedger(bound.home.store, bound.chatId)
    const { content } = await bound.engine.request(last?.id ?? 'req_')
    expect(content.report?.messages.find(({ messageId }) => messageId === two.answerId)).toMatchObject({
      fate: 'trimmed',
      layer: 'binding',
      because: expect.stringContaining('its reasoning is left out: '),
    })
    expect(content.report?.messages.map(message => message.because).join()).toContain(because)
    // The text of the answers went as it was written.
    expect(JSON.stringify(bound.server.served[2]?.body.messages).match(/Yes\./g)).toHaveLength(2)
    await bound.engine.close()
  })

  it('[C20] reads later thinking again: it is bound to what was sent without the earlier one', async () => {
    const bound = await openBound({ baseUrl: PROXY })
    const one = await bound.say('Does the tide come in?', null)
    await bound.engine.changeSystemPrompt({ key: 'prompt', chatId: bound.chatId, text: 'You sail.' })
    const two = await bound.say('And out?', one.answerId)
    await bound.say('And again?', two.answerId)
    expect(replayed(bound.server)).toEqual([[], [], ['Thought 3.']])
    await bound.engine.close()
  })

  it('[C21] reads it, and its cache, also after a tool was added, which follows the message at Anthropic itself', async () => {
    const { server, home, engine, page, chatId, say, open } = await openBound()
    const one = await say('Does the tide come in?', null)
    const tools = [{ name: 'write_todo', policy: null, options: {} }]
    await engine.changeTools({ key: 'tools', chatId, tools })
    const two = await say('And out?', one.answerId)
    page.leave()
    await engine.close()
    const { engine: reopened } = await open()
    const again = openPage(reopened, chatId)
    await again.until(() => true)
    await say('And again?', two.answerId, { engine: reopened, page: again })
    expect(server.served.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(replayed(server)).toEqual([[], ['Thought 1.'], ['Thought 1.', expect.stringMatching(/^Thought/)]])
    const roles = server.served.map(({ body }) => body.messages.map(({ role }) => role).join(' '))
    expect(roles.at(-1)).toBe('user assistant user system assistant user')
    expect(server.served.map(({ body }) => body.tools)).toEqual([undefined, undefined, undefined])
    expect(server.served.at(-1)?.usage.cache_read_input_tokens).toBeGreaterThan(0)
    const rows = await readLedger(home.store, chatId)
    const { content } = await reopened.request(rows.at(-1)?.id ?? 'req_')
    const because = expect.stringMatching(/^declared after a message/)
    // Recall comes with the first tool.
    expect(content.report?.tools).toMatchObject([
      { name: 'write_todo', because },
      { name: 'recall', because },
    ])
    await reopened.close()
  })

  it('[C21] answers also where a tool may not follow a message: it precedes them then, and stays there', async () => {
    const { server, engine, chatId, say } = await openBound({ takesAdditions: false })
    const one = await say('Does the tide come in?', null)
    await engine.changeTools({ key: 'tools', chatId, tools: [{ name: 'write_todo', policy: null, options: {} }] })
    const two = await say('And out?', one.answerId)
    const three = await say('And again?', two.answerId)
    expect(three.view.path.at(-1)).toMatchObject({ id: three.answerId, end: 'complete' })
    expect(
      server.served.map(({ status, body }) => [status, body.messages.some(({ role }) => role === 'system')]),
    ).toEqual([
      [200, false],
      [200, false],
      [200, false],
    ])
    await engine.close()
  })

  it('[C20] at Anthropic itself drops what nobody knew of, which is kept with the request and shown as a fate', async () => {
    const { server, home, engine, chatId, say } = await openBound()
    const one = await say('Does the tide come in?', null)
    server.forgetThinking()
    const two = await say('And out?', one.answerId)
    expect(server.served.map(({ status }) => status)).toEqual([200, 200])
    const [, row] = await readLedger(home.store, chatId)
    expect(row?.remarks).toEqual({
      responseId: 'msg_02',
      dropped: [{ messageId: one.answerId, reason: 'prefix_binding_mismatch' }],
      cacheMiss: null,
    })
    const { content } = await engine.request(row?.id ?? 'req_')
    expect(content.report?.messages.find(({ messageId }) => messageId === one.answerId)).toMatchObject({
      fate: 'trimmed',
      because: 'the provider left its reasoning out (prefix binding mismatch)',
    })
    expect(two.view.path.at(-1)).toMatchObject({ role: 'assistant', end: 'complete' })
    await engine.close()
  })

  it('[C21] reads it, and its cache, also after a tool was removed, which stays declared at Anthropic itself', async () => {
    const { server, home, engine, chatId, say } = await openBound()
    const choose = (key: string, names: readonly string[]) =>
      engine.changeTools({ key, chatId, tools: names.map(name => ({ name, policy: null, options: {} })) })
    await choose('both', ['memory', 'write_todo'])
    const one = await say('Does the tide come in?', null)
    await choose('one', ['write_todo'])
    const two = await say('And out?', one.answerId)
    const three = await say('And again?', two.answerId)
    await choose('again', ['memory', 'write_todo'])
    await say('And now?', three.answerId)
    expect(server.served.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const declared = server.served.map(({ body }) => body.tools?.map(({ name }) => name))
    expect(declared).toEqual(declared.map(() => ['memory', 'write_todo', 'recall']))
    expect(server.served.map(({ body }) => JSON.stringify(body).includes('tool_removal'))).toEqual([
      false,
      true,
      true,
      false,
    ])
    // Offered again, the tools are those that the first answer was written after.
    expect(replayed(server).map(({ length }) => length)).toEqual([0, 1, 2, 1])
    expect(server.served[2]?.usage.cache_read_input_tokens).toBeGreaterThan(0)
    const [, row] = await readLedger(home.store, chatId)
    const { content } = await engine.request(row?.id ?? 'req_')
    expect(content.report?.tools).toContainEqual(
      expect.objectContaining({ name: 'memory', because: expect.stringMatching(/^removed: it is withdrawn/) }),
    )
    await engine.close()
  })

  it('[C21] reads it, and its cache, also after web search was switched on and off, which follows the message at Anthropic itself', async () => {
    const { server, home, engine, chatId, settings, say } = await openBound()
    const search = (webSearch: boolean) =>
      engine.changeAnswerSettings({ key: `${webSearch}`, chatId, answer: { ...settings.answer, webSearch } })
    const one = await say('Does the tide come in?', null)
    await search(true)
    const two = await say('And out?', one.answerId)
    const three = await say('And again?', two.answerId)
    await search(false)
    await say('And now?', three.answerId)
    expect(server.served.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(server.served.map(({ body }) => body.tools)).toEqual([undefined, undefined, undefined, undefined])
    const changes = server.served.map(({ body }) =>
      body.messages.flatMap(({ role, content }) =>
        role === 'system' && typeof content !== 'string' ? content.map(({ type }) => type) : [],
      ),
    )
    expect(changes).toEqual([[], ['tool_addition'], ['tool_addition'], ['tool_addition', 'tool_removal']])
    expect(replayed(server).map(({ length }) => length)).toEqual([0, 1, 2, 3])
    expect(server.served.slice(1).every(({ usage }) => usage.cache_read_input_tokens > 0)).toBe(true)
    const [, row] = await readLedger(home.store, chatId)
    const { content } = await engine.request(row?.id ?? 'req_')
    expect(content.report?.system).toContainEqual(expect.objectContaining({ name: 'web search' }))
    await engine.close()
  })

  it('[C20] [R8] elsewhere a refusal nobody could foresee costs one further request, and ends no run', async () => {
    const { server, engine, say } = await openBound({ baseUrl: PROXY })
    const one = await say('Does the tide come in?', null)
    server.forgetThinking()
    const two = await say('And out?', one.answerId)
    expect(server.served.map(({ status }) => status)).toEqual([200, 400, 200])
    expect(two.view.path.at(-1)).toMatchObject({ role: 'assistant', end: 'complete' })
    await engine.close()
  })
})
