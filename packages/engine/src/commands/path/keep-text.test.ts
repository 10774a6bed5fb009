import { expect, it } from 'vitest'
import { openLongChat, saying, summariesIn } from '../../testing/index.ts'

it('[C22] a kept sentence is sent with every later summary, and a summary lists the exact facts of what it replaces', async () => {
  const { engine, chatId, path, ask, calls, page } = await openLongChat({
    summary: () => saying('They spoke of tides.'),
  })
  const [first = 'msg_'] = path
  const keep = { chatId, messageId: first, text: ' Question 0. ' } as const
  await engine.keepText({ ...keep, key: 'keep', keep: true })
  await engine.keepText({ ...keep, key: 'twice', keep: true })
  expect((await engine.view(chatId)).chat.marks).toEqual([{ kind: 'kept-text', messageId: first, text: 'Question 0.' }])
  const view = await ask({ text: 'Never sail at night. Read src/tides.ts and src/harbour.ts.' })
  const sent = () => calls('answer').at(-1)?.request.system.at(-1)?.text ?? ''
  expect(sent()).toBe(
    'Previous Conversation Summary:\n\nThey spoke of tides.\n\nSentences that the user asked to keep, word for word:\n- Question 0.',
  )
  await engine.summarise({ key: 'again', chatId, form: 'prose' })
  const after = await page.until(
    now => summariesIn(now).length > summariesIn(view).length && now.compactions.length === 0,
  )
  expect(
    summariesIn(after)
      .at(-1)
      ?.parts.map(({ text }) => text),
  ).toEqual([
    'They spoke of tides.',
    'Exact facts from the conversation so far:\n- Never sail at night.\nsrc/tides.ts src/harbour.ts',
  ])
  const last = after.path.findLast(({ role }) => role === 'assistant')?.id ?? null
  await ask({ parentId: last, text: 'And now?' })
  expect(sent()).toContain('- Never sail at night.')
  expect(sent()).toContain('- Question 0.')
  await engine.keepText({ ...keep, key: 'let go', keep: false })
  expect((await engine.view(chatId)).chat.marks).toEqual([])
  await engine.close()
})

it('[C22] refuses an empty sentence, and one of a message that does not exist', async () => {
  const { engine, chatId, path } = await openLongChat()
  const keep = { chatId, messageId: path[0] ?? 'msg_', keep: true } as const
  await expect(engine.keepText({ ...keep, key: 'empty', text: '  ' })).rejects.toMatchObject({ code: 'invalid' })
  const nowhere = { ...keep, messageId: `msg_${'z'.repeat(32)}` } as const
  await expect(engine.keepText({ ...nowhere, key: 'no', text: 'Hi' })).rejects.toMatchObject({
    code: 'message-not-found',
  })
  await engine.close()
})
