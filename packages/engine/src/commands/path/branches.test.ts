import type { ChatId, Message, MessageId } from '@stet/history'
import { MESSAGES_SHELF, readPath, type Store } from '@stet/store'
import { echoTool } from '@stet/tools/testing'
import { describe, expect, it } from 'vitest'
import type { Engine } from '../../engine.ts'
import {
  beginning,
  calling,
  createScriptedModels,
  openMemoryHome,
  openPage,
  openTestEngine,
  openToolChat,
  saying,
  untilStopped,
  writeChat,
} from '../../testing/index.ts'

const NOWHERE: MessageId = `msg_${'a'.repeat(32)}`

/** Each answer says which one it is. */
async function open() {
  let answers = 0
  const models = createScriptedModels(async function* (call) {
    const asked = call.request.messages.at(-1)
    const text =
      asked?.form === 'plain' ? asked.parts.map(part => (part.kind === 'text' ? part.text : '')).join('') : ''
    if (text === 'hang') {
      yield* beginning('…')
      await untilStopped(call)
    }
    answers += 1
    yield* saying(`Answer ${answers}.`)
  })
  const home = openMemoryHome()
  const chatId = await writeChat(home.store, { title: { text: 'Named', by: 'person' } })
  const { engine } = await openTestEngine(home, { models })
  return { ...home, chatId, engine, models }
}

async function say(engine: Engine, chatId: ChatId, parentId: MessageId | null, text: string) {
  const page = openPage(engine, chatId)
  const sent = await engine.send({ key: crypto.randomUUID(), chatId, parentId, text })
  await page.untilEnded(sent.runId)
  page.leave()
  return sent
}

async function tryAgain(engine: Engine, chatId: ChatId, messageId: MessageId) {
  const page = openPage(engine, chatId)
  const retried = await engine.retry({ key: crypto.randomUUID(), chatId, messageId })
  await page.until(view => view.drafts.length === 0 && view.path.some(({ id }) => id === retried.answerId))
  page.leave()
  return retried
}

async function shown(engine: Engine, chatId: ChatId): Promise<readonly string[]> {
  return (await engine.view(chatId)).path.map(textOf)
}

function textOf(message: Message): string {
  if (!('parts' in message)) return message.role
  return message.parts.map(part => ('text' in part ? part.text : part.kind)).join('')
}

describe('retry', () => {
  it('[H4] answers again beside the first answer, which stays and can be switched back to', async () => {
    const { engine, chatId } = await open()
    const { answerId: first, messageId } = await say(engine, chatId, null, 'Hello')
    const { answerId: second } = await tryAgain(engine, chatId, first)
    expect(await shown(engine, chatId)).toEqual(['Hello', 'Answer 2.'])
    expect((await engine.view(chatId)).siblings).toEqual({ [second]: [first, second] })
    await engine.chooseTip({ key: 'back', chatId, messageId: first })
    expect(await shown(engine, chatId)).toEqual(['Hello', 'Answer 1.'])
    await tryAgain(engine, chatId, messageId)
    expect(await shown(engine, chatId)).toEqual(['Hello', 'Answer 3.'])
    await engine.close()
  })

  it('[H4] shows the answer being written in place of the earlier one, live and loaded alike', async () => {
    const { engine, chatId } = await open()
    const page = openPage(engine, chatId)
    const { runId, messageId } = await engine.send({ key: '1', chatId, parentId: null, text: 'hang' })
    await page.until(view => view.drafts.length === 1)
    await engine.stop({ key: '2', chatId, runId })
    const { runId: again } = await engine.retry({ key: '3', chatId, messageId })
    const live = await page.until(view =>
      view.drafts.some(draft => draft.runId === again && draft.parts[0]?.text === '…'),
    )
    expect(live.path.map(message => message.role)).toEqual(['user'])
    expect(await engine.view(chatId)).toEqual(live)
    await engine.stop({ key: '4', chatId, runId: again })
    const ended = await page.untilEnded(again)
    expect([ended.path.length, await engine.view(chatId)]).toEqual([2, ended])
    page.leave()
    await engine.close()
  })

  it('[H4] stays at the new answer while an earlier run continues with tools beside it', async () => {
    const gate = Promise.withResolvers<void>()
    let asked = 0
    const { engine, chatId, page } = await openToolChat({
      tools: [echoTool],
      async *script() {
        asked += 1
        const nth = asked
        if (nth === 1) return yield* calling([{ tool: 'echo', input: { text: 'one' } }])
        if (nth === 2) await gate.promise
        yield* saying(nth === 2 ? 'First, at last.' : 'Second.')
      },
    })
    const first = await engine.send({ key: '1', chatId, parentId: null, text: 'Hello' })
    await page.until(view => view.path.length === 3 && view.drafts.length === 1)
    const second = await engine.retry({ key: '2', chatId, messageId: first.messageId })
    await page.untilEnded(second.runId)
    expect(await shown(engine, chatId)).toEqual(['Hello', 'Second.'])
    gate.resolve()
    const view = await page.untilEnded(first.runId)
    expect(view.path.map(textOf)).toEqual(['Hello', 'Second.'])
    expect(await engine.view(chatId)).toEqual(view)
    await engine.chooseTip({ key: '3', chatId, messageId: first.answerId })
    expect(await shown(engine, chatId)).toEqual(['Hello', 'tool-call', 'tool-result', 'First, at last.'])
    await engine.close()
  })

  it('[H4] stays where the user went while an answer beside it was written', async () => {
    const { engine, chatId } = await open()
    const { answerId, messageId } = await say(engine, chatId, null, 'Hello')
    const hangs = await engine.send({ key: 'h', chatId, parentId: answerId, text: 'hang' })
    await engine.stop({ key: 's', chatId, runId: null })
    const page = openPage(engine, chatId)
    const again = await engine.retry({ key: 'a', chatId, messageId: hangs.messageId })
    await engine.chooseTip({ key: 'c', chatId, messageId: hangs.answerId })
    await engine.stop({ key: 't', chatId, runId: again.runId })
    const view = await page.untilEnded(again.runId)
    expect([view.path.map(({ id }) => id), await engine.view(chatId)]).toEqual([
      [messageId, answerId, hangs.messageId, hangs.answerId],
      view,
    ])
    page.leave()
    await engine.close()
  })

  it('[FH-6] given twice with one key, answers once', async () => {
    const { engine, chatId, models } = await open()
    const { messageId } = await say(engine, chatId, null, 'Hello')
    const twice = await Promise.all([
      engine.retry({ key: 'r', chatId, messageId }),
      engine.retry({ key: 'r', chatId, messageId }),
    ])
    expect([twice[0], await engine.retry({ key: 'r', chatId, messageId })]).toEqual([twice[1], twice[1]])
    await engine.close()
    expect(models.calls.length).toBeLessThanOrEqual(2)
  })

  it('refuses what cannot be answered, and an answer that is being written', async () => {
    const { engine, chatId } = await open()
    await expect(engine.retry({ key: 'k', chatId, messageId: NOWHERE })).rejects.toMatchObject({
      code: 'message-not-found',
    })
    const { messageId, runId } = await engine.send({ key: 'h', chatId, parentId: null, text: 'hang' })
    await expect(engine.retry({ key: 'k', chatId, messageId })).rejects.toMatchObject({ code: 'run-active' })
    await engine.stop({ key: 's', chatId, runId })
    await engine.close()
  })
})

