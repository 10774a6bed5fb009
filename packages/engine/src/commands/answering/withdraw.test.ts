import { WAITING_SHELF } from '@stet/store'
import { createWaitingTool } from '@stet/tools/testing'
import { expect, it } from 'vitest'
import { calling, openTestEngine, openToolChat, saying, transcriptOf, writeChat } from '../../testing/index.ts'

/** A chat whose tool is running, and a message that waits for it. */
async function openWaiting() {
  const gate = Promise.withResolvers<void>()
  const tool = createWaitingTool(() => gate.promise)
  const chat = await openToolChat({
    tools: [tool],
    script: ({ request }) =>
      request.messages.length === 1 ? calling([{ tool: 'wait', input: { text: 'rain' } }]) : saying('Done.'),
  })
  const { engine, chatId, page } = chat
  const first = await engine.send({ key: 'one', chatId, parentId: null, text: 'Go' })
  await page.until(view => Object.keys(view.progress).length === 1)
  const waits = await engine.send({ key: 'two', chatId, parentId: first.messageId, text: ' And\n\ud83c ferns? ' })
  await page.until(view => view.waiting.length === 1)
  return { ...chat, gate, first, waits }
}

it('[R10] gives back the text of a message that waits, once for every page and every repetition', async () => {
  const { engine, chatId, page, gate, first, waits, home } = await openWaiting()
  const command = { key: 'back', chatId, messageId: waits.messageId }
  const both = await Promise.all([engine.withdraw(command), engine.withdraw(command)])
  expect([...both, await engine.withdraw(command)]).toEqual(Array(3).fill({ text: ' And\n\ud83c ferns? ', files: [] }))
  const view = await page.until(now => now.waiting.length === 0)
  expect(view).toEqual(await engine.view(chatId))
  expect(await home.store.get(WAITING_SHELF, waits.messageId)).toBeNull()
  gate.resolve()
  expect(transcriptOf(await page.untilEnded(first.runId))).toEqual([
    'user: Go',
    'assistant: tool-call',
    'results: done (waited for rain)',
    'assistant: Done.',
  ])
  await engine.close()
})

it('[R10] refuses to withdraw a message that was sent, and says so', async () => {
  const { engine, chatId, page, gate, first, waits } = await openWaiting()
  gate.resolve()
  await page.untilEnded(first.runId)
  const late = engine.withdraw({ key: 'late', chatId, messageId: waits.messageId })
  await expect(late).rejects.toMatchObject({ code: 'message-gone' })
  expect((await engine.view(chatId)).path.some(({ id }) => id === waits.messageId)).toBe(true)
  await engine.close()
})

it('[FH-7] answers the same for a message that waits in another chat and one that is nowhere', async () => {
  const { engine, home, gate, waits } = await openWaiting()
  const other = await writeChat(home.store)
  for (const messageId of [waits.messageId, `msg_${'a'.repeat(32)}`] as const) {
    const withdrawal = engine.withdraw({ key: messageId, chatId: other, messageId })
    await expect(withdrawal).rejects.toMatchObject({ code: 'message-not-found' })
  }
  gate.resolve()
  await engine.close()
})

it('[R10] a message that waits names the answer at whose end it goes, also when that was broken off, and can be withdrawn then', async () => {
  const { engine, chatId, home, gate, waits } = await openWaiting()
  await engine.close()
  gate.resolve()
  const { engine: next } = await openTestEngine(home)
  const view = await next.view(chatId)
  const answer = view.path.find(({ role }) => role === 'assistant')
  expect(view.waiting.map(({ id, below }) => [id, below])).toEqual([[waits.messageId, answer?.id]])
  await next.withdraw({ key: 'back', chatId, messageId: waits.messageId })
  expect((await next.view(chatId)).waiting).toEqual([])
  await next.close()
})
