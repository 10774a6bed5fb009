import type { MessageId } from '@stet/history'
import { TOOLS } from '@stet/tools'
import { expect, it } from 'vitest'
import {
  calling,
  createScriptedModels,
  lastTexts,
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

/** A home whose model makes an image when a user names one in brackets, from the images between them. */
async function openImageHome() {
  const home = openMemoryHome()
  const tools = TOOLS.filter(({ name }) => name === 'generate_image')
  const settings = {
    ...scriptedSettings,
    tools: offering('generate_image').map(tool => ({ ...tool, policy: 'auto' as const })),
  }
  const given: (readonly Uint8Array[])[] = []
  const scripted = createScriptedModels(call => {
    const asked = /^Draw(?: from (.+))?$/.exec(lastTexts(call).at(-1) ?? '')
    if (asked === null) return saying('There.')
    const images = asked[1] === undefined ? {} : { images: [asked[1]] }
    return calling([
      { tool: 'generate_image', input: { prompt: 'A harbour wall in the morning light of May', ...images } },
    ])
  })
  const models = {
    ...scripted,
    facts: async () => ({ ...scriptedFacts, makesImages: 'too' as const }),
    async makeImages({ images, onSent }: Parameters<typeof scripted.makeImages>[0]) {
      given.push(images.map(({ bytes }) => bytes))
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

  async function openChat() {
    const chatId = await writeChat(home.store, { title: { text: 'Named', by: 'person' }, settings })
    let last: MessageId | null = null
    /** The last result, once the run has ended. */
    async function ask(text: string) {
      const page = openPage(engine, chatId)
      await page.until(() => true)
      const sent = await engine.send({ key: newKey(), chatId, parentId: last, text })
      const { path } = await page.untilEnded(sent.runId)
      page.leave()
      last = path.at(-1)?.id ?? null
      return path.flatMap(message => (message.role === 'tool-results' ? message.parts : [])).at(-1)
    }
    return { chatId, ask }
  }
  return { home, engine, given, openChat }
}

it('[T9] [U1] an image is a file of the result, and what it cost is in the ledger with a purpose of its own', async () => {
  const { home, engine, openChat } = await openImageHome()
  const { chatId, ask } = await openChat()
  const result = await ask('Draw')
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

it('[T9] an image is changed by its hash where it was made, and the hash reaches nothing from another chat', async () => {
  const { engine, given, openChat } = await openImageHome()
  const own = await openChat()
  const made = (await own.ask('Draw'))?.content.find(part => part.kind === 'file')
  const hash = made?.kind === 'file' ? made.blob : ''
  const other = await openChat()
  expect(await other.ask(`Draw from ${hash}`)).toMatchObject({
    outcome: 'failed',
    content: [
      {
        kind: 'text',
        text:
          `This conversation has no image ${hash}. Give \`attached\` for the images of the user’s last message, the id of an image in this ` +
          'conversation, or the path of an image in the files of the workspace.',
      },
    ],
  })
  expect(given).toEqual([[]])
  expect(await own.ask(`Draw from ${hash}`)).toMatchObject({ outcome: 'done' })
  expect(given).toEqual([[], [PNG]])
  await engine.close()
})
