import { answered, asked, called, createHistoryBuilder, request, resulted } from '@stet/history/testing'
import { expect, it } from 'vitest'
import { openMemoryHome, openPage, openTestEngine, summariesIn, writeHistory } from '../testing/index.ts'

it('[C10] [C12] a summary is made by hand in the middle of a cycle, however many steps are above and below the one before', async () => {
  const home = openMemoryHome()
  const history = createHistoryBuilder()
  const question = history.add(null, asked('What is in the files?'))
  let last = history.add(history.add(question, answered('Let me see.')), asked('Continue'))
  for (let step = 0; step < 250; step += 1) {
    const callId = history.ids.call()
    last = history.add(history.add(last, called([callId])), resulted([callId]))
    if (step !== 200) continue
    const facts = { role: 'summary', coversThrough: last, form: 'prose', request: request(null) } as const
    history.add(last, { ...facts, parts: [{ kind: 'text', text: 'Before.' }] })
  }
  const chat = history.chat({ tip: last })
  await writeHistory(home.store, { chat, messages: history.messages() })
  const { engine } = await openTestEngine(home)
  const page = openPage(engine, chat.id)
  await page.until(() => true)
  await engine.summarise({ key: 'one', chatId: chat.id, form: 'prose' })
  const view = await page.until(now => summariesIn(now).length === 2 && now.compactions.length === 0)
  expect(
    summariesIn(view)
      .map(({ coversThrough }) => coversThrough)
      .at(-1),
  ).toBe(last)
  const started = page.received.flatMap(({ event }) => (event.kind === 'compaction-started' ? [event.compaction] : []))
  // The current message goes in too: it will be gone once the next one is the current.
  expect(started.map(({ messages }) => messages)).toEqual([98])
  await engine.close()
})