describe('chooseTip', () => {
  it('[H4] returns to where one was in a branch, also when another branch is newer', async () => {
    const { engine, chatId } = await open()
    const one = await say(engine, chatId, null, 'One')
    const below = await say(engine, chatId, one.answerId, 'Below one')
    await say(engine, chatId, null, 'Two')
    expect(await shown(engine, chatId)).toEqual(['Two', 'Answer 3.'])
    await engine.chooseTip({ key: 'a', chatId, messageId: one.messageId })
    expect(await shown(engine, chatId)).toEqual(['One', 'Answer 1.', 'Below one', 'Answer 2.'])
    await say(engine, chatId, one.answerId, 'Beside below')
    await engine.chooseTip({ key: 'b', chatId, messageId: below.messageId })
    expect(await shown(engine, chatId)).toEqual(['One', 'Answer 1.', 'Below one', 'Answer 2.'])
    await expect(engine.chooseTip({ key: 'c', chatId, messageId: NOWHERE })).rejects.toMatchObject({
      code: 'message-not-found',
    })
    await engine.close()
  })
})

describe('deleteMessage', () => {
  it('[H7] takes a message and all below it, and leaves what was spent on the message above', async () => {
    const { engine, chatId, store } = await open()
    const one = await say(engine, chatId, null, 'One')
    const two = await say(engine, chatId, one.answerId, 'Two')
    const before = await store.usage()
    expect(await engine.deleteMessage({ key: 'd', chatId, messageId: two.messageId })).toEqual({ removed: 2 })
    expect(await engine.deleteMessage({ key: 'd', chatId, messageId: two.messageId })).toEqual({ removed: 2 })
    expect(await shown(engine, chatId)).toEqual(['One', 'Answer 1.', 'accounting'])
    const accounting = (await engine.view(chatId)).path.at(-1)
    expect(accounting).toMatchObject({ parentId: one.answerId, removedMessages: 2, reason: 'by hand' })
    expect(accounting?.role === 'accounting' && accounting.removed.own.usage).toMatchObject({ input: 10, output: 5 })
    expect(accounting?.role === 'accounting' && accounting.cumulative.own.usage).toMatchObject({
      input: 20,
      output: 10,
    })
    // Two messages went; the accounting message and the command's key came.
    expect((await store.usage()).rows).toBe(before.rows)
    await say(engine, chatId, one.answerId, 'Three')
    expect((await shown(engine, chatId)).at(-2)).toBe('Three')
    await engine.close()
  })

  it('[H7] a deleted root leaves its account without a parent, and every page reads the chat again', async () => {
    const { engine, chatId } = await open()
    const { messageId } = await say(engine, chatId, null, 'One')
    const page = openPage(engine, chatId)
    await page.until(view => view.path.length === 2)
    await engine.deleteMessage({ key: 'd', chatId, messageId })
    const after = await page.until(view => view.path.length === 1)
    expect([after.path[0]?.role, after.path[0]?.parentId, after.chat.tip]).toEqual(['accounting', null, null])
    page.leave()
    await engine.close()
  })

  it('refuses while an answer below it is being written, and what is not there', async () => {
    const { engine, chatId } = await open()
    const { messageId, runId } = await engine.send({ key: 'h', chatId, parentId: null, text: 'hang' })
    const deleted = engine.deleteMessage({ key: 'd', chatId, messageId })
    await expect(deleted).rejects.toMatchObject({ code: 'run-active' })
    await engine.stop({ key: 's', chatId, runId })
    await expect(engine.deleteMessage({ key: 'e', chatId, messageId: NOWHERE })).rejects.toMatchObject({
      code: 'message-not-found',
    })
    await engine.close()
  })
})

