import { echoTool } from '@stet/tools/testing'
import { expect, it } from 'vitest'
import {
  createScriptedModels,
  newKey,
  offering,
  openMemoryHome,
  openPage,
  openTestEngine,
  saying,
  writeChat,
} from '../../testing/index.ts'

const DAY = 24 * 60 * 60 * 1000

/** A chat on a day that the test moves, with a tool whose instructions change with every look. */
async function open() {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store, { title: { text: 'Named', by: 'person' } })
  const models = createScriptedModels(() => saying('Yes.'))
  let now = Date.UTC(2026, 10, 16, 12)
  let looks = 0
  const listing = {
    ...echoTool,
    instructions: async () => {
      looks += 1
      return `Listing ${looks}.`
    },
  }
  const { engine } = await openTestEngine(home, { models, tools: [listing], clock: () => now, timeZone: 'UTC' })
  const page = openPage(engine, chatId)
  let parentId: Parameters<typeof engine.send>[0]['parentId'] = null
  return {
    engine,
    chatId,
    page,
    nextDay: () => {
      now += DAY
    },
    /** Asks, and returns the system prompt that was sent. */
    async ask(text: string): Promise<string> {
      const { runId, answerId } = await engine.send({ key: newKey(), chatId, parentId, text })
      await page.untilEnded(runId)
      parentId = answerId
      return (
        models.calls
          .at(-1)
          ?.request.system.map(block => block.text)
          .join('\n---\n') ?? ''
      )
    },
  }
}

it('[W2] sends the prompt of a chat as it was rendered, with its tools, until a checkpoint or a request to render it', async () => {
  const { engine, chatId, page, nextDay, ask } = await open()
  await engine.changeTools({ key: 'tools', chatId, tools: offering('echo') })
  await engine.changeSystemPrompt({ key: 'prompt', chatId, text: 'Today is {{date}}.' })
  const first = await ask('one')
  nextDay()
  const second = await ask('two')
  expect([first, second]).toEqual(['Today is Monday, 16 November 2026.\n\nListing 1.', first])

  await engine.clear({ key: 'clear', chatId })
  expect(await ask('three')).toBe('Today is Tuesday, 17 November 2026.\n\nListing 2.')
  nextDay()
  await engine.refreshPrompt({ key: 'refresh', chatId })
  expect(await ask('four')).toBe('Today is Wednesday, 18 November 2026.\n\nListing 3.')
  page.leave()
  await engine.close()
})

it('[W2] renders the prompt again with a summary', async () => {
  const { engine, chatId, page, nextDay, ask } = await open()
  await engine.changeSystemPrompt({ key: 'prompt', chatId, text: 'Today is {{date}}.' })
  await ask('Tell me of the tides. '.repeat(50))
  await ask('And of the harbour wall. '.repeat(50))
  nextDay()
  await engine.summarise({ key: 'sum', chatId, form: 'prose' })
  const { chat } = await page.until(({ chat: { prompt } }) => prompt?.text === 'Today is Tuesday, 17 November 2026.')
  expect(chat.settings.systemPrompt).toBe('Today is {{date}}.')
  expect(await ask('three')).toContain('Today is Tuesday, 17 November 2026.')
  page.leave()
  await engine.close()
})

it('[W2] refuses a prompt with an unknown variable, and changes nothing', async () => {
  const { engine, chatId, page } = await open()
  const change = engine.changeSystemPrompt({ key: 'prompt', chatId, text: 'Today is {{dat}}.' })
  await expect(change).rejects.toMatchObject({
    code: 'invalid',
    field: 'text',
    message: expect.stringContaining('There is no variable dat.'),
  })
  expect((await engine.view(chatId)).chat.settings.systemPrompt).toBe('')
  expect(await engine.promptValues(chatId)).toMatchObject({ date: 'Monday, 16 November 2026', time_zone: 'UTC' })
  page.leave()
  await engine.close()
})
