import type { ChatCommand } from '@stet/commands'
import type { ChatId, Mark, MessageId } from '@stet/history'
import { answered, asked, called, createHistoryBuilder, resulted } from '@stet/history/testing'
import { expect, it } from 'vitest'
import { EngineError } from '../../runtime/engine-error.ts'
import { openMemoryHome, openPage, openTestEngine, writeChat, writeHistory } from '../../testing/index.ts'

async function openChat(given: (ids: readonly MessageId[]) => readonly Mark[] = () => []) {
  const home = openMemoryHome()
  const history = createHistoryBuilder()
  const callId = history.ids.call()
  const question = history.add(null, asked('What is in the file?'))
  const call = history.add(question, called([callId]))
  const result = history.add(call, resulted([callId]))
  const answer = history.add(result, answered('Ferns.'))
  const path = [question, call, result, answer] as const
  await writeHistory(home.store, { chat: history.chat({ marks: given(path) }), messages: history.messages() })
  const { engine } = await openTestEngine(home)
  const { chatId } = history
  const marks = async () => (await engine.view(chatId)).chat.marks
  const fates = async () => {
    const { report } = await engine.inspect({ chatId, context: null, text: 'Next' })
    return report.messages.map(({ fate, layer }) => [fate, layer])
  }
  const mark = (key: string, messageId: MessageId, kind: ChatCommand<'mark'>['mark']) =>
    engine.mark({ key, chatId, messageId, mark: kind })
  return { ...home, engine, chatId, path, marks, fates, mark }
}

it('[C19] shows in the report what the user left out, and the whole step with it', async () => {
  const { mark, fates, path } = await openChat()
  const before = await fates()
  await mark('one', path[2], 'left-out')
  const leftOut = ['left-out', 'persons-marks']
  expect(await fates()).toEqual([before[0], leftOut, leftOut, before[3], before[4]])
  await mark('two', path[2], null)
  expect(await fates()).toEqual(before)
})

it('[C19] keeps a pinned message, and of two choices about one message the later', async () => {
  const { mark, marks, fates, path } = await openChat()
  await mark('one', path[0], 'left-out')
  await mark('two', path[0], 'pinned')
  expect(await marks()).toEqual([{ kind: 'pinned', messageId: path[0] }])
  expect((await fates())[0]).toEqual(['pinned', 'persons-marks'])
})

it('[C19] leaves the marks of other messages, and attachments that were released, as they are', async () => {
  const { mark, marks, path } = await openChat(([question = 'msg_', call = 'msg_']) => [
    { kind: 'released', messageId: question, blob: 'ab' },
    { kind: 'pinned', messageId: question },
    { kind: 'left-out', messageId: call },
  ])
  await mark('one', path[0], null)
  expect(await marks()).toEqual([
    { kind: 'released', messageId: path[0], blob: 'ab' },
    { kind: 'left-out', messageId: path[1] },
  ])
})

it('[C19] is published to every page, and changes no message', async () => {
  const { engine, chatId, mark, path } = await openChat()
  const before = await engine.view(chatId)
  const page = openPage(engine, chatId)
  await page.until(() => true)
  await mark('one', path[3], 'pinned')
  const seen = await page.until(({ chat }) => chat.marks.length > 0)
  expect(seen).toEqual({ ...before, chat: { ...before.chat, marks: [{ kind: 'pinned', messageId: path[3] }] } })
  expect(await engine.view(chatId)).toEqual(seen)
  page.leave()
  await engine.close()
})

it('[FH-6] acts once for a key, and refuses the key for another mark', async () => {
  const { mark, marks, path } = await openChat()
  await mark('one', path[0], 'pinned')
  await mark('two', path[0], null)
  await mark('one', path[0], 'pinned')
  expect(await marks()).toEqual([])
  await expect(mark('one', path[1], 'pinned')).rejects.toMatchObject({ code: 'key-reused' })
})

it('[FH-7] answers the same for a message that is elsewhere, is nowhere, or is an aside, and writes nothing', async () => {
  const { engine, store, chatId, path } = await openChat()
  const other = await writeChat(store)
  const page = openPage(engine, other)
  await engine.send({ key: 'send', chatId: other, parentId: null, text: 'Elsewhere' })
  const titled = await page.until(({ chat }) => chat.title !== null)
  page.leave()
  const title = titled.path.find(message => message.role === 'title')
  const cases: readonly (readonly [ChatId, MessageId])[] = [
    [other, path[0]],
    [chatId, `msg_${'a'.repeat(32)}`],
    [other, title?.id ?? path[0]],
  ]
  const before = await store.usage()
  for (const [chat, messageId] of cases) {
    await expect(engine.mark({ key: messageId, chatId: chat, messageId, mark: 'pinned' })).rejects.toThrow(
      new EngineError('message-not-found', `no message ${messageId} in this chat can be marked`),
    )
  }
  expect(await store.usage()).toEqual(before)
  await engine.close()
})