describe('fork', () => {
  it('[H5] copies the path to a message into a chat of its own, and what it cost as inherited', async () => {
    const { engine, chatId, store } = await open()
    const one = await say(engine, chatId, null, 'One')
    const two = await say(engine, chatId, one.answerId, 'Two')
    const { chatId: forked } = await engine.fork({ key: 'f', chatId, messageId: one.answerId })
    expect((await engine.fork({ key: 'f', chatId, messageId: one.answerId })).chatId).toBe(forked)
    expect(await shown(engine, forked)).toEqual(['One', 'Answer 1.'])
    expect((await engine.view(forked)).chat).toMatchObject({
      forkedFrom: { chatId, messageId: one.answerId },
      title: { text: 'Named', by: 'person' },
    })
    const answer = (await engine.view(forked)).path.at(-1)
    expect(answer?.copiedFrom).toEqual({ chatId, messageId: one.answerId })
    expect(await pathIds(store, chatId, two.answerId)).not.toContain(answer?.id)
    if (answer !== undefined) await say(engine, forked, answer.id, 'Three')
    expect(await shown(engine, chatId)).toEqual(['One', 'Answer 1.', 'Two', 'Answer 2.'])
    await engine.close()
  })
})

describe('clear and lift', () => {
  it('[H6] after a clear nothing before it is sent; lifted, all of it is again', async () => {
    const { engine, chatId, models } = await open()
    const one = await say(engine, chatId, null, 'One')
    const { checkpointId } = await engine.clear({ key: 'c', chatId })
    expect(await engine.clear({ key: 'c', chatId })).toEqual({ checkpointId })
    const two = await say(engine, chatId, one.answerId, 'Two')
    expect(models.calls.at(-1)?.request.messages.length).toBe(1)
    await engine.lift({ key: 'l', chatId, checkpointId, act: 'lift' })
    const three = await say(engine, chatId, two.answerId, 'Three')
    expect(models.calls.at(-1)?.request.messages.length).toBe(5)
    await engine.lift({ key: 'h', chatId, checkpointId, act: 'hold' })
    await say(engine, chatId, three.answerId, 'Four')
    expect(models.calls.at(-1)?.request.messages.length).toBe(5)
    await engine.close()
  })

  it('[H6] compaction that a lift switched off can be resumed, and what is not a checkpoint is refused', async () => {
    const { engine, chatId } = await open()
    await expect(engine.clear({ key: 'c', chatId })).rejects.toMatchObject({ code: 'invalid' })
    const one = await say(engine, chatId, null, 'One')
    const { checkpointId } = await engine.clear({ key: 'c', chatId })
    await engine.lift({ key: 'l', chatId, checkpointId, act: 'lift' })
    expect((await engine.view(chatId)).chat.lifts).toEqual([
      { checkpoint: checkpointId, below: one.answerId, automaticCompaction: 'off' },
    ])
    await engine.lift({ key: 'r', chatId, checkpointId, act: 'resume-compaction' })
    expect((await engine.view(chatId)).chat.lifts).toEqual([
      { checkpoint: checkpointId, below: one.answerId, automaticCompaction: 'on' },
    ])
    const refused = engine.lift({ key: 'n', chatId, checkpointId: one.answerId, act: 'lift' })
    await expect(refused).rejects.toMatchObject({ code: 'message-not-found' })
    await engine.close()
  })
})

async function pathIds(store: Store, chatId: ChatId, leaf: MessageId): Promise<readonly MessageId[]> {
  const path = await readPath(store, chatId, leaf, { limit: 100 })
  expect(await store.get(MESSAGES_SHELF, leaf)).not.toBeNull()
  return path.map(message => message.id)
}
