import { echoTool } from '@stet/tools/testing'
import { expect, it } from 'vitest'
import {
  createScriptedModels,
  offering,
  openMemoryHome,
  openPage,
  openTestEngine,
  saying,
  scriptedFacts,
  writeChat,
} from '../../testing/index.ts'

const deep = { kind: 'switch', label: 'Deep', help: 'Looks deeper.', default: false } as const
const tool = { ...echoTool, options: { deep } }

async function open(takesTools: boolean) {
  const home = openMemoryHome()
  const chatId = await writeChat(home.store, { title: { text: 'Named', by: 'person' } })
  const scripted = createScriptedModels(() => saying('Yes.'))
  const facts = { ...scriptedFacts, takes: { ...scriptedFacts.takes, tools: takesTools } }
  const models = { ...scripted, facts: async () => facts }
  const { engine } = await openTestEngine(home, { models, tools: [tool] })
  return { engine, chatId, models, page: openPage(engine, chatId) }
}

it('[T1] offers the tools of a chat from its next message on, and none to a model that takes none', async () => {
  for (const takesTools of [true, false]) {
    const { engine, chatId, models, page } = await open(takesTools)
    await engine.changeTools({ key: 'tools', chatId, tools: offering('echo') })
    await page.until(({ chat }) => chat.settings.tools.length === 1)
    const { runId } = await engine.send({ key: 'one', chatId, parentId: null, text: 'Go' })
    await page.untilEnded(runId)
    expect(models.calls[0]?.request.tools.map(({ name }) => name)).toEqual(takesTools ? ['echo'] : [])
    page.leave()
    await engine.close()
  }
})

it('[FH-6] refuses a tool that is named twice, and changes nothing', async () => {
  const { engine, chatId, page } = await open(true)
  const change = engine.changeTools({ key: 'tools', chatId, tools: offering('echo', 'echo') })
  await expect(change).rejects.toMatchObject({ code: 'invalid', field: 'tools' })
  expect((await engine.view(chatId)).chat.settings.tools).toEqual([])
  page.leave()
  await engine.close()
})

it('[T1] refuses an option of another kind by its name, and keeps one that the tool no longer has', async () => {
  const { engine, chatId, page } = await open(true)
  const change = (options: Readonly<Record<string, string | boolean>>) =>
    engine.changeTools({ key: JSON.stringify(options), chatId, tools: [{ name: 'echo', policy: null, options }] })
  await expect(change({ deep: 'yes' })).rejects.toMatchObject({
    code: 'invalid',
    field: 'deep',
    message: 'deep must be true or false; it is "yes"',
  })
  await change({ deep: true, gone: 'x' })
  expect((await engine.view(chatId)).chat.settings.tools[0]?.options).toEqual({ deep: true, gone: 'x' })
  page.leave()
  await engine.close()
})
