import { answered, asked, called, createHistoryBuilder, resulted } from '@stet/history/testing'
import { expect, it } from 'vitest'
import { createScriptedModels, openMemoryHome, openTestEngine, saying, writeHistory } from '../../testing/index.ts'

it('[H4] what branches answer is read side by side: text, model, time and cost, steps included', async () => {
  const history = createHistoryBuilder()
  const question = history.add(null, asked('Which mosses?'))
  const usage = { input: 100, output: 20 }
  const plain = history.add(question, { ...answered('Many.', usage), durationMs: 1500 })
  const next = history.add(plain, asked('And then?'))
  history.add(next, answered('No more.'))
  const call = history.ids.call()
  const step = history.add(question, { ...called([call], usage), durationMs: 1000 })
  const results = history.add(step, resulted([call]))
  history.add(results, { ...answered('Few.', usage), durationMs: 500 })
  const edited = history.add(null, asked('Which lichens?'))
  history.add(edited, answered('\u{1f344}'.repeat(100_000)))
  const home = openMemoryHome()
  await writeHistory(home.store, { chat: history.chat(), messages: history.messages() })
  const { engine } = await openTestEngine(home, { models: createScriptedModels(() => saying('Yes.')) })
  const { chatId } = history
  expect(await engine.branchAnswer(chatId, plain)).toMatchObject({
    first: plain,
    siblings: [plain, step],
    question: null,
    text: 'Many.',
    isCut: false,
    calls: 0,
    model: { definition: 'demo', model: 'demo' },
    end: 'complete',
    durationMs: 1500,
    usage: { input: 100, output: 20 },
  })
  expect(await engine.branchAnswer(chatId, step)).toMatchObject({
    text: 'Few.',
    calls: 1,
    durationMs: 1500,
    usage: { input: 200, output: 40 },
  })
  const long = await engine.branchAnswer(chatId, edited)
  expect(long).toMatchObject({
    siblings: [question, edited],
    question: 'Which lichens?',
    isCut: true,
    durationMs: null,
  })
  expect([long.text.isWellFormed(), new Blob([JSON.stringify(long)]).size < 300_000]).toEqual([true, true])
  await expect(engine.branchAnswer(chatId, `msg_${'z'.repeat(32)}`)).rejects.toMatchObject({
    code: 'message-not-found',
  })
  await engine.close()
})
