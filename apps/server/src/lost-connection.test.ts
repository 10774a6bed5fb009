import { once } from 'node:events'
import { createServer } from 'node:http'
import { defaultAnswerSettings } from '@stet/history'
import {
  createDemoModel,
  createModels,
  defaultDefinitionOptions,
  loadBundledPrices,
  type ModelEvent,
} from '@stet/models'
import { expect, it, onTestFinished } from 'vitest'
import { createGuardedFetch } from './create-guarded-fetch.ts'

const ANSWER = [
  '{"choices":[{"index":0,"delta":{"content":"Hello."},"finish_reason":null}]}',
  '{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}',
  '[DONE]',
]

const question = {
  system: [],
  messages: [
    { form: 'plain', messageId: 'msg_1', role: 'user', parts: [{ kind: 'text', text: 'Hello?' }], cacheMark: false },
  ],
  tools: [],
} as const

function modelsAt(baseUrl: string) {
  const definition = {
    id: 'definition_1',
    type: 'openai-chat',
    name: 'Upstream',
    icon: null,
    preset: null,
    baseUrl,
    modelsUrl: null,
    options: { ...defaultDefinitionOptions, thisComputer: true },
    enabled: true,
  } as const
  const connection = {
    definition,
    credentials: { key: 'none', headers: {} },
    fetch: createGuardedFetch({ reach: 'with-loopback' }),
  }
  const prices = loadBundledPrices()
  return createModels({
    demo: createDemoModel(),
    connections: { find: async () => ({ connection, models: [], overrides: {} }) },
    files: {
      read: async blob => {
        throw new Error(`there is no file ${blob}`)
      },
    },
    prices: { read: () => prices },
    clock: Date.now,
  })
}

it('[FP-18] [R8] a connection that the provider closes just when it is used again costs another attempt, not the answer', async () => {
  const connections: unknown[] = []
  const server = createServer((request, response) => {
    connections.push(request.socket)
    // The second request comes over the connection of the first, which an unlucky provider has just given up.
    if (connections.length === 2) request.socket.destroy()
    else request.resume().on('end', () => response.end(ANSWER.map(data => `data: ${data}\n\n`).join('')))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it does not listen on a port')
  const models = modelsAt(`http://127.0.0.1:${address.port}/v1`)

  async function ask(): Promise<readonly ModelEvent[]> {
    const events: ModelEvent[] = []
    const choice = { definition: 'definition_1', model: 'some-model' }
    const { signal } = new AbortController()
    const settings = defaultAnswerSettings
    for await (const event of models.stream({ choice, request: question, settings, purpose: 'answer', signal })) {
      events.push(event)
    }
    return events
  }
  const kinds = async () => (await ask()).map(({ kind }) => kind)
  expect(await kinds()).toEqual(['part-started', 'part-delta', 'answer-finished'])
  expect(await kinds()).toEqual(['retrying', 'part-started', 'part-delta', 'answer-finished'])
  expect([connections.length, new Set(connections).size]).toEqual([3, 2])
})
