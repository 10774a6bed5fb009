import type { MessageId } from '@stet/history'
import { expect, it } from 'vitest'
import { createCachingServer } from '../testing/caching-server.ts'
import { openMemoryHome, openPage, openTestEngine, writeChat } from '../testing/index.ts'

const THOUGHT = { type: 'thinking', thinking: 'Twice a day.' }

async function openThinking(reasoning: 'model' | 'all') {
  const clock = () => Date.UTC(2026, 0)
  const server = createCachingServer(clock, () => [THOUGHT, { type: 'text', text: 'Yes.' }], {
    model: 'claude-sonnet-4-5-20250929',
  })
  const home = openMemoryHome()
  const { answer, context } = server.settings
  const settings = {
    ...server.settings,
    context: { ...context, reasoning },
    answer: { ...answer, reasoning: { ...answer.reasoning, on: true } },
  }
  const chatId = await writeChat(home.store, { settings, title: { text: 'Named', by: 'person' } })
  const { engine } = await openTestEngine(home, { models: server.models, clock })
  const page = openPage(engine, chatId)
  await page.until(() => true)
  async function say(text: string, parentId: MessageId | null) {
    const { runId, answerId } = await engine.send({ key: text, chatId, parentId, text })
    await page.untilEnded(runId)
    return answerId
  }
  return { server, engine, chatId, say }
}

it('[C7] an answer of a dated version goes back as it was written when the chat uses the model’s short name', async () => {
  const { server, engine, chatId, say } = await openThinking('model')
  const first = await say('Does the tide come in?', null)
  await engine.changeModel({ key: 'model', chatId, definition: 'definition_1', model: 'claude-sonnet-4-5' })
  await say('And out?', first)
  await engine.changeModel({ key: 'other', chatId, definition: 'definition_1', model: 'claude-opus-4-5' })
  await say('And again?', first)
  const replayed = server.served.map(({ body }) => body.messages.find(({ role }) => role === 'assistant')?.content)
  expect(replayed[1]).toEqual([
    { ...THOUGHT, signature: 'signature 1' },
    { type: 'text', text: 'Yes.' },
  ])
  expect(replayed[2]).toEqual([{ type: 'text', text: 'Yes.' }])
  await engine.close()
})

it('[C6] `all` asks the provider to keep earlier thinking, and `model` says nothing', async () => {
  for (const reasoning of ['model', 'all'] as const) {
    const { server, engine, say } = await openThinking(reasoning)
    await say('And out?', await say('Does the tide come in?', null))
    const said = server.served.map(({ body }) => JSON.stringify(body).includes('clear_thinking_20251015'))
    expect(said).toEqual(reasoning === 'all' ? [true, true] : [false, false])
    await engine.close()
  }
})
