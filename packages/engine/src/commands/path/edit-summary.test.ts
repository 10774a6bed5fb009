import { isAside, type MessageId } from '@stet/history'
import { expect, it } from 'vitest'
import { NARROW, openLongChat, saying, summariesIn } from '../../testing/index.ts'

/** A chat of five turns with a summary of all of them. */
async function openSummarised() {
  const context = { ...NARROW, maxPromptTokens: 100_000 }
  const chat = await openLongChat({ phases: 5, context, summary: () => saying('They spoke of tides.') })
  await chat.engine.summarise({ key: 'summarise', chatId: chat.chatId, form: 'prose' })
  const view = await chat.page.until(now => summariesIn(now).length === 1 && now.compactions.length === 0)
  const checkpointId = summariesIn(view)[0]?.id ?? 'msg_'
  const edit = (text: string, key = text) => chat.engine.editSummary({ key, chatId: chat.chatId, checkpointId, text })
  /** The system prompt of the next request on the shown branch. */
  async function sent() {
    const { path } = await chat.engine.view(chat.chatId)
    await chat.ask({ parentId: path.findLast(message => !isAside(message))?.id ?? null })
    return chat.calls('answer').at(-1)?.request.system
  }
  return { ...chat, checkpointId, edit, sent }
}

it('[X2] an edited summary replaces the one before it; lifting it sends what was sent before', async () => {
  const { engine, chatId, edit, sent, page, last } = await openSummarised()
  const before = await sent()
  expect(before).toMatchObject([{ text: expect.stringContaining('They spoke of tides.') }])
  const { messageId } = await edit('They spoke of tides. Never build in wood.')
  expect(await edit('They spoke of tides. Never build in wood.')).toEqual({ messageId })
  const view = await page.until(now => summariesIn(now).length === 2)
  const [made, edited] = summariesIn(view)
  expect(edited).toMatchObject({ id: messageId, coversThrough: last, request: null })
  expect(edited?.parts.slice(1)).toEqual(made?.parts.slice(1))
  expect(await sent()).toMatchObject([{ text: expect.stringContaining('Never build in wood.') }])
  await engine.lift({ key: 'lift', chatId, checkpointId: messageId, act: 'lift' })
  expect(await sent()).toEqual(before)
  await engine.lift({ key: 'hold', chatId, checkpointId: messageId, act: 'hold' })
  expect(await sent()).toMatchObject([{ text: expect.stringContaining('Never build in wood.') }])
  await engine.close()
})

it('[X2] [FH-7] an empty text, an unknown summary and a message that is none change nothing', async () => {
  const { engine, chatId, edit, path } = await openSummarised()
  await expect(edit(' \n')).rejects.toMatchObject({ code: 'invalid', field: 'text' })
  for (const checkpointId of [`msg_${'a'.repeat(32)}`, path[0]] as MessageId[]) {
    const command = { key: checkpointId, chatId, checkpointId, text: 'New' }
    await expect(engine.editSummary(command)).rejects.toMatchObject({ code: 'message-not-found' })
  }
  expect(summariesIn(await engine.view(chatId)).length).toBe(1)
  await engine.close()
})
