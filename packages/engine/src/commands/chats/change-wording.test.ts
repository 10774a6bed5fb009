import { defaultWordingSettings, type MessageId } from '@stet/history'
import { expect, it } from 'vitest'
import {
  createScriptedModels,
  newKey,
  openMemoryHome,
  openPage,
  openTestEngine,
  saying,
  writeChat,
} from '../../testing/index.ts'

async function open() {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store)
  const models = createScriptedModels(() => saying('On tides'))
  const clock = () => Date.UTC(2026, 10, 16, 12)
  const { engine } = await openTestEngine(home, { models, clock, timeZone: 'UTC' })
  return { engine, chatId, models, page: openPage(engine, chatId) }
}

it('[W1] sends a message in the format of the chat, fixed when it is sent, and shows what was typed', async () => {
  const { engine, chatId, models, page } = await open()
  const template = {
    ...defaultWordingSettings,
    messageFormat: 'template',
    messageTemplate: '[{{time}}] {{text}}',
  } as const
  await engine.changeWording({ key: newKey(), chatId, wording: template })
  const ask = async (parentId: MessageId | null, text: string) => {
    const sent = await engine.send({ key: newKey(), chatId, parentId, text })
    await page.untilEnded(sent.runId)
    return sent
  }
  const { answerId } = await ask(null, 'Hello')
  await engine.changeWording({ key: newKey(), chatId, wording: defaultWordingSettings })
  await ask(answerId, 'Again')
  const asked = models.calls.filter(({ purpose }) => purpose === 'answer').at(-1)?.request.messages ?? []
  expect(asked.filter(({ role }) => role === 'user').map(message => JSON.stringify(message))).toEqual([
    expect.stringContaining('[12:00] Hello'),
    expect.stringContaining('"Again"'),
  ])
  const { path } = await engine.view(chatId)
  const said = path.flatMap(message => (message.role === 'user' ? [[message.parts, message.sent]] : []))
  expect(said).toEqual([
    [[{ kind: 'text', text: 'Hello' }], '[12:00] Hello'],
    [[{ kind: 'text', text: 'Again' }], undefined],
  ])
  page.leave()
  await engine.close()
})

it('[W2] asks for a title by the instruction of the chat', async () => {
  const { engine, chatId, models, page } = await open()
  const wording = { ...defaultWordingSettings, titleInstruction: 'Name it in Latin.' }
  await engine.changeWording({ key: newKey(), chatId, wording })
  await engine.send({ key: newKey(), chatId, parentId: null, text: 'Hello' })
  await page.until(({ chat }) => chat.title !== null)
  const title = models.calls.find(({ purpose }) => purpose === 'title')
  expect(JSON.stringify(title?.request.messages.at(-1))).toContain('Name it in Latin.')
  page.leave()
  await engine.close()
})

it('[W1] refuses a template without the text, and changes nothing', async () => {
  const { engine, chatId, page } = await open()
  const wording = { ...defaultWordingSettings, messageFormat: 'template', messageTemplate: 'Hello' } as const
  await expect(engine.changeWording({ key: newKey(), chatId, wording })).rejects.toMatchObject({
    code: 'invalid',
    field: 'messageTemplate',
  })
  expect((await engine.view(chatId)).chat.settings.wording).toEqual(defaultWordingSettings)
  page.leave()
  await engine.close()
})
