import { TOOLS } from '@stet/tools'
import { expect, it } from 'vitest'
import {
  calling,
  createScriptedModels,
  newKey,
  offering,
  openMemoryHome,
  openPage,
  openTestEngine,
  saying,
  scriptedFacts,
  scriptedSettings,
  writeChat,
} from '../testing/index.ts'

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
const usage = { input: 10, cacheRead: 0, cacheWrite: 0, output: 90, reasoning: 0, webSearches: 0 }

it('[T9] [U1] an image is a file of the result, and what it cost is in the ledger with a purpose of its own', async () => {
  const home = openMemoryHome()
  const tools = TOOLS.filter(({ name }) => name === 'generate_image')
  const settings = {
    ...scriptedSettings,
    tools: offering('generate_image').map(tool => ({ ...tool, policy: 'auto' as const })),
  }
  const chatId = await writeChat(home.store, { title: { text: 'Named', by: 'person' }, settings })
  const scripted = createScriptedModels(({ request }) =>
    request.messages.length === 1
      ? calling([{ tool: 'generate_image', input: { prompt: 'A harbour wall in the morning light of May' } }])
      : saying('There.'),
  )
  const models = {
    ...scripted,
    facts: async () => ({ ...scriptedFacts, makesImages: 'too' as const }),
    async makeImages({ onSent }: Parameters<typeof scripted.makeImages>[0]) {
      const sent = {
        method: 'POST',
        url: 'scripted:',
        headers: {},
        body: '{}',
        notApplied: [],
        notes: [],
        prices: null,
      }
      await onSent(sent)
      return { images: [{ mediaType: 'image/png', bytes: PNG }], rawUsage: { in: 10 }, usage }
    },
  }
  const { engine } = await openTestEngine(home, { models, tools, abilities: ['images'] })
  const page = openPage(engine, chatId)
  await page.until(() => true)
  const sent = await engine.send({ key: newKey(), chatId, parentId: null, text: 'Draw' })
  const { path } = await page.untilEnded(sent.runId)
  const [result] = path.flatMap(message => (message.role === 'tool-results' ? message.parts : []))
  const file = result?.content.find(part => part.kind === 'file')
  expect(file).toMatchObject({ name: 'A harbour wall in the morning.png', mediaType: 'image/png', size: PNG.length })
  expect(file?.kind === 'file' && (await home.store.blobs.get(file.blob))).toEqual(PNG)

  const { requests } = await engine.requests({ chatId, after: null, limit: 50 })
  expect(requests.map(({ purpose, state }) => [purpose, state]).sort()).toEqual([
    ['answer', 'done'],
    ['answer', 'done'],
    ['image', 'done'],
  ])
  const report = await engine.usageReport({ purpose: 'image' })
  expect(report.purposes.map(({ purpose, usage: spent }) => [purpose, spent.output])).toEqual([['image', 90]])
  await engine.close()
})
